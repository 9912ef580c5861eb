import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: string }
}

export interface SeenSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  service: string
  attributes: Record<string, string | undefined>
}

interface ExportedTraces {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: {
      spans: (Omit<SeenSpan, 'attributes' | 'service'> & { attributes: Attribute[] })[]
    }[]
  }[]
}

/** Starts an OTLP/HTTP collector that records what it receives. It is closed when the test ends. */
export async function collectorForTest(): Promise<{
  url: string
  spans: SeenSpan[]
  headers: NodeJS.Dict<string | string[]>[]
}> {
  const spans: SeenSpan[] = []
  const headers: NodeJS.Dict<string | string[]>[] = []
  const server = createServer((request, response) => {
    void (async () => {
      headers.push(request.headers)
      const exported = (await json(request)) as ExportedTraces
      if (request.url === '/v1/traces') spans.push(...listSpans(exported))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, headers }
}

function listSpans({ resourceSpans }: ExportedTraces): SeenSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, ...span }) => ({
        ...span,
        service: toRecord(resource.attributes)['service.name'] ?? '',
        attributes: toRecord(attributes),
      })),
    ),
  )
}

function toRecord(attributes: Attribute[]): Record<string, string | undefined> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  )
}
