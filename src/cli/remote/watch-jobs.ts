import { routes } from '../../domain/api/routes/routes.ts'
import { describeError } from '../io/describe-error.ts'
import { toExitCode } from '../io/exit-codes.ts'
import { note, printJsonLine, printLine } from '../io/print.ts'
import { createProgressBars } from '../io/progress-bars.ts'
import { failedDocument } from '../io/report.ts'
import type { DocumentResult } from '../io/shapes.ts'
import { connect, requireToken, type ServerOptions, createStopSignal } from './connect.ts'
import { toFailure, waitForEnd } from './follow-sent.ts'
import { describeStatus, parseIds } from './jobs.ts'
import { toJobResult } from './save-results.ts'

/** Follows jobs until all have ended. */
export async function watchJobs(given: string[], options: ServerOptions): Promise<number> {
  requireToken(options)
  const ids = parseIds(given)
  let say = (line: string) => note(line, { quiet: options.quiet ?? false })
  const docket = connect(options, (line) => say(line))
  // Loads the jobs before drawing the bars, which show their names.
  const jobs = await Promise.all(ids.map((id) => docket.call(routes.getJob, { params: { id } })))
  const bars = createProgressBars(
    jobs.map((job) => job.original_filename),
    options,
  )
  say = (line) => bars.say(line)
  const { signal, release } = createStopSignal()
  const follow = async (id: string, index: number): Promise<DocumentResult> => {
    const onMove = ({ progress, stage }: { progress: number; stage: string }) =>
      bars.move(index, progress, stage)
    const job = await waitForEnd(docket, id, { signal, onProgress: onMove })
    const failure = toFailure(job)
    if (failure) bars.end(index, [describeError(failure)], true)
    else bars.end(index, [describeStatus(job), ...job.review_reasons.map(({ message }) => message)])
    const document = failure ? failedDocument(id, failure, job) : toJobResult(id, job)
    if (options.json) printJsonLine(document)
    return document
  }
  try {
    const documents = await Promise.all(ids.map(follow))
    bars.stop()
    if (!options.json) for (const { source, status } of documents) printLine(`${source}\t${status}`)
    return toExitCode(documents)
  } catch (error) {
    if (signal.aborted) return 130
    throw error
  } finally {
    bars.stop()
    release()
  }
}
