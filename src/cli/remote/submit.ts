import type { Docket } from '../../client/docket.ts'
import type { Job } from '../../domain/job/job.ts'
import type { DownloadFormat } from '../../domain/mapping/output-formats.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { describeError } from '../io/describe-error.ts'
import { type Destination, inferFormat, openDestination } from '../io/destination.ts'
import { toExitCode } from '../io/exit-codes.ts'
import { expandInputs } from '../io/inputs.ts'
import { parseParamOptions } from '../io/params.ts'
import { printJson, printLine } from '../io/print.ts'
import { createProgressBars, type ProgressBars } from '../io/progress-bars.ts'
import { failedDocument, printFiles } from '../io/report.ts'
import type { DocumentResult } from '../io/shapes.ts'
import { UsageError } from '../io/usage.ts'
import { connect, type ServerOptions, createStopSignal } from './connect.ts'
import { followUploads } from './follow-sent.ts'
import { saveResults, toJobResult } from './save-results.ts'
import { uploadDocuments, type SubmittedDocument } from './send.ts'

export interface SubmitOptions extends ServerOptions {
  mapping?: string
  param?: string[]
  schema?: string
  reference?: string
  callbackUrl?: string
  wait?: true
  out?: string
  overwrite?: boolean
  jobs?: number
  format?: DownloadFormat
}

/** Uploads documents and, with `wait`, fetches their results. */
export async function submitDocuments(names: string[], options: SubmitOptions): Promise<number> {
  rejectContradictions(options)
  const params = parseParamOptions(options)
  const inputs = await expandInputs(names)
  const bars = createProgressBars(
    inputs.map(({ name }) => name),
    options,
  )
  const docket = connect(options, (line) => bars.say(line))
  const destination = await openDestination(options, inputs.length)
  const { signal, release } = createStopSignal()
  const sent: SubmittedDocument[] = inputs.map((input) => ({ input }))
  try {
    // Starts the session before the first upload, so that all uploads belong to it even if a response is lost.
    if (options.token === undefined) await docket.call(routes.whoAmI, { signal })
    const { mapping, reference, callbackUrl } = options
    await uploadDocuments(docket, sent, {
      signal,
      params,
      ...(mapping !== undefined && { mapping }),
      ...(reference !== undefined && { clientReference: reference }),
      ...(callbackUrl !== undefined && { callbackUrl }),
    })
    reportRejected(sent, bars)
    if (options.wait) await followUploads({ docket, sent, signal }, bars)
  } catch (error) {
    bars.stop()
    if (signal.aborted) return await cancelOrDetach(docket, sent, options)
    reportSubmitted(sent, options)
    throw error
  } finally {
    release()
  }
  bars.stop()
  return options.wait ? printResults(docket, sent, destination, options) : printJobs(sent, options)
}

function rejectContradictions({ token, wait, out, format }: SubmitOptions): void {
  if (!wait && (out !== undefined || format !== undefined)) {
    throw new UsageError('--out and --format require --wait.')
  }
  if (!wait && token === undefined) {
    throw new UsageError(
      'Without a token, the results could not be retrieved later: add --wait or --token.',
    )
  }
}

function reportRejected(sent: SubmittedDocument[], bars: ProgressBars): void {
  for (const [index, { error }] of sent.entries())
    if (error) bars.end(index, [describeError(error)], true)
}

async function printResults(
  docket: Docket,
  sent: SubmittedDocument[],
  destination: Destination,
  options: SubmitOptions,
): Promise<number> {
  const { jobs, json, format = inferFormat(options.out, options) } = options
  const documents = await saveResults(docket, sent, { destination, format, jobs, json })
  if (json) printJson({ documents })
  else printFiles(documents, destination, options)
  return toExitCode(documents)
}

/** Prints the jobs, which continue on the server. */
function printJobs(sent: SubmittedDocument[], { json }: SubmitOptions): number {
  const documents = sent.map(
    ({ input, job, error }): DocumentResult =>
      job ? toJobResult(input.name, job) : failedDocument(input.name, error),
  )
  if (json) printJson({ documents })
  else listJobs(sent)
  return documents.some(({ error }) => error !== null) ? 1 : 0
}

function listJobs(sent: SubmittedDocument[]): void {
  for (const { job, input } of sent) if (job) printLine(`${job.id}\t${input.name}`)
}

/** Explains how to fetch the results of jobs that the command no longer waits for. */
function reportSubmitted(sent: SubmittedDocument[], { token }: SubmitOptions): void {
  const accepted = sent.flatMap(({ job }): Job[] => (job ? [job] : []))
  if (accepted.length === 0) return
  process.stderr.write(
    token === undefined
      ? 'These jobs were submitted without a token, so their results can no longer be retrieved:\n'
      : 'Submitted jobs keep running. To fetch a result: docket download ID\n',
  )
  listJobs(sent)
}

/** Cancels jobs of an anonymous session, which nobody else could retrieve. Jobs submitted with a token keep running. */
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
