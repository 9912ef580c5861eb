import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { type AppError, toAppError } from '../../domain/errors/app-error.ts'
import { toStorageError } from '../../domain/errors/system-error.ts'
import { loadEngine } from '../pdf/engine.ts'
import { probe } from '../pdf/probe.ts'
import { splitPdfFile } from '../pdf/split-pages.ts'
import type {
  FileTask,
  ProbeOutcome,
  ProbeResult,
  Reply,
  Results,
  Task,
  TaskFailure,
} from './messages.ts'

// Entry point of a child process. It reads untrusted PDFs, so it has no secrets and may be killed at any time. When its
// parent dies, this handler ends the child if it is idle, and the parent-death signal (fork-child.ts) ends it if it is
// busy.
process.on('disconnect', () => process.exit())
process.on('message', (task: Task) => void runTask(task))

// Reports `up` after loading pdfium, so that loading does not count towards a task's time limit.
void loadEngine()
  .catch(() => undefined)
  .then(() => send({ kind: 'up' }))

// Ctrl-C and service managers signal the whole process group, but the parent decides when to stop.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

/** The current task's output fsyncs that are still running. */
let syncs: Promise<void>[] = []
let syncCount = 0

/** Replies before the outputs are fsynced, so that the next task does not have to wait for the disk. */
async function runTask(task: Task): Promise<void> {
  syncs = []
  try {
    const result = await run(task)
    if (syncs.length === 0) return send({ kind: 'done', result })
    const sync = ++syncCount
    const synced = Promise.all(syncs)
    send({ kind: 'done', result, sync })
    const failure = await synced.then(() => undefined, toFailure)
    send({ kind: 'synced', sync, failure })
  } catch (thrown) {
    send(toFailure(thrown))
  }
}

async function run(task: Task): Promise<Results[Task['kind']]> {
  if (task.kind === 'probe') return probeAll(task.files)
  if (task.kind === 'split') return splitPdfFile(task.file, task.parts)
  if (task.kind !== 'convert') return runFile(task)
  const { convertImageFile } = await import('../images/convert-image.ts')
  return convertImageFile(task.file, task.target)
}

function addSync(syncing: Promise<void>): void {
  // Sends a failed task's error without waiting for its outputs.
  syncing.catch(() => undefined)
  syncs.push(syncing)
}

function toFailure(thrown: unknown): TaskFailure {
  const { code, detail, errors, cause: reason } = toDiskError(thrown) ?? toAppError(thrown)
  const cause = reason === undefined ? null : inspect(reason)
  return { kind: 'failed', code, detail, cause, errors }
}

async function probeAll(files: string[]): Promise<ProbeOutcome[]> {
  const outcomes: ProbeOutcome[] = []
  for (const file of files) outcomes.push(await probeOne(file).catch(toFailure))
  return outcomes
}

async function probeOne(file: string): Promise<ProbeResult> {
  return probe(readFileSync(file))
}

let loading: Promise<typeof import('./file-tasks.ts')> | undefined

/**
 * Loads the readers before the first document and reports `loaded`, so that loading does not count towards a time
 * limit. A child that only opens uploads never needs them and starts in a third of the time.
 */
async function runFile(task: FileTask): Promise<Results[FileTask['kind']]> {
  const isFirst = loading === undefined
  loading ??= import('./file-tasks.ts')
  const { runFileTask } = await loading
  if (isFirst) send({ kind: 'loaded' })
  return runFileTask(task, { onSync: addSync, onProgress: sendProgress })
}

/** Sends progress, except for a single page without OCR, whose result follows immediately. */
function sendProgress(done: number, total: number, scans: number): void {
  if (total > 1 || scans > 0) send({ kind: 'progress', done, total, scans })
}

function send(reply: Reply): void {
  process.send?.(reply)
}

/** Makes a disk error retryable, because it does not depend on the document. */
function toDiskError(thrown: unknown): AppError | undefined {
  const isDisk = thrown instanceof Error && 'syscall' in thrown && 'code' in thrown
  return isDisk ? toStorageError(thrown) : undefined
}
