import type { Log } from '../domain/ports/log.ts'

/** A span as OTLP writes it in JSON. */
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

export interface Exporting {
  /** Of a collector, without `/v1/traces`. */
  endpoint: string
  headers: Record<string, string>
  service: string
  version: string
  log: Log
}

const everyMs = 2_000
const mostAtOnce = 512
const mostKept = 4_096
const patienceMs = 10_000

/**
 * Sends spans to a collector by OTLP over HTTP, some seconds' worth at a time. While it cannot be reached the newest
 * few thousand are kept; traces never hold up what they are about.
 */
export function createExporter(exporting: Exporting): SpanSink & { close(): Promise<void> } {
  const { log } = exporting
  let kept: OtlpSpan[] = []
  let sending: Promise<void> | undefined
  let isAway = false
  const timer = setInterval(() => void send(), everyMs).unref()

  function send(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = undefined
    })
    return sending
  }

  async function sendAll(): Promise<void> {
    while (kept.length > 0) {
      const spans = kept.splice(0, mostAtOnce)
      try {
        await post(exporting, spans)
        if (isAway) log.info({}, 'trace export recovered')
        isAway = false
      } catch (error) {
        if (!isAway) log.warn({ err: error }, 'trace export failed')
        isAway = true
        kept = [...spans, ...kept].slice(-mostKept)
        return
      }
    }
  }

  return {
    add(span) {
      kept.push(span)
      if (kept.length > mostKept) kept.shift()
      if (kept.length >= mostAtOnce && !isAway) void send()
    },
    async close() {
      clearInterval(timer)
      await send()
      await send()
    },
  }
}

async function post({ endpoint, headers, ...from }: Exporting, spans: OtlpSpan[]): Promise<void> {
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
    signal: AbortSignal.timeout(patienceMs),
  })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`The collector answered ${response.status}`)
}
