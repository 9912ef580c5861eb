import { randomBytes } from 'node:crypto'
import type { Attributes, Span, SpanStart, Tracer } from '../domain/ports/tracer.ts'
import type { OtlpSpan, SpanSink } from './otlp.ts'

const kinds = { internal: 1, server: 2, client: 3, consumer: 5 } as const
const traceparentPattern = /^00-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}$/

/** Creates OpenTelemetry spans, and passes each to the sink when it ends. */
export function createTracer(sink: SpanSink): Tracer {
  return {
    begin: (name, start = {}) => beginSpan(sink, name, start),
  }
}

function beginSpan(sink: SpanSink, name: string, start: SpanStart): Span {
  const { parent, kind = 'internal', attributes = {} } = start
  const [, traceId = randomBytes(16).toString('hex'), parentSpanId] =
    traceparentPattern.exec(parent ?? '') ?? []
  const spanId = randomBytes(8).toString('hex')
  const startTimeUnixNano = nowInNanos()
  return {
    traceparent: `00-${traceId}-${spanId}-01`,
    end({ attributes: more = {}, error } = {}) {
      sink.add({
        traceId,
        spanId,
        ...(parentSpanId !== undefined && { parentSpanId }),
        name,
        kind: kinds[kind],
        startTimeUnixNano,
        endTimeUnixNano: nowInNanos(),
        attributes: toAttributes({ ...attributes, ...more }),
        status: error === undefined ? { code: 1 } : { code: 2, message: error },
      })
    },
  }
}

/** Returns wall-clock time that never goes backwards. */
function nowInNanos(): string {
  const micros = Math.round((performance.timeOrigin + performance.now()) * 1000)
  return `${micros}000`
}

function toAttributes(attributes: Attributes): OtlpSpan['attributes'] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: toAttributeValue(value) }))
}

function toAttributeValue(value: Attributes[string]): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
