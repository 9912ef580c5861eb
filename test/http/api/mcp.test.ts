import { type Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { readFile } from 'node:fs/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { samplePdf } from '../../fixtures/pdfs.ts'
import { docketForTest, type TestDocket } from '../../support/docket/docket.ts'
import { readError } from '../../support/docket/visitor.ts'
import {
  callTool,
  connectAssistant,
  createAssistantKey,
  toolNames,
} from '../../support/docket/mcp.ts'

function connect(server: TestDocket, key: string): Promise<Client> {
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  return connectAssistant(
    new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit }),
  )
}

describe('MCP over HTTP', () => {
  it('converts a document from submission to result, with a token of the API', async () => {
    const server = await docketForTest()
    server.startWorking()
    const client = await connect(server, await createAssistantKey(server))
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(toolNames)
    const content = Buffer.from(await samplePdf()).toString('base64')
    const { data: job } = await callTool(client, 'submit', { content, filename: 'bill.pdf' })
    expect(job).toMatchObject({ original_filename: 'bill.pdf' })
    const { data: ended } = await callTool(client, 'status', { job_id: job.id, wait_seconds: 50 })
    expect(ended).toMatchObject({ status: 'complete', needs_review: true })
    const { data: reading } = await callTool(client, 'result', { job_id: job.id })
    expect(reading.text).toContain('LC-2026-0042')
    const { data: list } = await callTool(client, 'list_jobs', {
      needs_review: true,
      search: 'bill',
    })
    expect(list).toMatchObject({ jobs: [{ id: job.id }], next_cursor: null })
  })

  it('leaves no timer behind, which would leak memory and delay the shutdown', async () => {
    const timers = vi.spyOn(globalThis, 'setInterval')
    onTestFinished(() => timers.mockRestore())
    const server = await docketForTest({ minBodyRate: { bytes: 1, seconds: 1234 } })
    const client = await connect(server, await createAssistantKey(server))
    for (const input of [{ content: 'x'.repeat(300_000) }, { url: 'http://169.254.169.254/' }])
      await callTool(client, 'submit', input).catch(() => undefined)
    const rateChecks = timers.mock.calls.flatMap(([, ms], nth) =>
      ms === 1_234_000 ? [timers.mock.results[nth]?.value as { _destroyed: boolean }] : [],
    )
    expect(rateChecks.length).toBeGreaterThan(0)
    await expect.poll(() => rateChecks.filter((timer) => !timer._destroyed)).toEqual([])
  })

  it('returns the object that a schema asks for, under the reference of the client', async () => {
    const server = await docketForTest()
    server.startWorking()
    const client = await connect(server, await createAssistantKey(server))
    const content = Buffer.from(await samplePdf()).toString('base64')
    const schema = { type: 'object', properties: { invoice_number: { type: 'string' } } }
    const { data: job } = await callTool(client, 'submit', {
      content,
      schema,
      client_reference: 'order 4711',
    })
    expect(job).toMatchObject({
      client_reference: 'order 4711',
      next: expect.stringContaining('Call status'),
    })
    await callTool(client, 'status', { job_id: job.id, wait_seconds: 50 })
    const { data: object } = await callTool(client, 'result', { job_id: job.id })
    expect(JSON.parse(String(object.text))).toEqual({ invoice_number: 'LC-2026-0042' })
    const blocked = await callTool(client, 'submit', { content, callback_url: 'ftp://x' })
    expect(blocked.text).toMatch(/^BLOCKED_URL: /)
  })

  it('answers the calls in docs/mcp.md', async () => {
    const server = await docketForTest()
    const guide = await readFile('docs/mcp.md', 'utf8')
    const calls = [...guide.matchAll(/-d '([^']*)' "\$DOCKET\/mcp"/g)].map(([, body = '']) => body)
    expect(calls).toHaveLength(2)
    const headers = {
      authorization: `Bearer ${await createAssistantKey(server)}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    for (const body of calls) {
      const response = await fetch(`${server.url}/mcp`, { method: 'POST', headers, body })
      expect([response.status, await response.text()]).toEqual([
        200,
        expect.stringContaining('"result"'),
      ])
    }
  })

  it('cancels and retries a job', async () => {
    const server = await docketForTest()
    const client = await connect(server, await createAssistantKey(server))
    const content = Buffer.from(await samplePdf()).toString('base64')
    const { data: job } = await callTool(client, 'submit', { content })
    const { data: cancelled } = await callTool(client, 'cancel', { job_id: job.id })
    expect(cancelled).toMatchObject({ status: 'cancelled', next: expect.stringContaining('retry') })
    expect((await callTool(client, 'cancel', { job_id: job.id })).isError).toBe(true)
    const { data: retried } = await callTool(client, 'retry', { job_id: job.id })
    expect(retried).toMatchObject({ status: 'queued' })
    const { data: active } = await callTool(client, 'list_jobs', { status: 'active' })
    expect(active).toMatchObject({ jobs: [{ id: job.id }] })
  })

  it('never reads files of the server, and explains which documents it takes', async () => {
    const server = await docketForTest()
    const client = await connect(server, await createAssistantKey(server))
    const local = await callTool(client, 'submit', { path: '/etc/passwd' })
    expect([local.isError, local.text]).toEqual([
      true,
      expect.stringContaining('unknown key "path"; valid keys are url, content, filename'),
    ])
    const { text, isError } = await callTool(client, 'submit', { filename: 'a.pdf' })
    expect([isError, text]).toEqual([true, 'INVALID_REQUEST: Pass either content or url.'])
    const page = await callTool(client, 'submit', {
      content: Buffer.from('<html>').toString('base64'),
    })
    expect(page.text).toMatch(/^NOT_PDF: /)
    expect(await server.files()).toEqual([])
  })

  it('rejects a misspelt argument with a suggestion instead of ignoring it', async () => {
    const server = await docketForTest()
    const client = await connect(server, await createAssistantKey(server))
    const { text, isError } = await callTool(client, 'list_jobs', { staus: 'failed', x: 1 })
    expect([isError, text]).toEqual([
      true,
      expect.stringMatching(/unknown key "staus"; did you mean "status"\?, unknown key "x"; valid/),
    ])
    const { tools } = await client.listTools()
    const strict = tools.filter(({ inputSchema }) => inputSchema['additionalProperties'] === false)
    // Some clients send a placeholder to tools without arguments.
    expect(strict.map(({ name }) => name)).toEqual(
      toolNames.filter((name) => name !== 'list_mappings'),
    )
    expect((await callTool(client, 'list_mappings', { placeholder: '' })).isError).toBe(false)
  })

  it("shows only the caller's jobs and respects the scope of the key", async () => {
    const server = await docketForTest()
    const client = await connect(server, await createAssistantKey(server))
    const content = Buffer.from(await samplePdf()).toString('base64')
    const { data: job } = await callTool(client, 'submit', { content })
    const other = await connect(server, await createAssistantKey(server, ['read']))
    expect((await callTool(other, 'list_jobs')).data).toMatchObject({ jobs: [] })
    expect((await callTool(other, 'status', { job_id: job.id })).text).toMatch(
      /^(FORBIDDEN|NOT_FOUND):/,
    )
    expect((await callTool(other, 'cancel', { job_id: job.id })).text).toMatch(/^MISSING_SCOPE: /)
  })

  it('rejects many calls at once and bodies with many values', async () => {
    const server = await docketForTest()
    const authorization = `Bearer ${await createAssistantKey(server)}`
    const accept = 'application/json, text/event-stream'
    const headers = { authorization, accept, 'content-type': 'application/json' }
    const ask = (body: unknown) =>
      fetch(`${server.url}/mcp`, { method: 'POST', headers, body: JSON.stringify(body) })
    const call = (input: object) => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'list_jobs', arguments: input },
    })
    expect((await ask(Array(10).fill(call({})))).status).toBe(200)
    const many = await ask(Array(11).fill(call({})))
    expect(await readError(many)).toEqual([400, 'INVALID_REQUEST', expect.stringContaining('10')])
    const keys = Object.fromEntries(Array.from({ length: 100_000 }, (_, nth) => [`k${nth}`, 0]))
    const wide = await ask(call(keys))
    expect(await readError(wide)).toEqual([400, 'INVALID_REQUEST', expect.stringContaining('5000')])
    expect((await ask(call({ search: Array(4000).fill(0) }))).status).toBe(200)
  })

  it('rejects callers without a valid token, other sites and other methods', async () => {
    const server = await docketForTest()
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const ask = (headers: Record<string, string>, method = 'POST') =>
      fetch(`${server.url}/mcp`, {
        method,
        headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
        ...(method === 'POST' && { body }),
      })
    const anonymous = await ask({})
    expect(anonymous.headers.get('www-authenticate')).toContain('Bearer')
    expect((await readError(anonymous)).slice(0, 2)).toEqual([401, 'UNAUTHORIZED'])
    expect((await ask({ authorization: 'Bearer dk_wrong' })).status).toBe(401)
    const authorization = `Bearer ${await createAssistantKey(server)}`
    expect((await ask({ authorization, origin: 'https://evil.example' })).status).toBe(403)
    const get = await ask({ authorization }, 'GET')
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
  })
})
