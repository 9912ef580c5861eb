import { automatic, type Mapping } from '../domain/mapping.ts'
import type { Meter } from '../domain/meter.ts'
import type { ReadDocument } from './reader.ts'

interface Measuring {
  /** Those that come with Docket. */
  mappings: ReadonlyMap<string, Mapping>
  meter: Meter
}

/** Measures how long documents take to be read, by mapping; drafts go by one name, for they may be many. */
export function measured(read: ReadDocument, { mappings, meter }: Measuring): ReadDocument {
  return async (task, run) => {
    const startedAt = performance.now()
    const result = await read(task, run)
    const isKnown = mappings.has(result.mapping) || result.mapping === automatic.name
    const mapping = isKnown ? result.mapping : 'draft'
    meter.time('readings', (performance.now() - startedAt) / 1000, { mapping })
    return result
  }
}
