import { createMcpHandler } from '@modelcontextprotocol/server'
import { createClient } from '../client/client.ts'
import { commonAdvice, createMcpServer } from './server.ts'

/** One MCP request of an authenticated caller. */
export interface McpCall {
  request: Request
  body: unknown
  /** Calls the API on behalf of the caller. */
  fetch: typeof fetch
}

export type ServeMcpCall = (call: McpCall) => Promise<Response>

/** Serves MCP over streamable HTTP. It keeps no session: every request is complete in itself. */
export function createHttpAssistant(version: string): ServeMcpCall {
  return ({ request, body, fetch }) => {
    // A retry would hold the request; the assistant reads how long to wait instead.
    const client = createClient({ baseUrl: 'http://docket', fetch, retries: 0, maxWaitSeconds: 0 })
    const options = { version, advise: commonAdvice, source: 'content' as const }
    const handler = createMcpHandler(() => createMcpServer(client, options))
    return handler.fetch(request, { parsedBody: body })
  }
}
