import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createInvalidFieldsError } from '../../domain/errors/invalid-fields.ts'
import { createFault } from '../../domain/messages/fault.ts'
import { requireTokenHeader } from '../access/authorise.ts'

export interface McpRouteDeps {
  /** Responds to one MCP request. `fetch` calls this server on behalf of the caller. */
  serveMcpCall: (call: {
    request: Request
    body: unknown
    fetch: typeof fetch
  }) => Promise<Response>
}

/** Maximum size in bytes: enough for a 3 MB PDF in base64 and the JSON-RPC envelope. */
const maxBodyBytes = 4.5 * 1024 * 1024
/** Maximum number of messages in one HTTP request, because each costs as much as a request. */
const maxMessages = 10
/**
 * Maximum number of list elements and object keys in total, because tools validate each of them. Documents do not
 * count, because their content is one long string.
 */
const maxValues = 5000

/**
 * Serves MCP over Streamable HTTP. Accepts the same tokens and applies the same limits as the API. The scope is checked
 * when a tool calls the API.
 */
export function mcpRoutes(app: FastifyInstance, { serveMcpCall }: McpRouteDeps): void {
  app.post(
    '/mcp',
    {
      bodyLimit: maxBodyBytes,
      config: { access: 'read', takes: ['application/json'], maxJsonValues: maxValues },
      schema: { hide: true },
      preValidation: async ({ body }) => limitSize(body),
    },
    async (incoming, reply) => {
      requireTokenHeader(incoming, reply)
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const headers = new Headers()
      for (const [name, value] of Object.entries(incoming.headers))
        if (value !== undefined) headers.set(name, String(value))
      const request = new Request(`http://${incoming.host}/mcp`, {
        method: 'POST',
        headers,
        signal: gone.signal,
      })
      const fetch = createInternalFetch(app, incoming, gone.signal)
      return reply.send(await serveMcpCall({ request, body: incoming.body, fetch }))
    },
  )
}

/** Rejects a body whose validation would take too long. */
function limitSize(body: unknown): void {
  const most = Array.isArray(body) && body.length > maxMessages ? maxMessages : maxValues
  const isTooLong = most === maxMessages || hasMoreValues(body, maxValues)
  if (isTooLong) throw createInvalidFieldsError([createFault('list_too_long', null, { most })])
}

function hasMoreValues(body: unknown, most: number): boolean {
  let count = 0
  for (const waiting = [body]; waiting.length > 0; ) {
    const value = waiting.pop()
    if (typeof value !== 'object' || value === null) continue
    const children: unknown[] = Object.values(value)
    count += children.length
    if (count > most) return true
    waiting.push(...children)
  }
  return false
}

const forwarded = ['authorization', 'x-api-key', 'accept-language'] as const

/**
 * Creates a `fetch` that calls the API inside this process, with the same authentication, limits and logging but
 * without the network.
 */
function createInternalFetch(
  app: FastifyInstance,
  { headers, ip }: FastifyRequest,
  signal: AbortSignal,
): typeof fetch {
  return async (input, init) => {
    const given = new Request(String(input instanceof Request ? input.url : input), init)
    const credentials = forwarded.flatMap((name) =>
      headers[name] === undefined ? [] : [[name, String(headers[name])]],
    )
    const { pathname, search } = new URL(given.url)
    const response = await app.inject({
      method: given.method as 'GET',
      url: pathname + search,
      headers: { ...Object.fromEntries(given.headers), ...Object.fromEntries(credentials) },
      payload: Buffer.from(await given.arrayBuffer()),
      remoteAddress: ip,
      signal,
    })
    const answer = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
    const hasBody = response.statusCode !== 204 && response.statusCode !== 304
    return new Response(hasBody ? new Uint8Array(response.rawPayload) : null, {
      status: response.statusCode,
      headers: Object.fromEntries(answer) as Record<string, string>,
    })
  }
}
