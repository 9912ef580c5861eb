import type { Job } from './job.ts'
import { fold } from './job-search.ts'

/** Columns by which a job list can be sorted. */
export const jobSorts = ['created', 'number', 'date', 'seller', 'buyer', 'total', 'status'] as const
export type JobSort = (typeof jobSorts)[number]

export const sortOrders = ['asc', 'desc'] as const
export type SortOrder = (typeof sortOrders)[number]

/**
 * Compares jobs in the order of `listSortedJobs` in db/jobs/job-list.sql.ts: jobs without a value come last, and equal
 * values are sorted newest first.
 */
export function compareJobs(sort: JobSort, order: SortOrder): (one: Job, other: Job) => number {
  const sign = order === 'asc' ? 1 : -1
  return (one, other) => {
    if (sort === 'created') return sign * -compareNewest(one, other)
    const [value, otherValue] = [sortText(one, sort), sortText(other, sort)]
    if (value === otherValue) return compareNewest(one, other)
    if (value === null || otherValue === null) return value === null ? 1 : -1
    return sign * (value < otherValue ? -1 : 1)
  }
}

function compareNewest(one: Job, other: Job): number {
  const age = Date.parse(other.created_at) - Date.parse(one.created_at)
  return age || (one.id < other.id ? 1 : -1)
}

function sortText(job: Job, sort: Exclude<JobSort, 'created'>): string | null {
  if (sort === 'status') return rankStatus(job)
  const { summary } = job
  if (sort === 'date') return (summary && 'date' in summary && summary.date) || null
  const value = summary?.kind === 'invoice' ? summary[sort] : null
  if (value === null) return null
  return sort === 'total' ? padAmount(value) : padDigits(fold(value))
}

/** Ranks documents that need attention first and finished ones last. */
function rankStatus({ status, needs_review, exported }: Job): string {
  if (status === 'failed') return '0'
  if (needs_review) return '1'
  if (status === 'queued') return '2'
  if (status === 'processing') return '3'
  if (status === 'complete') return exported ? '5' : '4'
  return status === 'cancelled' ? '6' : '7'
}

/** Pads numbers so that INV-9 sorts before INV-10. */
function padDigits(text: string): string {
  return text.replace(/\d+/g, (digits) => digits.slice(-20).padStart(20, '0'))
}

const amountPattern = /^(-?)(\d{1,18})(?:\.(\d{1,6}))?$/
const millionth = 10n ** 6n
const offset = 10n ** 24n

/** Returns text that sorts like the amount, with negative amounts first. */
function padAmount(amount: string): string | null {
  const [, sign, whole = '', decimals = ''] = amountPattern.exec(amount) ?? []
  if (whole === '') return null
  const scaled = BigInt(whole) * millionth + BigInt(decimals.padEnd(6, '0'))
  const pad = (value: bigint) => String(value).padStart(24, '0')
  return sign && scaled > 0n ? `0${pad(offset - scaled)}` : `1${pad(scaled)}`
}
