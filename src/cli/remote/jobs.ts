import { z } from 'zod'
import type { JobsQuery } from '../../client/docket.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import type { Job, JobDetail } from '../../domain/job/job.ts'
import type { Summary } from '../../domain/job/summary.ts'
import { alignColumns } from '../io/align-columns.ts'
import { colourText } from '../io/colour.ts'
import { note, printJson, printLine } from '../io/print.ts'
import { toCommandError } from '../io/report.ts'
import type { JobActions } from '../io/shapes.ts'
import { UsageError } from '../io/usage.ts'
import { connect, requireToken, type ServerOptions } from './connect.ts'

export interface ListOptions extends ServerOptions {
  status?: NonNullable<JobsQuery['status']>
  search?: string
  needsReview?: true
  reference?: string
  mapping?: string
  number?: string
  party?: string
  from?: string
  to?: string
  seller?: string
  period?: string
  limit: number
  cursor?: string
}

/** Prints jobs, newest first. With `quiet`, prints only their IDs, as input for other commands. */
export async function listJobs(options: ListOptions): Promise<number> {
  requireToken(options)
  const query = toListQuery(options)
  const page = await connect(options).call(routes.listJobs, { query })
  const { jobs, next_cursor } = page
  if (options.json) printJson({ jobs, next_cursor })
  else if (options.quiet) for (const { id } of jobs) printLine(id)
  else {
    const rows = jobs.map((job) => [
      job.id,
      describeStatus(job),
      formatTime(job.created_at),
      [job.original_filename, summarise(job.summary)].filter(Boolean).join('  '),
    ])
    for (const [index, line] of alignColumns(rows, '').entries())
      printLine(colourStatus(line, jobs[index]))
    if (jobs.length === 0) note('No jobs match.', options)
    if (next_cursor !== null) note(`More jobs: repeat with --cursor ${next_cursor}`, options)
  }
  return 0
}

function toListQuery(options: ListOptions): JobsQuery {
  const { status, seller, period, mapping, number, party, limit, cursor } = options
  const query = {
    status,
    seller,
    period,
    mapping,
    number,
    party,
    limit,
    cursor,
    q: options.search,
    client_reference: options.reference,
    date_from: options.from,
    date_to: options.to,
    needs_review: options.needsReview,
  }
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
}

/** Prints everything about one job. */
export async function showJob(id: string, options: ServerOptions): Promise<number> {
  requireToken(options)
  const [job_id = ''] = parseIds([id])
  const job = await connect(options).call(routes.getJob, { params: { id: job_id } })
  if (options.json) printJson(job)
  else for (const line of describeJob(job)) printLine(line)
  return 0
}

function describeJob(job: JobDetail): string[] {
  const { queue_position, eta_seconds, error_code, error_message } = job
  const facts: [string, string | null][] = [
    ['id', job.id],
    ['status', describeStatus(job)],
    ['stage', job.completed_at || job.failed_at ? null : `${job.stage}, ${job.progress} %`],
    ['queue position', queue_position === null ? null : String(queue_position)],
    ['time left', eta_seconds === null ? null : `${Math.ceil(eta_seconds)} s`],
    ['reference', job.client_reference],
    ['mapping', job.read_by ?? job.mapping],
    ['summary', summarise(job.summary) || null],
    ['source', job.source_url],
    ['created', formatTime(job.created_at)],
    ['attempts', String(job.attempt_count)],
    ['formats', job.outputs.map(({ format }) => format).join(' ') || null],
    ['error', error_code === null ? null : `${error_message} (${error_code})`],
  ]
  const rows = facts.flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
  const doubts = job.review_reasons.map(({ message }) => `needs review: ${message}`)
  return [job.original_filename, ...alignColumns(rows, '  '), ...doubts]
}

/** Retries or cancels jobs one by one. Continues after a job whose status does not allow the change. */
export async function changeJobs(
  action: 'retry' | 'cancel',
  given: string[],
  options: ServerOptions,
): Promise<number> {
  requireToken(options)
  const ids = parseIds(given)
  const docket = connect(options)
  const route = action === 'retry' ? routes.retryJob : routes.cancelJob
  const jobs: JobActions['jobs'] = []
  for (const id of ids) {
    try {
      const { status } = await docket.call(route, { params: { id } })
      jobs.push({ id, status, error: null })
      if (!options.json && !options.quiet) printLine(`${id}\t${status}`)
    } catch (thrown) {
      const error = toCommandError(thrown)
      jobs.push({ id, status: null, error })
      process.stderr.write(`${id}: ${error.message} (${error.code})\n`)
      if (error.code === 'UNAVAILABLE' || error.code === 'UNAUTHORIZED') break
    }
  }
  if (options.json) printJson({ jobs })
  return jobs.length === ids.length && jobs.every(({ error }) => error === null) ? 0 : 1
}

/** Rejects arguments that cannot be job IDs before any request is sent. */
export function parseIds(given: string[]): string[] {
  for (const id of given) {
    if (z.uuid().safeParse(id).success) continue
    throw new UsageError(`"${id}" is not a job id. "docket list" shows the ids of your jobs.`)
  }
  return [...new Set(given)]
}

export function describeStatus({ status, needs_review }: Job): string {
  return needs_review ? `${status}, needs review` : status
}

function colourStatus(line: string, job: Job | undefined): string {
  if (!job) return line
  const colour = job.status === 'failed' ? 'red' : job.needs_review ? 'yellow' : 'green'
  const status = describeStatus(job)
  return line.replace(status, () => colourText(status, colour))
}

function summarise(summary: Summary | null): string {
  if (summary === null) return ''
  if (summary.kind === 'fields') return summary.values ?? ''
  const parts =
    summary.kind === 'invoice'
      ? [summary.number, summary.seller, summary.total]
      : [summary.meet, summary.swimmers]
  return parts.filter(Boolean).join(', ')
}

function formatTime(time: string): string {
  return time.slice(0, 16).replace('T', ' ')
}
