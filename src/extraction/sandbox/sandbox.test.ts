import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import * as hostile from '../../../test/fixtures/hostile-pdfs.ts'
import { encryptedPdf, ownerLockedPdf, scannedPdf, textPdf } from '../../../test/fixtures/pdfs.ts'
import { listChildren, findOnlyChild } from '../../../test/support/processes/children.ts'
import { endSharedSandbox } from '../../../test/support/processes/sandbox.ts'
import { sandboxLimits } from './child-limits.ts'
import { readResidentMegabytes } from './process-memory.ts'
import { startChild } from './child-handle.ts'
import { createSandbox, type Sandbox, type SandboxLimits } from './sandbox.ts'

const referenceData = { folder: path.resolve('.') }

let folder: string

beforeAll(endSharedSandbox)

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'docket-sandbox-'))
  return () => rm(folder, { recursive: true })
})

function createTestSandbox(size: number, limits: Partial<SandboxLimits> = {}): Sandbox {
  const sandbox = createSandbox({ size, referenceData, limits })
  onTestFinished(sandbox.close)
  return sandbox
}

async function storePdf(pdf: Promise<Uint8Array>): Promise<string> {
  const file = path.join(folder, 'source.pdf')
  await writeFile(file, await pdf)
  return file
}

/** A PDF that keeps a child busy for many seconds unless it is killed. */
const createSlowPdf = () => storePdf(hostile.deflateBombPdf())
const slowLimits = { seconds: 60, memory_mb: 8_000 }

const extractTask = (file: string) => ({ file, mapping: 'document_text_v1', params: {}, folder })

describe('extract', () => {
  it('writes each output as a file, even into a shared folder', async () => {
    const sandbox = createTestSandbox(2)
    const task = extractTask(await storePdf(textPdf({ text: 'Zürich' })))
    const results = await Promise.all([sandbox.extract(task, {}), sandbox.extract(task, {})])
    for (const { page_count, word_count, outputs } of results) {
      expect([page_count, word_count]).toEqual([1, 3])
      const [json, txt] = outputs
      expect(json).toMatchObject({
        format: 'json',
        content_type: 'application/json; charset=utf-8',
      })
      expect(txt).toMatchObject({ format: 'txt', bytes: Buffer.byteLength('Page 1\nZürich\n') })
      expect(await readFile(txt?.file ?? '', 'utf8')).toBe('Page 1\nZürich\n')
    }
    const files = results.flatMap(({ outputs }) =>
      outputs.map(({ file }) => path.relative(folder, file)),
    )
    expect(readdirSync(folder).toSorted()).toEqual([...files, 'source.pdf'].toSorted())
  })

  it('reports progress after each page', async () => {
    const progress: number[][] = []
    const task = extractTask(await storePdf(textPdf({ pages: 3 })))
    await createTestSandbox(1).extract(task, { onProgress: (...step) => progress.push(step) })
    expect(progress).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ])
  })

  it('blames the disk, not the document, if a file cannot be read or written', async () => {
    const sandbox = createTestSandbox(1)
    const task = extractTask(await storePdf(textPdf()))
    const missing = sandbox.extract({ ...task, file: path.join(folder, 'nothing.pdf') }, {})
    await expect(missing).rejects.toMatchObject({ code: 'IO_ERROR', cause: /ENOENT/ })
    const missingFolder = sandbox.extract({ ...task, folder: path.join(folder, 'nowhere') }, {})
    await expect(missingFolder).rejects.toMatchObject({ code: 'IO_ERROR' })
  })
})

describe('a hostile document', () => {
  const sandbox = createSandbox({ size: 1, referenceData, limits: { memory_mb: 400 } })
  afterAll(sandbox.close)

  it.each([
    ['a bomb', hostile.deflateBombPdf, 'RESOURCE_LIMIT'],
    ['a bomb as an e-invoice', hostile.attachmentBombPdf, 'RESOURCE_LIMIT'],
    ['a million pages', () => hostile.manyPagesPdf(1_000_000), 'RESOURCE_LIMIT'],
    ['a locked file', encryptedPdf, 'ENCRYPTED_PDF'],
    ['a truncated file', hostile.truncatedPdf, 'BROKEN_PDF'],
    ['a blank scan', scannedPdf, 'NO_TEXT'],
    ['an image of 3.6 gigapixels', hostile.hugeImagePdf, /NO_TEXT|RESOURCE_LIMIT/],
    ['an image that decompresses to gigabytes', hostile.imageBombPdf, /NO_TEXT|RESOURCE_LIMIT/],
    ['a broken JBIG2 image', () => hostile.corruptImagePdf('JBIG2Decode'), 'NO_TEXT'],
    ['a broken JPEG 2000 image', () => hostile.corruptImagePdf('JPXDecode'), 'NO_TEXT'],
    ['a broken JPEG image', () => hostile.corruptImagePdf('DCTDecode'), 'NO_TEXT'],
  ])('fails only its own task: %s', async (_what, pdf, code) => {
    const task = { ...extractTask(await storePdf(pdf())), mapping: 'auto' }
    const outcome = expect.objectContaining({ code: expect.stringMatching(code) })
    await expect(sandbox.extract(task, {})).rejects.toEqual(outcome)
    const next = await sandbox.extract(extractTask(await storePdf(ownerLockedPdf())), {})
    expect(next).toMatchObject({ page_count: 1, word_count: 4 })
  })

  it('is read without NUL characters in its text', async () => {
    const task = extractTask(await storePdf(hostile.nulTextPdf()))
    const { outputs } = await sandbox.extract(task, {})
    expect(await readFile(outputs[0]?.file ?? '', 'utf8')).not.toMatch(/\\u0000|\0|\ufffe/)
  })
})

describe('a document over a limit', () => {
  it.each([
    ['time', { seconds: 1 }, 'Took more than 1 s.'],
    ['memory', { memory_mb: 300 }, 'Took more than 300 MB.'],
  ])('is stopped at its %s limit', async (_resource, limit, message) => {
    const task = extractTask(await createSlowPdf())
    const reading = createTestSandbox(1, { ...slowLimits, ...limit }).extract(task, {})
    await expect(reading).rejects.toMatchObject({ code: 'RESOURCE_LIMIT', cause: { message } })
    expect(listChildren()).toEqual([])
  })
})

describe('a child process', () => {
  it('is started on demand, stays warm and counts towards the limit', async () => {
    const sandbox = createTestSandbox(2)
    const file = await storePdf(textPdf())
    expect(listChildren()).toEqual([])
    await sandbox.probe(file)
    const first = await findOnlyChild()
    await sandbox.probe(file)
    expect(await findOnlyChild()).toBe(first)
    await Promise.all(Array.from({ length: 6 }, () => sandbox.probe(file)))
    // The second child has no command line yet while it replaces setpriv with Node.
    await vi.waitFor(() => expect(listChildren()).toHaveLength(2))
  })

  it('has no environment variables and no console', async () => {
    await createTestSandbox(1).probe(await storePdf(textPdf()))
    const pid = await findOnlyChild()
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean)
    expect(environment.filter((variable) => !variable.startsWith('NODE_CHANNEL_'))).toEqual([])
    expect([1, 2].map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`))).toEqual([
      '/dev/null',
      '/dev/null',
    ])
  })

  it('ignores signals, because its parent decides when it stops', async () => {
    const sandbox = createTestSandbox(1)
    const file = await storePdf(textPdf())
    await sandbox.probe(file)
    const pid = await findOnlyChild()
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.kill(pid, signal)
    await sandbox.probe(file)
    expect(await findOnlyChild()).toBe(pid)
  })

  it.each([
    ['idle', "await sandbox.probe(FILE); console.log('ready')", textPdf, 1],
    ['busy', "void sandbox.extract(TASK, {}); console.log('ready')", hostile.deflateBombPdf, 200],
  ])('exits when its parent is gone, while %s', async (_, work, pdf, megabytes) => {
    const script = path.join(folder, 'parent.mts')
    const sandbox = path.resolve('src/extraction/sandbox/sandbox.ts')
    const file = await storePdf(pdf())
    await writeFile(
      script,
      `import { createSandbox } from '${sandbox}'
       const FILE = '${file}'
       const TASK = ${JSON.stringify(extractTask(file))}
       const sandbox = createSandbox({ size: 1, referenceData: ${JSON.stringify(referenceData)}, limits: ${JSON.stringify(slowLimits)} })
       ${work}`,
    )
    const parent = spawn(process.execPath, ['--import', 'tsx', script])
    onTestFinished(() => void parent.kill('SIGKILL'))
    await once(parent.stdout, 'data')
    const pid = await findOnlyChild(parent.pid)
    await vi.waitFor(() => expect(readResidentMegabytes(pid)).toBeGreaterThan(megabytes))
    parent.kill('SIGKILL')
    await vi.waitFor(() => expect(existsSync(`/proc/${pid}`)).toBe(false))
  })

  it.each([
    ['SIGSEGV', 'RESOURCE_LIMIT'],
    ['SIGABRT', 'RESOURCE_LIMIT'],
    ['SIGKILL', 'UNKNOWN'],
  ])('fails its task and is replaced when killed by %s: %s', async (signal, code) => {
    const sandbox = createTestSandbox(1, slowLimits)
    const reading = sandbox.extract(extractTask(await createSlowPdf()), {})
    const outcome = expect(reading).rejects.toMatchObject({ code })
    process.kill(await findOnlyChild(), signal)
    await outcome
    expect(await sandbox.probe(await storePdf(textPdf()))).toEqual({ page_count: 1 })
  })

  it('is silently replaced if it dies while idle', async () => {
    const sandbox = createTestSandbox(1)
    const file = await storePdf(textPdf())
    await sandbox.probe(file)
    const pid = await findOnlyChild()
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(() => expect(existsSync(`/proc/${pid}`)).toBe(false))
    expect(await sandbox.probe(file)).toEqual({ page_count: 1 })
  })

  it.each([
    ['has reached its task limit', { tasks_per_child: 2 }, 2],
    ['has grown too large', { keep_mb: 1 }, 1],
  ])('is replaced after it %s', async (_reason, limits, tasks) => {
    const sandbox = createTestSandbox(1, limits)
    const task = extractTask(await storePdf(textPdf()))
    const pids = new Set<number>()
    for (let nth = 1; nth <= tasks; nth++) {
      const reading = sandbox.extract(task, {})
      pids.add(await findOnlyChild())
      await reading
    }
    expect(pids.size).toBe(1)
    expect(listChildren()).toEqual([])
  })
})

it('has its memory checked even during many small tasks', async () => {
  const limits = { ...sandboxLimits }
  const reader = startChild(limits)
  onTestFinished(() => reader.end(new Error('The test is over.')))
  const task = { kind: 'probe' as const, files: [await storePdf(textPdf())] }
  await reader.run(task, {})
  expect(reader.isReusable()).toBe(true)
  limits.keep_mb = 1
  let tasks = 0
  do {
    await reader.run(task, {})
    tasks += 1
  } while (reader.isReusable() && tasks < 100)
  expect(tasks).toBeLessThanOrEqual(50)
})

describe('probing several documents together', () => {
  it('returns a result for each document', async () => {
    const sandbox = createTestSandbox(1)
    const files = await Promise.all(
      [textPdf({ pages: 3 }), encryptedPdf(), hostile.truncatedPdf(), textPdf()].map(
        async (pdf, nth) => {
          const file = path.join(folder, `${nth}.pdf`)
          await writeFile(file, await pdf)
          return file
        },
      ),
    )
    const outcomes = await Promise.allSettled(
      [...files, path.join(folder, 'nothing.pdf')].map((file) => sandbox.probe(file)),
    )
    expect(outcomes).toMatchObject([
      { value: { page_count: 3 } },
      { reason: { code: 'ENCRYPTED_PDF' } },
      { reason: { code: 'BROKEN_PDF' } },
      { value: { page_count: 1 } },
      { reason: { code: 'IO_ERROR' } },
    ])
  })

  it('probes all of them, even if the child dies during a probe', async () => {
    const sandbox = createTestSandbox(1)
    const file = await storePdf(textPdf())
    const probing = Promise.all(Array.from({ length: 5 }, () => sandbox.probe(file)))
    process.kill(await findOnlyChild(), 'SIGKILL')
    expect(await probing).toEqual(Array.from({ length: 5 }, () => ({ page_count: 1 })))
  })
})

it('probes documents that share a batch with a document that never ends', async () => {
  const sandbox = createTestSandbox(1, { probe_seconds: 5 })
  const endless = path.join(folder, 'endless.pdf')
  execFileSync('mkfifo', [endless])
  const file = await storePdf(textPdf())
  const outcomes = await Promise.allSettled([file, endless, file].map((it) => sandbox.probe(it)))
  expect(outcomes).toMatchObject([
    { value: { page_count: 1 } },
    { reason: { code: 'RESOURCE_LIMIT' } },
    { value: { page_count: 1 } },
  ])
})

describe("a child's start-up time", () => {
  /** Probes a file while the child seems to take this many seconds to start. */
  async function open(seconds: number) {
    const files = [await storePdf(textPdf())]
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'Date'],
    })
    onTestFinished(() => void vi.useRealTimers())
    const reader = startChild({ ...sandboxLimits, probe_seconds: 10, start_seconds: 60 })
    onTestFinished(() => reader.end(new Error('The test is over.')))
    const opening = reader.run({ kind: 'probe', files }, {})
    vi.advanceTimersByTime(seconds * 1000)
    return opening
  }

  it("does not count towards the document's limit", async () => {
    expect(await open(30)).toEqual([{ page_count: 1 }])
  })

  it("does not count towards the first reading's limit, even if uploads were opened before", async () => {
    const reader = startChild({ ...sandboxLimits, seconds: 10, start_seconds: 60 })
    onTestFinished(() => reader.end(new Error('The test is over.')))
    const task = extractTask(await storePdf(textPdf()))
    await reader.run({ kind: 'probe', files: [task.file] }, {})
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const reading = reader.run({ kind: 'extract', ...task, reference_data: referenceData }, {})
    vi.advanceTimersByTime(30_000)
    expect((await reading).page_count).toBe(1)
  })

  it('fails the task without blaming the document if it takes too long', async () => {
    await expect(open(61)).rejects.toMatchObject({
      code: 'BUSY',
      cause: { message: 'Took more than 60 s.' },
    })
  })

  it('counts towards the memory limit, even before the first message', async () => {
    const reader = startChild({ ...sandboxLimits, memory_mb: 1 })
    onTestFinished(() => reader.end(new Error('The test is over.')))
    const files = [await storePdf(textPdf())]
    await expect(reader.run({ kind: 'probe', files }, {})).rejects.toMatchObject({
      code: 'RESOURCE_LIMIT',
      cause: { message: 'Took more than 1 MB.' },
    })
  })
})

it('rejects a task for a child that has died', async () => {
  const reader = startChild(sandboxLimits)
  const task = { kind: 'probe' as const, files: [await storePdf(textPdf())] }
  await reader.run(task, {})
  await reader.end(new Error('Replaced by the test'))
  await expect(reader.run(task, {})).rejects.toThrow('Replaced by the test')
})

describe('aborting', () => {
  it('kills the busy child and rejects with the reason', async () => {
    const abort = new AbortController()
    const task = extractTask(await createSlowPdf())
    const reading = createTestSandbox(1, slowLimits).extract(task, { signal: abort.signal })
    await findOnlyChild()
    abort.abort(new Error('nobody wants it any more'))
    await expect(reading).rejects.toThrow('nobody wants it any more')
    expect(listChildren()).toEqual([])
  })

  it('removes a task from the queue without moving the others', async () => {
    const sandbox = createTestSandbox(1)
    const file = await storePdf(textPdf())
    const abort = new AbortController()
    const first = sandbox.probe(file)
    const second = sandbox.probe(file, { signal: abort.signal })
    const third = sandbox.probe(file)
    abort.abort(new Error('never mind'))
    await expect(second).rejects.toThrow('never mind')
    expect(await Promise.all([first, third])).toHaveLength(2)
  })
})

describe('close', () => {
  it('stops the children and rejects running, waiting and later tasks', async () => {
    const sandbox = createTestSandbox(1, slowLimits)
    const task = extractTask(await createSlowPdf())
    const tasks = [sandbox.extract(task, {}), sandbox.extract(task, {})]
    const rejections = tasks.map((running) =>
      expect(running).rejects.toMatchObject({ code: 'UNAVAILABLE' }),
    )
    await findOnlyChild()
    await sandbox.close()
    await Promise.all(rejections)
    expect(listChildren()).toEqual([])
    await expect(sandbox.probe(task.file)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})
