import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Scope } from '../../src/domain/api/identity.ts'
import { createKey } from '../../src/identity/api-keys.ts'
import { samplePdf, textPdf } from '../fixtures/pdfs.ts'
import { docket, temporaryFolder } from '../support/command.ts'
import { docketForTest, type TestDocket } from '../support/docket.ts'
import { fileServerForTest } from '../support/file-server.ts'

interface Entry {
  command: string
  args: string[]
  env: Record<string, string>
}

/** The configuration from docs/mcp.md, for this test's Docket. */
async function readDocumentedConfig(env: Record<string, string>): Promise<Entry> {
  const page = await readFile('docs/mcp.md', 'utf8')
  const block = /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  const { docket: entry } = (JSON.parse(block) as { mcpServers: Record<string, Entry> }).mcpServers
  if (!entry) throw new Error('docs/mcp.md has no entry "docket"')
  expect(Object.keys(entry.env)).toEqual(['DOCKET_URL', 'DOCKET_TOKEN'])
  const args = entry.args.map((arg) => arg.replace('/opt/docket', path.resolve('.')))
  return { command: entry.command, args, env: { ...entry.env, ...env } }
}

async function startAssistant(url: string, token: string): Promise<Client> {
  const { command, args, env } = await readDocumentedConfig({
    DOCKET_URL: url,
    DOCKET_TOKEN: token,
  })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StdioClientTransport({ command, args, env, cwd: await temporaryFolder() }),
  )
  onTestFinished(() => client.close())
  return client
}

async function keyFor({ db }: TestDocket, scopes: Scope[] = ['read', 'write']): Promise<string> {
  return createKey(db, { name: 'assistant', user: null, scopes, tier: 'standard', days: null })
}

async function call(client: Client, name: string, input: Record<string, unknown> = {}) {
  const { structuredContent, content, isError } = await client.callTool({ name, arguments: input })
  const [first] = content
  const text = first?.type === 'text' ? first.text : ''
  return { data: structuredContent as Record<string, never>, text, isError: isError ?? false }
}

describe('docket mcp', () => {
  it('converts a document for an assistant, from submission to result', async () => {
    const server = await docketForTest()
    server.startWorking()
    const client = await startAssistant(server.url, await keyFor(server))
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'list_mappings',
      'submit',
      'status',
      'result',
      'list_failures',
    ])
    const { data: known } = await call(client, 'list_mappings')
    expect(known).toMatchObject({ default_mapping: 'auto' })
    const file = path.join(await temporaryFolder(), 'invoice.pdf')
    await writeFile(file, await samplePdf())
    const { data: job } = await call(client, 'submit', { path: file })
    expect(job).toMatchObject({ original_filename: 'invoice.pdf', mapping: 'auto' })
    const { data: ended } = await call(client, 'status', { job_id: job.id, wait_seconds: 50 })
    expect(ended).toMatchObject({ status: 'complete', read_by: 'sample_invoice_v1' })
    expect(ended.next).toMatch(/^Call result\. Tell the user/)
    const { data: reading } = await call(client, 'result', { job_id: job.id })
    expect(reading.text).toContain('LC-2026-0042')
    const { data: table } = await call(client, 'result', { job_id: job.id, format: 'csv' })
    expect(table).toMatchObject({ content_type: 'text/csv; charset=utf-8', next_offset: null })
  })

  it('lists failed jobs with the reason and whether a retry may help', async () => {
    const server = await docketForTest()
    server.startWorking()
    const stranger = await fileServerForTest((_, response) => void response.writeHead(404).end())
    const client = await startAssistant(server.url, await keyFor(server))
    const { data: job } = await call(client, 'submit', { url: `${stranger.url}/a.pdf` })
    const { data: ended } = await call(client, 'status', { job_id: job.id, wait_seconds: 50 })
    expect(ended).toMatchObject({ status: 'failed', error_code: 'FETCH_REFUSED' })
    expect(ended.next).toBe('Tell the user what error_message says.')
    const { data } = await call(client, 'list_failures')
    expect(data).toMatchObject({
      failed: 1,
      jobs: [{ id: job.id, error_code: 'FETCH_REFUSED', may_pass: false }],
    })
  })

  it('returns a long result in parts that join to form the whole', async () => {
    const server = await docketForTest()
    server.startWorking()
    const client = await startAssistant(server.url, await keyFor(server))
    const file = path.join(await temporaryFolder(), 'long.pdf')
    await writeFile(file, await textPdf({ pages: 200, text: 'All work and no play. '.repeat(15) }))
    const { data: job } = await call(client, 'submit', { path: file, mapping: 'document_text_v1' })
    await call(client, 'status', { job_id: job.id, wait_seconds: 50 })
    const parts: string[] = []
    for (let offset: unknown = 0; offset !== null; ) {
      const { data } = await call(client, 'result', { job_id: job.id, format: 'txt', offset })
      parts.push(data.text ?? '')
      offset = data.next_offset
      if (offset === null) expect(parts.join('')).toHaveLength(data.characters ?? 0)
    }
    expect(parts.length).toBeGreaterThan(1)
    expect(parts.join('').match(/\bplay\b/g)).toHaveLength(200 * 15)
  })

  it('explains what to do when a call fails', async () => {
    const server = await docketForTest()
    const client = await startAssistant(server.url, await keyFor(server))
    const errorText = async (name: string, input: Record<string, unknown>) => {
      const { isError, text } = await call(client, name, input)
      expect(isError).toBe(true)
      return text
    }
    const nobody = '00000000-0000-7000-8000-000000000000'
    expect(await errorText('submit', {})).toBe('INVALID_REQUEST: Pass either path or url.')
    expect(await errorText('submit', { path: '/no/such.pdf' })).toMatch(
      /^NO_FILE: Cannot read \/no\/such\.pdf \(ENOENT\)\. Pass the full path/,
    )
    expect(await errorText('submit', { url: 'http://x.invalid', mapping: 'x_v1' })).toMatch(
      /^UNKNOWN_MAPPING: .* Use list_mappings to see the available mappings\.$/,
    )
    expect(await errorText('status', { job_id: nobody })).toMatch(/^NOT_FOUND: /)
    expect(await errorText('result', { job_id: 'x' })).toContain('job_id')
  })

  it('reports a rejected key and a wrong URL', async () => {
    const server = await docketForTest()
    const reader = await startAssistant(server.url, await keyFor(server, ['read']))
    const submitted = await call(reader, 'submit', { url: 'https://example.com/a.pdf' })
    expect(submitted.text).toMatch(/^MISSING_SCOPE: .* docket keys create NAME --scope write$/)
    const stranger = await startAssistant(server.url, `dk_${'0'.repeat(12)}_nobody`)
    expect((await call(stranger, 'list_failures')).text).toMatch(
      /^UNAUTHORIZED: .* Set DOCKET_TOKEN/,
    )
    await server.close()
    const { text } = await call(reader, 'submit', { url: 'https://example.com/a.pdf' })
    expect(text).toMatch(/^UNAVAILABLE: .* Is Docket running there\?$/)
  })

  it('does not start without a key and explains how to create one', async () => {
    const { code, stdout, stderr } = await docket(['mcp'], { cwd: await temporaryFolder() })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/needs DOCKET_TOKEN.*docket keys create assistant/)
  })

  it('exits when its parent exits', async () => {
    const env = { DOCKET_TOKEN: 'dk_x' }
    expect((await docket(['mcp'], { env, cwd: await temporaryFolder() })).code).toBe(0)
  })
})
