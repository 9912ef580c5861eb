import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireToken } from '../access/identify.ts'

export interface McpRouteDeps {
  /** Answers one MCP request; `fetch` calls this server as the caller. */
  serveMcpCall: (call: {
    request: Request
    body: unknown
    fetch: typeof fetch
  }) => Promise<Response>
}

/** A PDF of 3 MB in base64, and its envelope. */
const maxBodyBytes = 4.5 * 1024 * 1024

/** MCP over streamable HTTP, with the tokens and limits of the API. Tools check the scope by the API call they make. */
export function mcpRoutes(app: FastifyInstance, { serveMcpCall }: McpRouteDeps): void {
  app.post(
    '/mcp',
    {
      bodyLimit: maxBodyBytes,
      config: { access: 'read', takes: ['application/json'] },
      schema: { hide: true },
    },
    async (incoming, reply) => {
      requireToken(incoming, reply)
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

const forwarded = ['authorization', 'x-api-key', 'accept-language'] as const

/** Calls the API inside this process: the same authentication, limits and log, without a network. */
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
