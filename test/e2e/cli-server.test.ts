import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { Documents, DocumentResult, JobActions } from '../../src/cli/io/shapes.ts'
import { JobsPage } from '../../src/domain/api/routes/jobs.ts'
import { JobDetail } from '../../src/domain/job/job.ts'
import { createKey } from '../../src/identity/api-keys.ts'
import { makeUnique, samplePdf, scannedPdf, textPdf } from '../fixtures/pdfs.ts'
import { docket, temporaryFolder } from '../support/processes/command.ts'
import { docketForTest } from '../support/docket/docket.ts'
import { openTerminal, terminalSkipReason } from '../support/processes/terminal.ts'

async function stage({ isWorking = true } = {}) {
  const server = await docketForTest()
  if (isWorking) server.startWorking()
  const token = await createKey(server.db, {
    name: 'cli',
    user: null,
    scopes: ['read', 'write'],
    tier: 'standard',
    days: null,
  })
  const cwd = await temporaryFolder()
  await writeFile(path.join(cwd, 'a.pdf'), makeUnique(await textPdf({ text: 'First' })))
  await writeFile(path.join(cwd, 'b.pdf'), makeUnique(await textPdf({ text: 'Second' })))
  await writeFile(path.join(cwd, 'scan.pdf'), await scannedPdf())
  await writeFile(path.join(cwd, 'bill.pdf'), await samplePdf())
  const env = { DOCKET_URL: server.url, DOCKET_TOKEN: token, HOME: cwd }
  const run = (args: string[], input?: Uint8Array) =>
    docket(args, { cwd, env, ...(input && { input }) })
  const send = async (...names: string[]) => {
    const { stdout } = await run(['submit', ...names, '--wait', '--json'])
    return Documents.parse(JSON.parse(stdout)).documents.map(({ job_id }) => job_id ?? '')
  }
  return { server, token, cwd, run, send }
}

describe('docket submit', () => {
  it('prints every result if no output path is given, even without a token', async () => {
    const { cwd, server } = await stage()
    const args = ['submit', 'a.pdf', 'b.pdf', '--wait', '--format', 'txt']
    const result = await docket(args, { cwd, env: { DOCKET_URL: server.url, HOME: cwd } })
    expect([result.code, result.stdout]).toEqual([
      0,
      '==> a.pdf <==\nPage 1\nFirst\n\n==> b.pdf <==\nPage 1\nSecond\n\n',
    ])
  })

  it('sends standard input and folders, and reports needed reviews', async () => {
    const { cwd, run } = await stage()
    const piped = await run(['submit', '-', '--wait', '--format', 'txt'], await textPdf())
    expect([piped.code, piped.stdout]).toEqual([0, expect.stringContaining('quick brown fox')])
    await mkdir(path.join(cwd, 'inbox'))
    await writeFile(path.join(cwd, 'inbox/a.pdf'), await samplePdf())
    const folder = await run(['submit', 'inbox', '--wait', '-o', 'out', '--quiet'])
    expect([folder.code, folder.stdout, folder.stderr]).toEqual([3, '', ''])
    expect(await readdir(path.join(cwd, 'out'))).toEqual(['a.json'])
  })

  it('does not overwrite results of an earlier run', async () => {
    const { cwd, run } = await stage()
    const submit = async (name: string) =>
      (await run(['submit', name, '--wait', '-o', 'out', '--format', 'txt'])).stdout
    expect(await submit('a.pdf')).toBe('out/a.txt\n')
    await mkdir(path.join(cwd, 'more'))
    await writeFile(path.join(cwd, 'more/a.pdf'), makeUnique(await textPdf({ text: 'Third' })))
    expect(await submit('more/a.pdf')).toBe('out/a-2.txt\n')
    expect(await readFile(path.join(cwd, 'out/a.txt'), 'utf8')).toContain('First')
  })
})

describe('the server and the token of a command', () => {
  it('come from .env, a token file and the configuration file', async () => {
    const { cwd, server, token } = await stage()
    const list = (env: Record<string, string> = {}) =>
      docket(['list', '--json'], { cwd, env: { HOME: cwd, ...env } })
    expect((await list()).stderr).toContain('set DOCKET_TOKEN or pass --token')
    await writeFile(path.join(cwd, 'secret'), `${token}\n`)
    await writeFile(path.join(cwd, '.env'), `DOCKET_URL=${server.url}\nPORT=x\n`)
    expect((await list({ DOCKET_TOKEN_FILE: 'secret' })).code).toBe(0)
    await writeFile(path.join(cwd, '.env'), `DOCKET_URL=${server.url}\nDOCKET_TOKEN_FILE=secret\n`)
    expect((await list()).code).toBe(0)
    await writeFile(path.join(cwd, '.env'), '')
    await mkdir(path.join(cwd, '.config/docket'), { recursive: true })
    const config = path.join(cwd, '.config/docket/config')
    await writeFile(config, `DOCKET_URL=${server.url}\nDOCKET_TOKEN=${token}\n`)
    await chmod(config, 0o600)
    expect((await list()).code).toBe(0)
    // A .env file in the working folder must not redirect the token to another server.
    await writeFile(path.join(cwd, '.env'), 'DOCKET_URL=http://127.0.0.1:9\n')
    const redirected = await list()
    expect([redirected.code, redirected.stderr]).toEqual([
      2,
      expect.stringContaining('needs a token for http://127.0.0.1:9'),
    ])
  })

  it.each([
    [{ DOCKET_TOKEN: 'x', DOCKET_TOKEN_FILE: 'y' }, 'are both set. Remove one of them.'],
    [{ DOCKET_TOKEN_FILE: '/nowhere' }, 'which cannot be read (ENOENT).'],
    [{ DOCKET_CONFIG: '/nowhere' }, 'The file /nowhere cannot be read (ENOENT).'],
    [{ DOCKET_URL: '127.0.0.1:9', DOCKET_TOKEN: 'x' }, 'begins with http'],
  ])('are rejected with a sentence: %j', async (env, sentence) => {
    const cwd = await temporaryFolder()
    const result = await docket(['list'], { cwd, env: { HOME: cwd, ...env } })
    expect([result.code, result.stderr]).toEqual([2, expect.stringContaining(sentence)])
  })
})

describe('commands for jobs', () => {
  it('list and show jobs', async () => {
    const { run, send } = await stage()
    const [bill = '', scan = ''] = await send('bill.pdf', 'scan.pdf')
    const all = await run(['list'])
    expect(all.code).toBe(0)
    expect(all.stdout).toMatch(
      new RegExp(`^${bill}  complete, needs review  2.* bill\\.pdf  LC-`, 'm'),
    )
    expect(all.stdout).not.toContain('\u001b[')
    expect((await run(['list', '--status', 'failed', '--quiet'])).stdout).toBe(`${scan}\n`)
    const { stdout } = await run(['list', '--needs-review', '--limit', '1', '--json'])
    const page = JobsPage.pick({ jobs: true, next_cursor: true }).strict().parse(JSON.parse(stdout))
    expect(page.jobs.map(({ id }) => id)).toEqual([bill])
    const shown = await run(['show', scan])
    expect(shown.stdout).toMatch(/^scan\.pdf\n {2}id +\S+\n {2}status +failed\n[^]*\(NO_TEXT\)$/m)
    expect(JobDetail.parse(JSON.parse((await run(['show', bill, '--json'])).stdout)).id).toBe(bill)
    const nobody = await run(['show', '00000000-0000-7000-8000-000000000000'])
    expect([nobody.code, nobody.stdout]).toEqual([1, ''])
    expect(await run(['show', 'bill.pdf'])).toMatchObject({
      code: 2,
      stderr: 'docket: "bill.pdf" is not a job id. "docket list" shows the ids of your jobs.\n',
    })
  })

  it('are coloured on a terminal, but not with NO_COLOR', async ({ skip }) => {
    skip(terminalSkipReason !== undefined, terminalSkipReason)
    const { server, token, send } = await stage()
    await send('bill.pdf')
    const list = async (env: Record<string, string>) => {
      const program = `${process.execPath} ${path.resolve('dist/main.js')} list`
      const settings = { DOCKET_URL: server.url, DOCKET_TOKEN: token, TERM: 'xterm-256color' }
      const terminal = openTerminal(program, { ...settings, ...env })
      expect(await terminal.ended).toBe(0)
      return terminal.output()
    }
    expect(await list({})).toContain('\u001b[33mcomplete, needs review')
    const plain = await list({ NO_COLOR: '1' })
    expect(plain).toContain('complete, needs review')
    expect(plain).not.toContain('\u001b[')
  })

  it('find jobs by reference, mapping, number, party and date', async () => {
    const { server, run } = await stage()
    const callback = ['--callback-url', `${server.url}/hook`]
    const sent = await run(['submit', 'bill.pdf', '--reference', 'order 1', ...callback, '--wait'])
    expect(sent.code).toBe(3)
    await run(['submit', 'a.pdf', '--wait', '--quiet'])
    const { stdout } = await run(['list', '--reference', 'order 1', '--quiet'])
    const id = stdout.trim()
    const shown = JobDetail.parse(JSON.parse((await run(['show', id, '--json'])).stdout))
    expect(shown).toMatchObject({ client_reference: 'order 1', callback_url: `${server.url}/hook` })
    expect((await run(['show', id])).stdout).toMatch(/reference +order 1/)
    for (const filter of [
      ['--mapping', shown.read_by ?? ''],
      ['--number', 'LC-2026-0042'],
      ['--party', 'lentera'],
      ['--from', '2026-01-05', '--to', '2026-01-05'],
    ]) {
      const found = await run(['list', ...filter, '--quiet'])
      expect([filter, found.stdout]).toEqual([filter, `${id}\n`])
    }
    expect((await run(['list', '--reference', 'order', '--quiet'])).stdout).toBe('')
  })

  it('cancel, retry and follow jobs', async () => {
    const { server, run } = await stage({ isWorking: false })
    const sent = await run(['submit', 'a.pdf', 'b.pdf', '--json'])
    const [a = '', b = ''] = Documents.parse(JSON.parse(sent.stdout)).documents.map(
      ({ job_id }) => job_id ?? '',
    )
    expect((await run(['cancel', a, b])).stdout).toBe(`${a}\tcancelled\n${b}\tcancelled\n`)
    const again = await run(['cancel', a, '--json'])
    expect(again.code).toBe(1)
    expect(JobActions.parse(JSON.parse(again.stdout)).jobs).toMatchObject([
      { id: a, status: null, error: { message: expect.stringMatching(/\.$/) } },
    ])
    expect(await run(['retry', a, '--quiet'])).toMatchObject({ code: 0, stdout: '', stderr: '' })
    server.startWorking()
    const followed = await run(['watch', a, b])
    expect([followed.code, followed.stdout]).toEqual([1, `${a}\tcomplete\n${b}\tcancelled\n`])
    const line = await run(['watch', a, '--json'])
    expect(DocumentResult.parse(JSON.parse(line.stdout))).toMatchObject({ status: 'complete' })
    expect((await run(['watch', a, '--out', 'x'])).code).toBe(2)
  })

  it('download results into the current folder, to a file or to standard output', async () => {
    const { cwd, run, send } = await stage()
    const [bill = '', a = ''] = await send('bill.pdf', 'a.pdf')
    const both = await run(['download', bill, a])
    expect([both.code, both.stdout]).toEqual([3, 'bill.json\na.json\n'])
    expect((await run(['download', a, '--format', 'txt', '-o', '-'])).stdout).toContain('First')
    const table = await run(['download', bill, '-o', 'table.csv', '--json'])
    expect(JSON.parse(table.stdout)).toMatchObject({
      documents: [{ source: bill, format: 'csv', file: 'table.csv', needs_review: true }],
    })
    expect(await readFile(path.join(cwd, 'table.csv'), 'utf8')).toContain('LC-2026-0042')
    expect((await run(['download', a, '--source'])).stdout).toBe('a.pdf\n')
    const source = await run(['download', bill, '--source'])
    expect([source.code, source.stdout, source.stderr]).toEqual([0, 'bill.pdf\n', ''])
    const missing = await run(['download', '00000000-0000-7000-8000-000000000000'])
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('(NOT_FOUND)')])
  })

  it('watch a folder and print one JSON object per document', async () => {
    const { cwd, run } = await stage()
    await mkdir(path.join(cwd, 'inbox'))
    await writeFile(path.join(cwd, 'inbox/bill.pdf'), await samplePdf())
    const watched = await run(['watch', 'inbox', '--once', '--json'])
    expect(watched.code).toBe(3)
    const [line = ''] = watched.stdout.split('\n')
    expect(DocumentResult.parse(JSON.parse(line))).toMatchObject({
      source: 'bill.pdf',
      needs_review: true,
      file: 'inbox/bill.json',
    })
  })

  it('watch a folder for custom fields, under a reference', async () => {
    const { cwd, run } = await stage()
    await mkdir(path.join(cwd, 'inbox'))
    await writeFile(path.join(cwd, 'inbox/bill.pdf'), await samplePdf())
    const schema = { type: 'object', properties: { invoice_number: { type: 'string' } } }
    await writeFile(path.join(cwd, 'schema.json'), JSON.stringify(schema))
    const options = ['--schema', 'schema.json', '--reference', 'order 1', '-o', 'results']
    const watched = await run(['watch', 'inbox', '--once', ...options])
    expect([watched.code, watched.stderr]).toEqual([
      0,
      'bill.pdf: complete; result: results/bill.fields.json\n',
    ])
    expect(JSON.parse(await readFile(path.join(cwd, 'results/bill.fields.json'), 'utf8'))).toEqual({
      invoice_number: 'LC-2026-0042',
    })
    const { stdout } = await run(['list', '--reference', 'order 1', '--quiet'])
    expect(stdout).toMatch(/^[\da-f-]{36}\n$/)
    const none = await run(['watch', stdout.trim(), '--schema', 'schema.json'])
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('--schema')])
  })
})
