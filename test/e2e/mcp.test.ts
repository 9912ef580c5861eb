import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, it } from 'vitest'
import { samplePdf, textPdf } from '../fixtures/pdfs.ts'
import { docket, temporaryFolder } from '../support/processes/command.ts'
import { docketForTest } from '../support/docket/docket.ts'
import { fileServerForTest } from '../support/servers/file-server.ts'
import { callTool, connectAssistant, createAssistantKey, toolNames } from '../support/docket/mcp.ts'

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
  return connectAssistant(
    new StdioClientTransport({ command, args, env, cwd: await temporaryFolder() }),
  )
}

describe('docket mcp', () => {
  it('converts a document for an assistant, from submission to result', async () => {
    const server = await docketForTest()
    server.startWorking()
    const client = await startAssistant(server.url, await createAssistantKey(server))
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(toolNames)
    const { data: known } = await callTool(client, 'list_mappings')
    expect(known).toMatchObject({ default_mapping: 'auto' })
    const file = path.join(await temporaryFolder(), 'invoice.pdf')
    await writeFile(file, await samplePdf())
    const { data: job } = await callTool(client, 'submit', { path: file })
    expect(job).toMatchObject({ original_filename: 'invoice.pdf', mapping: 'auto' })
    const { data: ended } = await callTool(client, 'status', { job_id: job.id, wait_seconds: 50 })
    expect(ended).toMatchObject({ status: 'complete', read_by: 'sample_invoice_v1' })
    expect(ended.next).toMatch(/^Call result\. Tell the user/)
    const { data: reading } = await callTool(client, 'result', { job_id: job.id })
    expect(reading.text).toContain('LC-2026-0042')
    const { data: table } = await callTool(client, 'result', { job_id: job.id, format: 'csv' })
    expect(table).toMatchObject({ content_type: 'text/csv; charset=utf-8', next_offset: null })
  })

  it('lists failed jobs with the reason and whether a retry may help', async () => {
    const server = await docketForTest()
    server.startWorking()
    const stranger = await fileServerForTest((_, response) => void response.writeHead(404).end())
    const client = await startAssistant(server.url, await createAssistantKey(server))
    const { data: job } = await callTool(client, 'submit', { url: `${stranger.url}/a.pdf` })
    const { data: ended } = await callTool(client, 'status', { job_id: job.id, wait_seconds: 50 })
    expect(ended).toMatchObject({ status: 'failed', error_code: 'FETCH_REFUSED' })
    expect(ended.next).toBe('Tell the user what error_message says.')
    const { data } = await callTool(client, 'list_failures')
    expect(data).toMatchObject({
      failed: 1,
      jobs: [{ id: job.id, error_code: 'FETCH_REFUSED', may_pass: false }],
    })
  })

  it('returns a long result in parts that join to form the whole', async () => {
    const server = await docketForTest()
    server.startWorking()
    const client = await startAssistant(server.url, await createAssistantKey(server))
    const file = path.join(await temporaryFolder(), 'long.pdf')
    await writeFile(file, await textPdf({ pages: 200, text: 'All work and no play. '.repeat(15) }))
    const { data: job } = await callTool(client, 'submit', {
      path: file,
      mapping: 'document_text_v1',
    })
    await callTool(client, 'status', { job_id: job.id, wait_seconds: 50 })
    const parts: string[] = []
    for (let offset: unknown = 0; offset !== null; ) {
      const { data } = await callTool(client, 'result', { job_id: job.id, format: 'txt', offset })
      parts.push(data.text ?? '')
      offset = data.next_offset
      if (offset === null) expect(parts.join('')).toHaveLength(data.characters ?? 0)
    }
    expect(parts.length).toBeGreaterThan(1)
    expect(parts.join('').match(/\bplay\b/g)).toHaveLength(200 * 15)
  })

  it('explains what to do when a call fails', async () => {
    const server = await docketForTest()
    const client = await startAssistant(server.url, await createAssistantKey(server))
    const errorText = async (name: string, input: Record<string, unknown>) => {
      const { isError, text } = await callTool(client, name, input)
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

  it('submits only PDFs, even if a document instructs the assistant otherwise', async () => {
    const server = await docketForTest()
    const client = await startAssistant(server.url, await createAssistantKey(server))
    const folder = await temporaryFolder()
    const [secret, pipe] = [path.join(folder, 'id_rsa'), path.join(folder, 'pipe')]
    await writeFile(secret, 'PRIVATE KEY')
    execFileSync('mkfifo', [pipe])
    const submit = async (file: string) => (await callTool(client, 'submit', { path: file })).text
    expect(await submit(secret)).toMatch(/^NOT_PDF: /)
    for (const file of [pipe, folder, '/dev/zero', '/dev/stdin', '/proc/self/environ']) {
      expect([file, await submit(file)]).toEqual([
        file,
        expect.stringMatching(/^(NO_FILE|NOT_PDF): /),
      ])
    }
    expect(await server.files()).toEqual([])
    expect(
      server.log.filter(({ req }) => String((req as { url?: string })?.url).includes('upload')),
    ).toEqual([])
  })

  it('never sends its key to another host, regardless of the tool arguments', async () => {
    const server = await docketForTest()
    const client = await startAssistant(server.url, await createAssistantKey(server))
    const stranger = await fileServerForTest((_, response) => void response.end())
    const hostile = [
      '../../admin/overview',
      `${stranger.url}/x`,
      '0198a000-0000-7000-8000-000000000000/../x',
    ]
    for (const job_id of hostile) {
      expect((await callTool(client, 'status', { job_id })).isError).toBe(true)
      expect((await callTool(client, 'result', { job_id, format: 'json' })).isError).toBe(true)
    }
    expect(stranger.requests).toEqual([])
  })

  it('reports a rejected key and a wrong URL', async () => {
    const server = await docketForTest()
    const reader = await startAssistant(server.url, await createAssistantKey(server, ['read']))
    const submitted = await callTool(reader, 'submit', { url: 'https://example.com/a.pdf' })
    expect(submitted.text).toMatch(/^MISSING_SCOPE: .* docket keys create NAME --scope write$/)
    const stranger = await startAssistant(server.url, `dk_${'0'.repeat(12)}_nobody`)
    expect((await callTool(stranger, 'list_failures')).text).toMatch(
      /^UNAUTHORIZED: .* Set DOCKET_TOKEN/,
    )
    await server.close()
    const { text } = await callTool(reader, 'submit', { url: 'https://example.com/a.pdf' })
    expect(text).toMatch(/^UNAVAILABLE: .* Is Docket running there\?$/)
  })

  it('does not start without a key and explains how to create one', async () => {
    const { code, stdout, stderr } = await docket(['mcp'], { cwd: await temporaryFolder() })
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/needs DOCKET_TOKEN.*docket keys create assistant/)
  })

  it('exits when its parent exits', async () => {
    const env = { DOCKET_TOKEN: 'dk_x' }
    expect((await docket(['mcp'], { env, cwd: await temporaryFolder() })).code).toBe(0)
  })
})
