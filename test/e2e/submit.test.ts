import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import { makeUnique, samplePdf, scannedPdf, textPdf } from '../fixtures/pdfs.ts'
import { docket, temporaryFolder } from '../support/processes/command.ts'
import { docketForTest } from '../support/docket/docket.ts'
import { fileServerForTest } from '../support/servers/file-server.ts'
import { faultyProxy } from '../support/servers/faulty-proxy.ts'
import { jwtSecret, createAuthHeaders } from '../support/docket/tokens.ts'

async function stage(settings: Parameters<typeof docketForTest>[0] = {}) {
  const server = await docketForTest({ tokens: { secret: jwtSecret }, ...settings })
  server.startWorking()
  const { url } = server
  const cwd = await temporaryFolder()
  await mkdir(path.join(cwd, 'more'))
  await writeFile(path.join(cwd, 'a.pdf'), makeUnique(await textPdf({ text: 'First' })))
  await writeFile(path.join(cwd, 'more/a.pdf'), makeUnique(await textPdf({ text: 'Second' })))
  await writeFile(path.join(cwd, 'scan.pdf'), await scannedPdf())
  await writeFile(path.join(cwd, 'page.pdf'), '<html>')
  const proxy = await faultyProxy(url)
  const submit = (...args: string[]) => docket(['submit', ...args, '--server', proxy.url], { cwd })
  return { url, cwd, submit, proxy }
}

describe('docket submit', () => {
  it('sends documents, waits, writes each result and lists failed documents', async () => {
    const { cwd, submit } = await stage()
    const sources = ['a.pdf', 'more/a.pdf', 'page.pdf', 'scan.pdf', 'none.pdf']
    const result = await submit(...sources, '--wait', '--out', 'out', '--format', 'txt')
    expect(result.code).toBe(1)
    expect((await readdir(path.join(cwd, 'out'))).sort()).toEqual(['a-2.txt', 'a.txt'])
    expect(await readFile(path.join(cwd, 'out/a.txt'), 'utf8')).toContain('First')
    expect(await readFile(path.join(cwd, 'out/a-2.txt'), 'utf8')).toContain('Second')
    expect(result.stderr).toMatch(/^page\.pdf: This file is not a PDF\..*\(NOT_PDF\)$/m)
    expect(result.stderr).toMatch(/^scan\.pdf: No text found.*\(NO_TEXT\)$/m)
    expect(result.stderr).toMatch(/^none\.pdf: File not found\. \(NOT_FOUND\)$/m)
    expect(result.stderr).toMatch(/^a\.pdf: complete$/m)

    const one = await submit('a.pdf', '--wait', '--format', 'txt')
    expect([one.code, one.stdout]).toEqual([0, 'Page 1\nFirst\n'])
  })

  it('sends documents one by one if batches are disabled', async () => {
    const { cwd, submit } = await stage({ isBatchApiEnabled: false })
    const sources = ['a.pdf', 'scan.pdf', 'more/a.pdf']
    const result = await submit(...sources, '--wait', '--out', 'out', '--format', 'txt')
    expect(result.stderr).toMatch(
      /^a\.pdf: complete\nscan\.pdf: No text found.*\(NO_TEXT\)\nmore\/a\.pdf: complete\n$/,
    )
    expect(result.code).toBe(1)
    expect((await readdir(path.join(cwd, 'out'))).sort()).toEqual(['a-2.txt', 'a.txt'])
    const one = await submit('a.pdf', '--wait', '--format', 'txt')
    expect([one.code, one.stdout]).toEqual([0, 'Page 1\nFirst\n'])
  })

  it("fills batches to the server's limit", async () => {
    const { submit, proxy } = await stage({ maxPdfsPerBatch: 2 })
    const { code, stderr } = await submit('a.pdf', 'more/a.pdf', 'a.pdf', '--wait', '--out', 'out')
    expect([code, stderr]).toEqual([0, 'a.pdf: complete\nmore/a.pdf: complete\na.pdf: complete\n'])
    const postRequests = proxy.requests.filter((request) => request.startsWith('POST'))
    expect(postRequests).toEqual(['POST /api/batch/extract', 'POST /api/upload'])
  })

  it('waits out a rate limit, reports it, and sends the rest', async () => {
    const { cwd, submit, proxy } = await stage()
    const limitOnce = () => proxy.fail(1, 429, 'POST', { 'retry-after': '2' })
    limitOnce()
    const { code, stderr } = await submit('a.pdf', 'more/a.pdf', '--wait', '--out', 'out')
    expect(stderr).toBe(
      'Rate limit reached. Retrying in 3 s.\na.pdf: complete\nmore/a.pdf: complete\n',
    )
    expect(code).toBe(0)
    expect(await readdir(path.join(cwd, 'out'))).toHaveLength(2)
    limitOnce()
    const json = await submit('a.pdf', '--wait', '--json')
    expect([json.code, json.stderr]).toEqual([0, 'Rate limit reached. Retrying in 3 s.\n'])
    limitOnce()
    const quiet = await submit('a.pdf', '--wait', '--quiet')
    expect([quiet.code, quiet.stderr]).toEqual([0, ''])
  })

  it('keeps its session behind a load balancer that sets its own cookie', async () => {
    const { submit, proxy } = await stage()
    proxy.onAnswer((_, headers) => {
      headers['set-cookie'] = ['balancer=1; Path=/', ...(headers['set-cookie'] ?? [])]
    })
    const { code, stdout } = await submit('a.pdf', '--wait', '--format', 'txt')
    expect([code, stdout]).toEqual([0, 'Page 1\nFirst\n'])
  })

  it('continues with accepted documents if the server goes down', async () => {
    const { cwd, submit, proxy } = await stage()
    for (let n = 2; n <= 16; n++)
      await copyFile(path.join(cwd, 'a.pdf'), path.join(cwd, `${n}.pdf`))
    proxy.intercept(({ url }, response) => {
      if (url !== '/api/upload') return false
      response.writeHead(503, { 'retry-after': '600' }).end()
      return true
    })
    const names = Array.from({ length: 15 }, (_, n) => `${n + 2}.pdf`)
    const { code, stderr } = await submit(...names, 'a.pdf', '--wait', '--out', 'out')
    expect(code).toBe(1)
    expect(stderr).toMatch(/^a\.pdf: The server responded with status 503.*\(UNAVAILABLE\)$/m)
    expect(stderr).toMatch(/^16\.pdf: complete$/m)
    expect(await readdir(path.join(cwd, 'out'))).toHaveLength(15)
  })

  it('explains how to fetch results if it cannot wait', async () => {
    const { url, cwd, submit, proxy } = await stage()
    proxy.intercept(({ method }, response) => {
      if (method === 'POST') return false
      response.writeHead(404).end('<html>')
      return true
    })
    const { authorization } = await createAuthHeaders('ada')
    const token = authorization.replace('Bearer ', '')
    const result = await submit('a.pdf', '--wait', '--token', token)
    expect(result.code).toBe(1)
    expect(result.stderr).toContain('but it is not a Docket server')
    const [, id = ''] = /^(\S+)\ta\.pdf\n$/.exec(result.stdout) ?? []
    const [, command = ''] = /To fetch a result: docket (.*)$/m.exec(result.stderr) ?? []
    await vi.waitUntil(
      async () => {
        const response = await fetch(`${url}/api/jobs/${id}?wait=20`, {
          headers: { authorization },
        })
        return ((await response.json()) as { status: string }).status === 'complete'
      },
      { timeout: 60_000 },
    )
    const env = { DOCKET_URL: url, DOCKET_TOKEN: token }
    const fetched = await docket(command.replace('ID', id).split(' '), { cwd, env })
    expect([fetched.code, fetched.stdout]).toEqual([0, 'a.json\n'])
    expect(await readFile(path.join(cwd, 'a.json'), 'utf8')).toContain('First')
  })

  it('creates the results folder before sending, or explains why it cannot', async () => {
    const { cwd, submit, proxy } = await stage()
    await writeFile(path.join(cwd, 'taken'), '')
    const { code, stderr } = await submit('a.pdf', '--wait', '--out', 'taken/below')
    expect([code, stderr]).toEqual([
      2,
      'docket: -o taken/below cannot be written: a file of this name exists.\n',
    ])
    expect(proxy.requests).toEqual([])
  })

  it('sends URLs along with files, in order', async () => {
    const remotePdf = makeUnique(await textPdf({ text: 'From afar' }))
    const site = await fileServerForTest((_, response) => response.end(remotePdf))
    const { cwd, submit } = await stage()
    const sources = ['a.pdf', `${site.url}/afar.pdf`, 'more/a.pdf']
    const result = await submit(...sources, '--wait', '--out', 'out', '--format', 'txt')
    expect([result.code, result.stderr]).toEqual([
      0,
      sources.map((name) => `${name}: complete\n`).join(''),
    ])
    const read = async (name: string) => readFile(path.join(cwd, 'out', name), 'utf8')
    expect(await read('a.txt')).toContain('First')
    expect(await read('afar.txt')).toContain('From afar')
    expect(await read('a-2.txt')).toContain('Second')
  })

  it('shows progress bars on a terminal and restores it on failure', async ({ skip }) => {
    skip(!existsSync('/usr/bin/script'), 'There is no util-linux, whose script is a terminal.')
    const { cwd, proxy } = await stage()
    const submitInTerminal = (server: string) => {
      const args = [
        path.resolve('dist/main.js'),
        'submit',
        'a.pdf',
        'more/a.pdf',
        '--wait',
        '-o',
        'out',
      ]
      const command = [process.execPath, ...args, '--server', server].join(' ')
      const child = startIn(cwd, 'script', ['--quiet', '--return', '-c', command, '/dev/null'])
      const screen = { shown: '' }
      child.stdout.on('data', (chunk: Buffer) => {
        screen.shown += stripVTControlCharacters(chunk.toString())
      })
      return { screen, ended: waitForExit(child) }
    }
    const { screen, ended } = submitInTerminal(proxy.url)
    const bars = /\d+% a\.pdf +\w+\s[^]*\d+% more\/a\.pdf +\w+\s[^]*\d+% total +\d of 2/
    let drawn: Promise<unknown> | undefined
    proxy.intercept(async ({ url = '' }) => {
      // This request follows the last event of the stream. The progress bars stay visible until its response
      // arrives.
      const isLast = /^\/api\/jobs\/[^/]+$/.test(url)
      if (isLast) await (drawn ??= vi.waitUntil(() => bars.test(screen.shown)).catch(() => false))
      return false
    })
    expect(await ended).toBe(0)
    expect(screen.shown).toMatch(bars)
    expect(screen.shown).toMatch(/a\.pdf: complete\s+more\/a\.pdf: complete\s+out\/a/)
    const nobody = submitInTerminal('http://127.0.0.1:9')
    expect(await nobody.ended).toBe(1)
    expect(nobody.screen.shown).toContain('Cannot reach Docket')
  })

  it("prints the token owner's jobs without waiting", async () => {
    const { url, submit } = await stage()
    const { authorization } = await createAuthHeaders('ada')
    const token = authorization.replace('Bearer ', '')
    const result = await submit('a.pdf', 'more/a.pdf', '--token', token, '--mapping', 'auto')
    expect(result.code).toBe(0)
    const ids = result.stdout
      .trim()
      .split('\n')
      .map((line) => line.split('\t')[0])
    expect(ids).toHaveLength(2)
    const response = await fetch(`${url}/api/jobs/${ids[0]}`, { headers: { authorization } })
    expect(response.status).toBe(200)
  })

  it('exits with 2 for contradictory options, and with 1 if Docket is unreachable', async () => {
    const { cwd, submit, proxy } = await stage()
    for (const args of [
      ['a.pdf'],
      ['a.pdf', '--out', 'x'],
      ['a.pdf', 'scan.pdf', '--wait', '--out', 'one.txt'],
      ['a.pdf', '--wait', '--param', 'nonsense'],
    ]) {
      expect((await submit(...args)).code).toBe(2)
    }
    const unknown = await submit('a.pdf', '--wait', '--mapping', 'nothing_v1')
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('UNKNOWN_MAPPING')])
    const nobody = await docket(['submit', 'a.pdf', '--wait', '--server', 'http://127.0.0.1:9'], {
      cwd,
    })
    expect([nobody.code, nobody.stderr]).toEqual([
      1,
      expect.stringContaining('Cannot reach Docket'),
    ])
    const unreachable = await docket(['submit', 'a.pdf', '--wait', '--server', '127.0.0.1:9'], {
      cwd,
    })
    expect([unreachable.code, unreachable.stderr]).toEqual([
      2,
      expect.stringContaining('begins with http'),
    ])
    proxy.intercept((_, response) => {
      response.writeHead(404).end('<html>')
      return true
    })
    const other = await submit('a.pdf', '--wait')
    expect([other.code, other.stderr]).toEqual([
      1,
      'docket: This address responded with status 404, but it is not a Docket server. Check the address.\n',
    ])
  })

  it('cancels sent documents on Ctrl-C', async () => {
    const { url, db } = await docketForTest()
    const cwd = await temporaryFolder()
    await writeFile(path.join(cwd, 'a.pdf'), await samplePdf())
    const args = [path.resolve('dist/main.js'), 'submit', 'a.pdf', '--wait', '--server', url]
    const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
    const stderr = text(child.stderr)
    const statuses = () => db.query('select status from jobs')
    await vi.waitUntil(async () => (await statuses()).length > 0)
    child.kill('SIGINT')
    expect(await ended).toBe(130)
    expect(await stderr).toContain('Cancelled.')
    expect(await statuses()).toEqual([{ status: 'cancelled' }])
  })
})

describe('the package', () => {
  it('provides a typed client that reads its own uploads', async () => {
    const { url, cwd } = await stage()
    await mkdir(path.join(cwd, 'node_modules'))
    await symlink(path.resolve('.'), path.join(cwd, 'node_modules/docket'))
    await symlink(path.resolve('node_modules/@types'), path.join(cwd, 'node_modules/@types'))
    const example = await readFile('docs/api.md', 'utf8')
    const [, program = ''] = /```ts\n(import [^`]*createDocket[^`]*)```/.exec(example) ?? []
    expect(program).toContain('docket/client')
    const { authorization } = await createAuthHeaders('ada')
    const ready = program
      .replace('https://docket.example.com', url)
      .replace('dk_your_key', authorization.replace('Bearer ', ''))
      .replaceAll('invoice.pdf', 'a.pdf')
    await writeFile(path.join(cwd, 'example.mts'), ready)
    await writeFile(path.join(cwd, 'types.mts'), typed)
    const config = {
      compilerOptions: {
        module: 'nodenext',
        target: 'es2023',
        strict: true,
        types: ['node'],
        noEmit: true,
      },
    }
    await writeFile(path.join(cwd, 'tsconfig.json'), JSON.stringify(config))
    const checked = await run(path.resolve('node_modules/.bin/tsc'), ['-p', '.'], cwd)
    expect(checked).toEqual({ code: 0, stdout: '' })
    const programResult = await run(
      process.execPath,
      ['--import', path.resolve('node_modules/tsx/dist/esm/index.mjs'), 'example.mts'],
      cwd,
    )
    expect(programResult.code).toBe(0)
    expect(programResult.stdout).toContain('complete')
  })
})

/** Uses every type that a program needs for its arguments and results. */
const typed = `
import type { BatchResponse, BatchState, Docket, ErrorCode, Job, JobsPage, JobsQuery, OutputFormat, Summary } from 'docket/client'

export const query: JobsQuery = { status: 'complete', limit: 10 }
export const format: OutputFormat = 'xml'
export const retried: ErrorCode[] = ['RATE_LIMITED']
export const numberOf = (summary: Summary) => summary.kind === 'invoice' ? summary.number : null
export const summaries = (page: JobsPage): (Summary | null)[] => page.jobs.map((job) => job.summary)
export const sent = (docket: Docket, file: Blob): Promise<Job> =>
  docket.upload(file, { filename: 'a.pdf', idempotencyKey: 'a' })
export const both = (docket: Docket, file: Blob): Promise<[BatchResponse, BatchState]> => {
  const submission = docket.batch([file], { idempotencyKey: 'b' })
  return Promise.all([submission, submission.wait()])
}
`

function startIn(cwd: string, command: string, args: string[]) {
  return spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Returns the exit code, once all output is read. */
function waitForExit(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.on('close', resolve))
}

async function run(command: string, args: string[], cwd: string) {
  const child = startIn(cwd, command, args)
  const ended = waitForExit(child)
  return { stdout: await text(child.stdout), code: await ended }
}
