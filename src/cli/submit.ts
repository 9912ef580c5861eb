import { openAsBlob } from 'node:fs'
import path from 'node:path'
import { isFetchable, isHttpUrl } from '../client/url.ts'
import { createDocket, type Docket, type SendOptions, type Source } from '../client/docket.ts'
import { baseUrlError, problemError } from '../client/response-error.ts'
import { AppError, toAppError } from '../domain/errors/errors.ts'
import type { Job } from '../domain/job/job.ts'
import type { DownloadFormat } from '../domain/mapping/output-formats.ts'
import { routes } from '../domain/api/routes/routes.ts'
import { type ProgressBars, createProgressBars } from './progress-bars.ts'
import { fetchWithCookies } from './cookies.ts'
import { parseParamOptions } from './extract-request.ts'
import { followUploads } from './follow-sent.ts'
import { requirePdf, describeError } from './readers.ts'
import { saveResults } from './save-results.ts'
import { UsageError } from './usage.ts'
import { createOutputFolder } from './write.ts'

export interface SubmitOptions {
  server: string
  token?: string
  mapping?: string
  param?: string[]
  wait?: true
  out?: string
  format?: DownloadFormat
}

/** One document and its outcome. */
export interface SubmittedDocument {
  name: string
  job?: Job
  error?: AppError | undefined
}

/** Uploads documents. Exit code 0 if all were processed (without --wait: accepted), 1 if any failed. */
export async function submitDocuments(sources: string[], options: SubmitOptions): Promise<number> {
  rejectContradictions(sources, options)
  const { server: baseUrl, token, out } = options
  if (out !== undefined) await createOutputFolder(out)
  const bars = createProgressBars(sources)
  const docket = createDocket({
    baseUrl,
    fetch: fetchWithCookies(),
    onWait(seconds, { retryAfterSeconds }) {
      if (retryAfterSeconds) bars.say(`The server is busy. Retrying in ${Math.ceil(seconds)} s.`)
    },
    ...(token && { token }),
  })
  const stop = new AbortController()
  const onSignal = () => stop.abort()
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
  const sent: SubmittedDocument[] = sources.map((name) => ({ name }))
  try {
    // Starts the session first, so that every upload belongs to it even if its response is lost.
    if (token === undefined) await docket.call(routes.whoAmI, { signal: stop.signal })
    await sendAll(docket, sent, options, stop.signal)
    reportRejected(sent, bars)
    if (options.wait) await followUploads({ docket, sent, signal: stop.signal }, bars)
  } catch (error) {
    bars.stop()
    if (stop.signal.aborted) return await cancelOrDetach(docket, sent, options)
    reportSubmitted(sent, options)
    throw error
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
  bars.stop()
  if (options.wait) await saveResults(docket, sent, options)
  else printJobs(sent)
  return sent.every(({ error }) => error === undefined) ? 0 : 1
}

function rejectContradictions(
  sources: string[],
  { server, token, wait, out, format }: SubmitOptions,
): void {
  if (!isFetchable(server)) throw new UsageError(baseUrlError(server).message)
  if (!wait && (out !== undefined || format !== undefined)) {
    throw new UsageError('--out and --format require --wait.')
  }
  if (!wait && token === undefined) {
    throw new UsageError(
      'Without a token the results could not be retrieved later: add --wait or --token.',
    )
  }
  if (format !== undefined && out === undefined && sources.length > 1) {
    throw new UsageError('More than one document requires --out FOLDER.')
  }
}

/** Uploads in the given order, in as few batches as possible; one by one where batches are disabled. */
async function sendAll(
  docket: Docket,
  sent: SubmittedDocument[],
  { mapping, param = [] }: SubmitOptions,
  signal: AbortSignal,
): Promise<void> {
  const sendOptions = {
    signal,
    params: parseParamOptions(param),
    ...(mapping !== undefined && { mapping }),
  }
  const queue = [...sent]
  const batchSize = queue.length === 1 ? 1 : await fetchBatchLimit(docket, signal)
  while (queue.length > 0) {
    const group = queue.splice(0, batchSize)
    try {
      await sendGroup(docket, group, sendOptions)
    } catch (thrown) {
      const error = toAppError(thrown)
      const isAway = error.code === 'UNAVAILABLE'
      if (signal.aborted || (isAway && sent.every(({ job }) => job === undefined))) throw thrown
      if (isAway) {
        // Earlier batches were accepted; only the remaining documents fail.
        for (const one of [...group, ...queue.splice(0)]) one.error ??= error
      } else for (const one of group) one.error ??= error
    }
  }
}

async function fetchBatchLimit(docket: Docket, signal: AbortSignal): Promise<number> {
  return (await docket.call(routes.listMappings, { signal })).max_pdfs_per_batch
}

async function sendGroup(
  docket: Docket,
  group: SubmittedDocument[],
  sendOptions: SendOptions,
): Promise<void> {
  const sources: Source[] = []
  const submitted: SubmittedDocument[] = []
  for (const one of group.filter(({ error }) => error === undefined)) {
    try {
      sources.push(await open(one.name))
      submitted.push(one)
    } catch (error) {
      one.error = toAppError(error)
    }
  }
  const [first, source] = [submitted[0], sources[0]]
  if (first === undefined || source === undefined) return
  if (sources.length === 1) {
    first.job = await docket.upload(source, sendOptions)
    return
  }
  const { items } = await docket.batch(sources, sendOptions)
  for (const [index, { job, problem }] of items.entries()) {
    const one = submitted[index]
    if (one && job) one.job = job
    if (one && problem) one.error = problemError(problem)
  }
}

async function open(name: string): Promise<Source> {
  if (isHttpUrl(name)) return name
  await requirePdf(name)
  return new File([await openAsBlob(name)], path.basename(name))
}

function reportRejected(sent: SubmittedDocument[], bars: ProgressBars): void {
  for (const [index, { error }] of sent.entries())
    if (error) bars.end(index, [describeError(error)])
}

function printJobs(sent: SubmittedDocument[]): void {
  for (const { job, name } of sent) if (job) process.stdout.write(`${job.id}\t${name}\n`)
}

/** Explains how to fetch results after the command stops waiting. */
function reportSubmitted(sent: SubmittedDocument[], { server, token }: SubmitOptions): void {
  if (sent.every(({ job }) => job === undefined)) return
  const address = `${server.replace(/\/+$/, '')}/api/jobs/ID/download`
  const sentences =
    token === undefined
      ? 'These jobs were submitted without a token, so their results can no longer be retrieved:'
      : `Submitted jobs keep running. To download a result: curl -H "Authorization: Bearer $DOCKET_TOKEN" -OJ ${address}`
  process.stderr.write(`${sentences}\n`)
  printJobs(sent)
}

/** Cancels jobs that nobody else could retrieve; jobs submitted with a token keep running. */
async function cancelOrDetach(
  docket: Docket,
  sent: SubmittedDocument[],
  options: SubmitOptions,
): Promise<number> {
  if (options.token !== undefined) {
    reportSubmitted(sent, options)
    return 130
  }
  let stopped = 0
  for await (const { id } of docket.jobs()) {
    stopped += 1
    await docket.call(routes.cancelJob, { params: { id } }).catch(() => undefined)
  }
  if (stopped > 0) process.stderr.write('Cancelled.\n')
  return 130
}
