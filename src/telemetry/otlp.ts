import type { Log } from '../domain/ports/log.ts'

export interface OtlpSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: object }[]
  status: { code: number; message?: string }
}

export interface SpanSink {
  add(span: OtlpSpan): void
}

export interface ExporterOptions {
  /** Base URL of the collector, without `/v1/traces`. */
  endpoint: string
  headers: Record<string, string>
  service: string
  version: string
  log: Log
}

const flushIntervalMs = 2_000
const maxBatch = 512
const maxBuffered = 4_096
const timeoutMs = 10_000

/**
 * Exports spans in batches over OTLP/HTTP. Buffers the newest spans while the collector is unreachable. Never delays
 * the traced work.
 */
export function createExporter(options: ExporterOptions): SpanSink & { close(): Promise<void> } {
  const { log } = options
  let buffer: OtlpSpan[] = []
  let sendPromise: Promise<void> | undefined
  let isDown = false
  const timer = setInterval(() => void flush(), flushIntervalMs).unref()

  function flush(): Promise<void> {
    sendPromise ??= flushAll().finally(() => {
      sendPromise = undefined
    })
    return sendPromise
  }

  async function flushAll(): Promise<void> {
    while (buffer.length > 0) {
      const spans = buffer.splice(0, maxBatch)
      try {
        await post(options, spans)
        if (isDown) log.info({}, 'trace export recovered')
        isDown = false
      } catch (error) {
        if (!isDown) log.warn({ err: error }, 'trace export failed')
        isDown = true
        buffer = [...spans, ...buffer].slice(-maxBuffered)
        return
      }
    }
  }

  return {
    add(span) {
      buffer.push(span)
      if (buffer.length > maxBuffered) buffer.shift()
      if (buffer.length >= maxBatch && !isDown) void flush()
    },
    async close() {
      clearInterval(timer)
      await flush()
      await flush()
    },
  }
}

async function post(
  { endpoint, headers, ...from }: ExporterOptions,
  spans: OtlpSpan[],
): Promise<void> {
  const resource = {
    attributes: [
      { key: 'service.name', value: { stringValue: from.service } },
      { key: 'service.version', value: { stringValue: from.version } },
    ],
  }
  const body = { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'docket' }, spans }] }] }
  const response = await fetch(`${endpoint.replace(/\/$/, '')}/v1/traces`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`The collector responded with status ${response.status}`)
}
