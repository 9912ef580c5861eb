import { type CallToolResult, McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { type Client, createClient } from '../client/client.ts'
import { toAppError } from '../domain/errors/errors.ts'
import { createTools, inputs, outputs, type ToolName } from './tools.ts'

const descriptions: Record<ToolName, string> = {
  list_mappings:
    'Lists what Docket can read: each mapping with its parameters and the formats it writes.',
  submit: 'Has Docket read a PDF (invoice, heat sheet or any other). Answers at once with the job.',
  status: 'Waits for a job to end, and says how far it is, what went wrong or what to review.',
  result: 'Gives what was read: JSON, or another of the formats of the job.',
  list_failures: 'Lists the jobs that failed, newest first, each with its reason.',
}

export interface McpOptions {
  /** The Docket to use. */
  url: string
  /** An API key or a token of it. */
  token: string
  version: string
}

/** Serves assistants on standard input and output, until whoever started us closes our input. */
export async function serveAssistant({ url, token, version }: McpOptions): Promise<void> {
  // An assistant gives a tool up after a minute: it shall rather read how long to wait.
  const client = createClient({ baseUrl: url, token, maxWaitSeconds: 30 })
  // A pipe closes, a file ends.
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
      ((input: never) => answer(tools[name](input), about.url)) as never,
    )
  for (const name of Object.keys(inputs)) add(name as ToolName)
  return server
}

/** A refusal is an answer too: the assistant shall read what to do about it. */
async function answer(asked: Promise<object>, url: string): Promise<CallToolResult> {
  try {
    const structuredContent = { ...(await asked) }
    const text = JSON.stringify(structuredContent)
    return { content: [{ type: 'text', text }], structuredContent }
  } catch (thrown) {
    const { code, message } = toAppError(thrown)
    const text = `${code}: ${message}${advice[code]?.(url) ?? ''}`
    return { content: [{ type: 'text', text }], isError: true }
  }
}

/** What the person at this end can do, where the server's own sentence cannot know it. */
const advice: Record<string, (url: string) => string> = {
  UNAVAILABLE: (url) => ` DOCKET_URL is ${url}: is Docket running there?`,
  NOT_DOCKET: (url) => ` DOCKET_URL is ${url}.`,
  UNAUTHORIZED: () => ' Set DOCKET_TOKEN to a key that works: docket keys create NAME',
  MISSING_SCOPE: () => ' Make one that may write: docket keys create NAME --scope write',
  UNKNOWN_MAPPING: () => ' The tool list_mappings lists them.',
}
