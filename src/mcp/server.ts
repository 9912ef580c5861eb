import { type CallToolResult, McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { type Client, createClient } from '../client/client.ts'
import { toAppError } from '../domain/errors/errors.ts'
import { createTools, inputs, outputs, type ToolName } from './tools.ts'

const descriptions: Record<ToolName, string> = {
  list_mappings:
    'Lists the mappings (document types Docket can read) with their parameters and output formats.',
  submit: 'Submits a PDF (invoice, heat sheet or any other) and returns the job immediately.',
  status: 'Waits for a job to finish and returns its progress, error or review reasons.',
  result: 'Returns the result of a job as JSON or another of its output formats.',
  list_failures: 'Lists failed jobs with their errors, newest first.',
}

export interface McpOptions {
  /** Server URL. */
  url: string
  /** API key or token for that server. */
  token: string
  version: string
}

/** Serves MCP over stdio until stdin closes. */
export async function serveAssistant({ url, token, version }: McpOptions): Promise<void> {
  // Assistants time out after a minute; a shorter limit lets them read how long to wait.
  const client = createClient({ baseUrl: url, token, maxWaitSeconds: 30 })
  // A pipe emits close, a file emits end.
  const ended = new Promise((resolve) => process.stdin.once('close', resolve).once('end', resolve))
  const serving = serveStdio(() => createMcpServer(client, { url, version }))
  await ended
  await serving.close()
}

function createMcpServer(client: Client, about: { url: string; version: string }): McpServer {
  const server = new McpServer({ name: 'docket', version: about.version })
  const tools = createTools(client)
  const add = <Name extends ToolName>(name: Name) =>
    server.registerTool(
      name,
      {
        description: descriptions[name],
        inputSchema: inputs[name],
        outputSchema: outputs[name],
        annotations: { readOnlyHint: name !== 'submit', openWorldHint: name === 'submit' },
      },
      ((input: never) => respondToCall(tools[name](input), about.url)) as never,
    )
  for (const name of Object.keys(inputs)) add(name as ToolName)
  return server
}

/** Errors are returned as content, so that the assistant can act on them. */
async function respondToCall(call: Promise<object>, url: string): Promise<CallToolResult> {
  try {
    const structuredContent = { ...(await call) }
    const text = JSON.stringify(structuredContent)
    return { content: [{ type: 'text', text }], structuredContent }
  } catch (thrown) {
    const { code, message } = toAppError(thrown)
    const text = `${code}: ${message}${advice[code]?.(url) ?? ''}`
    return { content: [{ type: 'text', text }], isError: true }
  }
}

/** Client-side advice that the server cannot give. */
const advice: Record<string, (url: string) => string> = {
  UNAVAILABLE: (url) => ` DOCKET_URL is ${url}. Is Docket running there?`,
  NOT_DOCKET: (url) => ` DOCKET_URL is ${url}.`,
  UNAUTHORIZED: () => ' Set DOCKET_TOKEN to a valid API key: docket keys create NAME',
  MISSING_SCOPE: () => ' Create a key with write access: docket keys create NAME --scope write',
  UNKNOWN_MAPPING: () => ' Use list_mappings to see the available mappings.',
}
