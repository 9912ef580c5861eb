/**
 * `docket watch FOLDER` sends each new PDF in a folder to a server, saves the result, and moves the PDF to `done`,
 * `review` or `failed`. The journal records each step before the next one begins, so that a restart resumes where the
 * previous run stopped. A document that was processed is never sent again, even under another name.
 */

import { existsSync } from 'node:fs'
import { mkdir, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { isDocumentName } from '../../domain/document/filename.ts'
import type { Docket } from '../../client/docket.ts'
import { isTransient, sleep } from '../../client/retry.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { parseParamOptions } from '../io/params.ts'
import { describeError, errorMessage } from '../io/describe-error.ts'
import { UsageError } from '../io/usage.ts'
import type { WatchOptions } from '../watch-command.ts'
import { createFolder } from '../io/destination.ts'
import { toExitCode } from '../io/exit-codes.ts'
import { note, printJsonLine } from '../io/print.ts'
import { failedDocument } from '../io/report.ts'
import type { DocumentResult } from '../io/shapes.ts'
import { connect, createStopSignal, requireServer } from '../remote/connect.ts'
import { watchJobs } from '../remote/watch-jobs.ts'
import { type Journal, openJournal } from './journal.ts'
import { outcomeFolders, type ProcessDeps, type Processed, processFile } from './process-file.ts'

const scanMs = 1000
/** Time in ms since the last change before which a file counts as incomplete. */
const settleMs = 2000
/** Maximum number of documents sent or processed concurrently. */
const defaultJobs = 15
const retryMs = 5000
const maxRetryMs = 60_000

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Watches a folder or, if every target is a job ID, follows these jobs. */
export async function watch(targets: string[], options: WatchOptions): Promise<number> {
  const [folder = ''] = targets
  if (targets.every((target) => uuid.test(target) && !existsSync(target))) {
    const { mapping, param, schema, reference, out, format, once } = options
    const given = [mapping, param, schema, reference, out, format, once]
    if (given.some((option) => option !== undefined)) {
      throw new UsageError(
        'With job ids, do not use --mapping, --param, --schema, --reference, --out, --format or --once. To save a result: docket download ID',
      )
    }
    return watchJobs(targets, options)
  }
  if (targets.length > 1) throw new UsageError('Pass one folder, or only job ids.')
  return watchFolder(folder, options)
}

/** Runs until interrupted or, with `once`, until every PDF in the folder has been processed. */
async function watchFolder(folder: string, options: WatchOptions): Promise<number> {
  requireServer(options.server)
  const params = parseParamOptions(options)
  await prepareFolders(folder, options.out)
  const journal = await openJournal(folder, options.server)
  const { signal, release } = createStopSignal()
  try {
    const docket = await connectWatcher(journal, options, signal)
    const { out = folder, format, mapping, reference } = options
    const request = { mapping, params, reference }
    return await run({ docket, journal, folder, out, format, request, signal }, options)
  } catch (error) {
    if (!signal.aborted) throw error
    return 130
  } finally {
    release()
    await journal.close()
  }
}

async function prepareFolders(folder: string, out: string | undefined): Promise<void> {
  const kind = await stat(folder).catch(() => undefined)
  if (!kind?.isDirectory()) throw new UsageError(`${folder} is neither a folder nor a job id.`)
  try {
    for (const name of outcomeFolders) await mkdir(path.join(folder, name), { recursive: true })
  } catch (error) {
    throw new UsageError(`Cannot create folders in ${folder}: ${errorMessage(error)}.`)
  }
  if (out !== undefined) await createFolder(out)
}

/** Connects with the previous run's session, so that its documents remain accessible without a token. */
async function connectWatcher(
  journal: Journal,
  options: WatchOptions,
  signal: AbortSignal,
): Promise<Docket> {
  const docket = connect({ ...options, cookies: journal.cookies })
  if (options.token !== undefined) return docket
  await untilAvailable(() => docket.call(routes.whoAmI, { signal }), signal)
  await journal.saveCookies()
  return docket
}

async function run(deps: ProcessDeps, options: WatchOptions): Promise<number> {
  const { signal } = deps
  const { once, jobs = defaultJobs } = options
  const active = new Map<string, Promise<void>>()
  /** Files that cannot be moved. Each is reported once per run. */
  const ignored = new Set<string>()
  const documents: Pick<DocumentResult, 'error' | 'needs_review'>[] = []
  const report = (name: string, { document, lines }: Processed) => {
    const { error, needs_review } = document
    // A watcher may run for months, so this keeps only what determines the exit code.
    if (once) documents.push({ error, needs_review })
    if (options.json) printJsonLine(document)
    if (error) for (const line of lines) process.stderr.write(`${name}: ${line}\n`)
    else for (const line of lines) note(`${name}: ${line}`, options)
  }
  const start = async (name: string): Promise<void> => {
    try {
      report(name, await untilAvailable(() => processFile(deps, name), signal))
    } catch (error) {
      const isRemoved = !existsSync(path.join(deps.folder, name))
      if (signal.aborted || isRemoved) return
      ignored.add(name)
      report(name, { document: failedDocument(name, error), lines: [describeError(error)] })
    } finally {
      active.delete(name)
    }
  }
  while (!signal.aborted) {
    const { ready, unsettled: unsettledCount } = await findDocuments(deps.folder)
    const waiting = ready.filter((name) => !active.has(name) && !ignored.has(name))
    for (const name of waiting.slice(0, jobs - active.size)) active.set(name, start(name))
    if (once && active.size === 0 && unsettledCount === 0) return toExitCode(documents)
    await Promise.race([sleep(scanMs, signal), ...(once ? active.values() : [])]).catch(
      () => undefined,
    )
  }
  await Promise.all(active.values())
  return 130
}

/**
 * Returns the documents directly in the folder, sorted by name. Counts files that changed recently but does not return
 * them.
 */
async function findDocuments(folder: string): Promise<{ ready: string[]; unsettled: number }> {
  const ready: string[] = []
  let unsettledCount = 0
  const entries = await readdir(folder, { withFileTypes: true })
  for (const { name } of entries.filter((entry) => entry.isFile() && isWatched(entry.name))) {
    const info = await stat(path.join(folder, name)).catch(() => undefined)
    if (info === undefined) continue
    if (Date.now() - info.mtimeMs < settleMs) unsettledCount += 1
    else ready.push(name)
  }
  return { ready: ready.toSorted(), unsettled: unsettledCount }
}

function isWatched(name: string): boolean {
  return isDocumentName(name) && !name.startsWith('.')
}

/**
 * Repeats the work until the server is available. Thanks to the journal, each repetition resumes where the last one
 * stopped.
 */
async function untilAvailable<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let waitMs = retryMs; ; waitMs = Math.min(waitMs * 2, maxRetryMs)) {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted || !isTransient(error)) throw error
      process.stderr.write(`${describeError(error)} Retrying in ${waitMs / 1000} s.\n`)
      await sleep(waitMs, signal)
    }
  }
}
