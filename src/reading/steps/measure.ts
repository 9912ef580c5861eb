import { autoMapping, type Mapping } from '../../domain/mapping/mapping.ts'
import type { Meter } from '../../domain/ports/meter.ts'
import { withSpan, type Tracer } from '../../domain/ports/tracer.ts'
import type { ReadStep } from './read-document.ts'

interface MeasureDeps {
  /** The built-in mappings. */
  mappings: ReadonlyMap<string, Mapping>
  meter: Meter
  tracer: Tracer
}

/** Records how long reading takes per mapping, and adds a span to the trace. All drafts share one metric label. */
export function measure({ mappings, meter, tracer }: MeasureDeps): ReadStep {
  return (next) => async (task, run) => {
    const startedAt = performance.now()
    const options = { parent: run.span.traceparent, attributes: { 'docket.job_id': task.job_id } }
    const result = await withSpan(tracer, 'read', options, (span) => next(task, { ...run, span }))
    const isBuiltIn = mappings.has(result.mapping) || result.mapping === autoMapping.name
    const mapping = isBuiltIn ? result.mapping : 'draft'
    meter.time('readings', (performance.now() - startedAt) / 1000, { mapping })
    return result
  }
}
