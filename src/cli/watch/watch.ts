/**
 * `docket watch FOLDER`: sends each new PDF in a folder to a server, writes the result, and moves the PDF to `done`,
 * `review` or `failed`. The journal records each step before the next one, so a restart resumes where the last run
 * stopped, and a document that has been processed is never sent again, not even under another name.
 */

import { existsSync } from 'node:fs'
import { mkdir, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { createDocket, type Docket } from '../../client/docket.ts'
import { baseUrlError } from '../../client/response-error.ts'
import { isTransient, sleep } from '../../client/retry.ts'
import { isFetchable } from '../../client/url.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { fetchWithCookies } from '../cookies.ts'
import { parseParamOptions } from '../extract-request.ts'
import { describeError, errorMessage } from '../readers.ts'
import { UsageError } from '../usage.ts'
import type { WatchOptions } from '../watch-command.ts'
import { createOutputFolder } from '../write.ts'
import { type Journal, openJournal } from './journal.ts'
import { folders, type ProcessDeps, processFile } from './process-file.ts'

const scanMs = 1000
/** Another program may still be writing a file that changed more recently than this. */
const settleMs = 2000
/** Documents sent or processed at the same time. */
const maxConcurrency = 15
const retryMs = 5000
const maxRetryMs = 60_000

/** Runs until interrupted or, with `once`, until every PDF in the folder has been processed. */
export async function watchFolder(folder: string, options: WatchOptions): Promise<number> {
  if (!isFetchable(options.server)) throw new UsageError(baseUrlError(options.server).message)
  const params = parseParamOptions(options.param ?? [])
  await prepareFolders(folder, options.out)
  const journal = await openJournal(folder, options.server)
  const stop = new AbortController()
  const onSignal = () => stop.abort()
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
  try {
    const docket = await connect(journal, options, stop.signal)
    const { out = folder, format, mapping } = options
    const deps = { docket, journal, folder, out, format, mapping, params, signal: stop.signal }
    return await run(deps, options)
  } catch (error) {
    if (!stop.signal.aborted) throw error
    return 130
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
    await journal.close()
  }
}

async function prepareFolders(folder: string, out: string | undefined): Promise<void> {
  const kind = await stat(folder).catch(() => undefined)
  if (!kind?.isDirectory()) throw new UsageError(`${folder} is not a folder.`)
  try {
    for (const name of folders) await mkdir(path.join(folder, name), { recursive: true })
  } catch (error) {
    throw new UsageError(`Cannot create folders in ${folder}: ${errorMessage(error)}.`)
  }
  if (out !== undefined) await createOutputFolder(out)
}

/** Reuses the last run's session, so that its documents remain accessible without a token. */
async function connect(
  journal: Journal,
  { server: baseUrl, token }: WatchOptions,
  signal: AbortSignal,
): Promise<Docket> {
  const docket = createDocket({
    baseUrl,
    fetch: fetchWithCookies(journal.cookies),
    ...(token !== undefined && { token }),
  })
  if (token !== undefined) return docket
  await untilAvailable(() => docket.call(routes.whoAmI, { signal }), signal)
  await journal.saveCookies()
  return docket
}

async function run(deps: ProcessDeps, { once }: WatchOptions): Promise<number> {
  const { signal } = deps
  const active = new Map<string, Promise<void>>()
  /** Files that cannot even be moved; reported once per run. */
  const ignored = new Set<string>()
  let failed = 0
  const start = async (name: string): Promise<void> => {
    try {
      if (!(await untilAvailable(() => processFile(deps, name), signal))) failed += 1
    } catch (error) {
      const isRemoved = !existsSync(path.join(deps.folder, name))
      if (signal.aborted || isRemoved) return
      failed += 1
      ignored.add(name)
      process.stderr.write(`${name}: ${describeError(error)}\n`)
    } finally {
      active.delete(name)
    }
  }
  while (!signal.aborted) {
    const { ready, unsettled: unsettledCount } = await findPdfs(deps.folder)
    const waiting = ready.filter((name) => !active.has(name) && !ignored.has(name))
    for (const name of waiting.slice(0, maxConcurrency - active.size)) active.set(name, start(name))
    if (once && active.size === 0 && unsettledCount === 0) return failed > 0 ? 1 : 0
    await Promise.race([sleep(scanMs, signal), ...(once ? active.values() : [])]).catch(
      () => undefined,
    )
  }
  await Promise.all(active.values())
  return 130
}

/** PDFs directly in the folder, sorted by name. Recently changed files are counted but not returned. */
async function findPdfs(folder: string): Promise<{ ready: string[]; unsettled: number }> {
  const ready: string[] = []
  let unsettledCount = 0
  const entries = await readdir(folder, { withFileTypes: true })
  for (const { name } of entries.filter((entry) => entry.isFile() && isPdfName(entry.name))) {
    const info = await stat(path.join(folder, name)).catch(() => undefined)
    if (info === undefined) continue
    if (Date.now() - info.mtimeMs < settleMs) unsettledCount += 1
    else ready.push(name)
  }
  return { ready: ready.toSorted(), unsettled: unsettledCount }
}

function isPdfName(name: string): boolean {
  return /\.pdf$/i.test(name) && !name.startsWith('.')
}

/** Repeats the work, which resumes from the journal, until the server responds. */
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
