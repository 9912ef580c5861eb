import { createMcpHandler } from '@modelcontextprotocol/server'
import { createClient } from '../client/client.ts'
import { commonAdvice, createMcpServer } from './server.ts'

/** One MCP request from an authenticated caller. */
export interface McpCall {
  request: Request
  body: unknown
  /** Calls the API on behalf of the caller. */
  fetch: typeof fetch
}

export type ServeMcpCall = (call: McpCall) => Promise<Response>

/** Serves MCP over Streamable HTTP without sessions: every request is self-contained. */
export function createMcpHttpHandler(version: string): ServeMcpCall {
  return ({ request, body, fetch }) => {
    // Does not retry, because waiting would delay the response; the response states how long to wait instead.
    const client = createClient({ baseUrl: 'http://docket', fetch, retries: 0, maxWaitSeconds: 0 })
    const options = { version, advise: commonAdvice, source: 'content' as const }
    const handler = createMcpHandler(() => createMcpServer(client, options))
    return handler.fetch(request, { parsedBody: body })
  }
}
