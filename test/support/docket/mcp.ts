import { Client, type Transport } from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'
import type { Scope } from '../../../src/domain/values/permissions.ts'
import { createKey } from '../../../src/identity/api-keys.ts'
import type { TestDocket } from './docket.ts'

/** Creates an API key for an assistant. */
export function createAssistantKey(
  { db }: TestDocket,
  scopes: Scope[] = ['read', 'write'],
): Promise<string> {
  return createKey(db, { name: 'assistant', user: null, scopes, tier: 'standard', days: null })
}

/** Connects an assistant until the test ends. */
export async function connectAssistant(transport: Transport): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return client
}

export const toolNames = [
  'list_mappings',
  'submit',
  'status',
  'result',
  'list_jobs',
  'retry',
  'cancel',
  'list_failures',
]

/** Calls a tool and returns its data, and its text as an assistant sees it. */
export async function callTool(client: Client, name: string, input: Record<string, unknown> = {}) {
  const { structuredContent, content, isError } = await client.callTool({ name, arguments: input })
  const [first] = content
  const text = first?.type === 'text' ? first.text : ''
  return { data: structuredContent as Record<string, never>, text, isError: isError ?? false }
}
