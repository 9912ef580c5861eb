import { type ChildProcess, spawn } from 'node:child_process'
import { appendFile, copyFile, mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished, vi } from 'vitest'
import { makeUnique, samplePdf, scannedPdf, textPdf } from '../fixtures/pdfs.ts'
import { docket, temporaryFolder } from '../support/processes/command.ts'
import { docketForTest } from '../support/docket/docket.ts'
import { visitor } from '../support/docket/visitor.ts'
import { faultyProxy } from '../support/servers/faulty-proxy.ts'
import { jwtSecret, createAuthHeaders } from '../support/docket/tokens.ts'

async function start() {
  const server = await docketForTest({ tokens: { secret: jwtSecret } })
  server.startWorking()
  const folder = await temporaryFolder()
  return { url: server.url, folder, proxy: await faultyProxy(server.url) }
}

/** Writes a PDF atomically, so that no program is still writing it when it is found. */
async function drop(folder: string, name: string, bytes: Uint8Array | string): Promise<void> {
  const file = path.join(folder, name)
  await writeFile(file, bytes)
  const before = new Date(Date.now() - 60_000)
  await utimes(file, before, before)
}

async function simplePdf(content: string): Promise<Uint8Array> {
  return makeUnique(await textPdf({ text: content }))
}

async function visibleFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort()
}

async function countJobs(url: string, token: { authorization: string }): Promise<number> {
  const response = await visitor(url, token).ask('/api/jobs')
  return ((await response.json()) as { jobs: unknown[] }).jobs.length
}

it('saves results and sorts PDFs by outcome', async () => {
  const { url, folder } = await start()
  await drop(folder, 'a.pdf', await simplePdf('First'))
  await drop(folder, 'B.PDF', await simplePdf('Second'))
  await drop(folder, 'scan.pdf', await scannedPdf())
  await drop(folder, 'page.pdf', '<html>')
  await drop(folder, 'notes.txt', 'not a PDF')
  await writeFile(path.join(folder, 'a.txt'), 'of somebody else')

  const run = await docket(['watch', folder, '--once', '--format', 'txt', '--server', url])
  expect(await visibleFiles(folder)).toEqual([
    'B.txt',
    'a-2.txt',
    'a.txt',
    'done/B.PDF',
    'done/a.pdf',
    'failed/page.pdf',
    'failed/scan.pdf',
    'notes.txt',
  ])
  expect(await readFile(path.join(folder, 'a.txt'), 'utf8')).toBe('of somebody else')
  expect(await readFile(path.join(folder, 'a-2.txt'), 'utf8')).toContain('First')
  expect(run.stderr).toMatch(/^a\.pdf: complete; result: .*a-2\.txt$/m)
  expect(run.stderr).toMatch(/^page\.pdf: .*\(NOT_PDF\); moved to failed\/page\.pdf$/m)
  expect(run.stderr).toMatch(/^scan\.pdf: No text found.*\(NO_TEXT\)/m)
  expect(run.code).toBe(1)
})

it('writes no Coretax file for a document that cannot be filed yet', async () => {
  const { url, folder } = await start()
  await drop(folder, 'bill.pdf', await samplePdf())
  const run = await docket(['watch', folder, '--once', '--format', 'xml', '--server', url])
  expect(await visibleFiles(folder)).toEqual(['review/bill.pdf'])
  expect(run.stderr).toMatch(/^bill\.pdf: needs review; no result yet\. .*NPWP missing/m)
  expect(run.stderr).toContain('(NOT_FILEABLE)')
  expect(run.code).toBe(3)
})

it('never processes a document twice, but retries failed documents', async () => {
  const { url, folder } = await start()
  const token = await createAuthHeaders('accountant')
  const watch = () =>
    docket(['watch', folder, '--once', '--out', path.join(folder, 'out'), '--server', url], {
      env: { DOCKET_TOKEN: token.authorization.replace('Bearer ', '') },
    })
  const bytes = await simplePdf('Same')
  await drop(folder, 'a.pdf', bytes)
  await drop(folder, 'scan.pdf', await scannedPdf())
  expect((await watch()).code).toBe(1)
  // A crash cuts off the last line of the journal.
  await appendFile(path.join(folder, '.docket-watch.jsonl'), '{"server":')
  await drop(folder, 'again.pdf', bytes)
  const second = await watch()
  expect(second.stderr).toBe('again.pdf: already processed as a.pdf; moved to done/again.pdf\n')
  expect(await countJobs(url, token)).toBe(2)

  await copyFile(path.join(folder, 'failed/scan.pdf'), path.join(folder, 'scan.pdf'))
  const third = await watch()
  expect(third.stderr).toMatch(/^scan\.pdf: .*; moved to failed\/scan-2\.pdf\n$/)
  expect(await countJobs(url, token)).toBe(3)
})

it('waits out a rate limit and reports it', async () => {
  const { folder, proxy } = await start()
  await drop(folder, 'a.pdf', await simplePdf('Limited'))
  proxy.fail(1, 429, 'POST', { 'retry-after': '1' })
  const run = await docket(['watch', folder, '--once', '--json', '--server', proxy.url])
  expect([run.code, run.stderr]).toEqual([0, 'Rate limit reached. Retrying in 2 s.\n'])
})

it('resumes after a crash with the same job and session', async () => {
  const { folder, proxy } = await start()
  await drop(folder, 'a.pdf', await simplePdf('First'))
  const isHeld = { download: true }
  proxy.intercept(({ url }) => isHeld.download && /\/download/.test(url ?? ''))
  const child = watchProcess(folder, proxy.url)
  await expect.poll(() => proxy.requests.some((request) => /\/download/.test(request))).toBe(true)
  child.kill('SIGKILL')
  await new Promise((resolve) => child.on('exit', resolve))
  expect(await visibleFiles(folder)).toEqual(['a.pdf'])

  isHeld.download = false
  const run = await docket(['watch', folder, '--once', '--server', proxy.url])
  expect(run.stderr).toMatch(/^a\.pdf: complete/)
  expect(await visibleFiles(folder)).toEqual(['a.json', 'done/a.pdf'])
  const uploads = proxy.requests.filter((request) => request === 'POST /api/upload')
  expect(uploads).toHaveLength(1)
})

it('keeps watching: waits for complete files and for the server, and ends on Ctrl-C', async () => {
  const { folder, proxy } = await start()
  const outage = { isOn: true }
  proxy.intercept((_, response) => {
    if (outage.isOn) response.writeHead(503, { 'retry-after': '600' }).end()
    return outage.isOn
  })
  const child = watchProcess(folder, proxy.url)
  const log = text(child.stderr as NodeJS.ReadableStream)
  await expect.poll(() => proxy.requests.length).toBeGreaterThan(0)
  outage.isOn = false
  const bytes = await simplePdf('Slowly copied')
  await writeFile(path.join(folder, 'a.pdf'), bytes.slice(0, 100))
  await writeFile(path.join(folder, 'a.pdf'), bytes)
  await vi.waitFor(async () => {
    expect(await visibleFiles(folder)).toEqual(['a.json', 'done/a.pdf'])
  }, 60_000)

  const other = await docket(['watch', folder, '--server', proxy.url])
  expect([other.code, other.stderr]).toEqual([
    2,
    expect.stringMatching(/^docket: Process \d+ is already watching /),
  ])
  child.kill('SIGINT')
  expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(130)
  expect(await log).toMatch(/\(UNAVAILABLE\) Retrying in 5 s\./)
})

it('rejects anything but a folder', async () => {
  const folder = await temporaryFolder()
  await mkdir(path.join(folder, 'x'))
  const missing = await docket(['watch', path.join(folder, 'none')])
  expect([missing.code, missing.stderr]).toEqual([
    2,
    expect.stringMatching(/is neither a folder nor a job id\.\n$/),
  ])
  const noServer = await docket(['watch', folder, '--server', 'nonsense'])
  expect(noServer.code).toBe(2)
})

function watchProcess(folder: string, server: string): ChildProcess {
  const args = [path.resolve('dist/main.js'), 'watch', folder, '--server', server]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}
