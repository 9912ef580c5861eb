import { type CallToolResult, McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { type Client, createClient } from '../client/client.ts'
import { type ErrorCode, toAppError } from '../domain/errors/app-error.ts'
import { inputs, outputs, submitInputs } from './schemas.ts'
import { createTools, type ToolName } from './tools.ts'

const writes: ReadonlySet<ToolName> = new Set(['submit', 'retry', 'cancel'])

const descriptions: Record<ToolName, string> = {
  list_mappings:
    'Lists the mappings (document types Docket can read) with their parameters and output formats.',
  submit:
    'Submits a PDF or a photo (invoice, heat sheet or any other) and returns the job immediately.',
  status: 'Waits for a job to finish and returns its progress, error or review reasons.',
  result: 'Returns the result of a job as JSON or another of its output formats.',
  list_jobs: 'Lists jobs, newest first. Can filter by status, search words and need for review.',
  retry: 'Retries a failed or cancelled job.',
  cancel: 'Cancels a job that has not finished; its result is discarded.',
  list_failures: 'Lists failed jobs with their errors, newest first.',
}

export interface McpOptions {
  /** URL of the server. */
  url: string
  /** API key or token for that server. */
  token: string
  version: string
}

/** Serves MCP over stdio until stdin closes. */
export async function serveMcp({ url, token, version }: McpOptions): Promise<void> {
  // Assistants time out after a minute. With a shorter limit, they receive an error that states how long to wait.
  const client = createClient({ baseUrl: url, token, maxWaitSeconds: 30 })
  // A pipe emits close, a file emits end.
  const ended = new Promise((resolve) => process.stdin.once('close', resolve).once('end', resolve))
  const serving = serveStdio(() =>
    createMcpServer(client, { version, advise: localAdvice(url), source: 'path' }),
  )
  await ended
  await serving.close()
}

export interface McpServerOptions {
  version: string
  /** Returns advice about an error, which is added to the API's message. */
  advise: (code: ErrorCode) => string
  /** How `submit` accepts a document: as the path of a file on this machine, or as its content. */
  source: keyof typeof submitInputs
}

export function createMcpServer(client: Client, options: McpServerOptions): McpServer {
  const server = new McpServer({ name: 'docket', version: options.version })
  const tools = createTools(client, options.source)
  const schemas = { ...inputs, submit: submitInputs[options.source] }
  const add = <Name extends ToolName>(name: Name) =>
    server.registerTool(
      name,
      {
        description: descriptions[name],
        inputSchema: schemas[name],
        outputSchema: outputs[name],
        annotations: {
          readOnlyHint: !writes.has(name),
          destructiveHint: name === 'cancel',
          openWorldHint: name === 'submit',
        },
      },
      ((input: never) => respondToCall(tools[name](input), options.advise)) as never,
    )
  for (const name of Object.keys(descriptions)) add(name as ToolName)
  return server
}

/** Runs a call. Returns errors as content, so that the assistant can act on them. */
async function respondToCall(
  call: Promise<object>,
  advise: McpServerOptions['advise'],
): Promise<CallToolResult> {
  try {
    const structuredContent = { ...(await call) }
    const text = JSON.stringify(structuredContent)
    return { content: [{ type: 'text', text }], structuredContent }
  } catch (thrown) {
    const { code, message } = toAppError(thrown)
    return {
      content: [{ type: 'text', text: `${code}: ${message}${advise(code)}` }],
      isError: true,
    }
  }
}

/** Returns advice that applies to every transport. */
export function commonAdvice(code: ErrorCode): string {
  return code === 'UNKNOWN_MAPPING' ? ' Use list_mappings to see the available mappings.' : ''
}

/** Returns advice about the connection, which the server itself cannot give. */
function localAdvice(url: string): (code: ErrorCode) => string {
  const advice: Partial<Record<ErrorCode, string>> = {
    UNAVAILABLE: ` DOCKET_URL is ${url}. Is Docket running there?`,
    NOT_DOCKET: ` DOCKET_URL is ${url}.`,
    UNAUTHORIZED: ' Set DOCKET_TOKEN to a valid API key: docket keys create NAME',
    MISSING_SCOPE: ' Create a key with write access: docket keys create NAME --scope write',
  }
  return (code) => advice[code] ?? commonAdvice(code)
}
