import { automatic, type Mapping } from '../domain/mapping/mapping.ts'
import type { Meter } from '../domain/ports/meter.ts'
import { noTracer, traced, type Tracer } from '../domain/ports/tracer.ts'
import type { ReadDocument } from './read-document.ts'

interface Measuring {
  /** Those that come with Docket. */
  mappings: ReadonlyMap<string, Mapping>
  meter: Meter
  tracer?: Tracer
}

/**
 * Measures how long documents take to be read, by mapping, as a step of their trace. Drafts go by one name, for
 * they may be many.
 */
export function measured(read: ReadDocument, measuring: Measuring): ReadDocument {
  const { mappings, meter, tracer = noTracer } = measuring
  return async (task, run) => {
    const startedAt = performance.now()
    const step = { parent: run.span.traceparent, attributes: { 'docket.job_id': task.job_id } }
    const result = await traced(tracer, 'read', step, (span) => read(task, { ...run, span }))
    const isKnown = mappings.has(result.mapping) || result.mapping === automatic.name
    const mapping = isKnown ? result.mapping : 'draft'
    meter.time('readings', (performance.now() - startedAt) / 1000, { mapping })
    return result
  }
}
