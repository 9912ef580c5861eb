import type { Db } from '../db/db.ts'
import {
  type FacetRow,
  type JobFacts,
  type JobsFilter,
  listFacets,
  listJobs,
  listSortedJobs,
} from '../db/jobs/job-list.sql.ts'
import type { InvoiceFacets, JobsPage } from '../domain/api/routes/jobs.ts'
import { addRenderedText } from '../domain/i18n/render.ts'
import { splitSearch } from '../domain/job/job-search.ts'
import type { JobSort, SortOrder } from '../domain/job/job-sort.ts'
import { activeStatuses, JobStatus } from '../domain/job/job-state.ts'
import { subtractOverlap } from '../domain/job/since.ts'
import { findDeletedIds } from '../live/find-changes.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'

/** Filters for job lists, as clients pass them. */
export interface JobFilter extends JobFacts {
  status?: JobStatus | 'active' | undefined
  since?: string | undefined
  q?: string | undefined
  needs_review?: boolean | undefined
  upload_id?: string | undefined
  seller?: string | undefined
  period?: string | undefined
  reason?: string | undefined
  exported?: boolean | undefined
}

interface JobsQuery extends JobFilter {
  sort: JobSort
  order: SortOrder
  cursor?: string | undefined
  limit: number
}

export function toJobFilter(owner_id: string, given: JobFilter): JobsFilter {
  const { since } = given
  return {
    owner_id,
    status: given.status ?? null,
    since: since === undefined ? null : subtractOverlap(since),
    words: splitSearch(given.q ?? ''),
    facts: pickFacts(given),
    needs_review: given.needs_review ?? false,
    upload_id: given.upload_id ?? null,
    seller: given.seller ?? null,
    period: given.period ?? null,
    reason: given.reason ?? null,
    exported: given.exported ?? null,
  }
}

function pickFacts(given: JobFacts): JobFacts {
  const { client_reference, mapping, number, party } = given
  const { date_from, date_to, created_from, created_to } = given
  const times = { date_from, date_to, created_from, created_to }
  return { client_reference, mapping, number, party, ...times }
}

/** Loads a page of an owner's jobs, newest first by default, with counts of all the owner's jobs. */
export async function listOwnedJobs(db: Db, ownerId: string, query: JobsQuery): Promise<JobsPage> {
  const filter = toJobFilter(ownerId, query)
  const { page, next_cursor, totals } = await listPage(db, filter, query)
  const counts = Object.fromEntries(
    JobStatus.options.map((status) => [status, totals.counts[status] ?? 0]),
  ) as Record<JobStatus, number>
  const { since: from } = filter
  const now = totals.server_time
  const deletedIds = from === null ? undefined : await findDeletedIds(db, ownerId, { from, now })
  return {
    jobs: page,
    gone: deletedIds ?? null,
    active_count: activeStatuses.reduce((sum, status) => sum + counts[status], 0),
    counts,
    needs_review_count: totals.needs_review_count,
    next_cursor,
    server_time: totals.server_time,
  }
}

async function listPage(db: Db, filter: JobsFilter, { sort, order, cursor, limit }: JobsQuery) {
  const after = cursor === undefined ? null : decodeCursor(cursor)
  if (sort === 'created' && order === 'desc') {
    const { jobs, totals } = await listJobs(db, filter, { after, limit: limit + 1 })
    const page = jobs.slice(0, limit)
    const last = jobs.length > limit ? page.at(-1) : undefined
    return { page, totals, next_cursor: last ? encodeCursor(last) : null }
  }
  const { jobs, totals } = await listSortedJobs(db, filter, {
    sort,
    order,
    after,
    limit: limit + 1,
  })
  const last = jobs.length > limit ? jobs[limit - 1] : undefined
  const page = jobs.slice(0, limit).map((sorted) => {
    const { sort_text: _, ...job } = sorted
    return job
  })
  return { page, totals, next_cursor: last ? encodeCursor(last) : null }
}

/** Counts the jobs that match a filter, and lists the values by which they can be filtered further. */
export async function loadJobFacets(
  db: Db,
  ownerId: string,
  filter: JobFilter,
): Promise<InvoiceFacets> {
  const rows = await listFacets(db, toJobFilter(ownerId, filter))
  const values = (facet: FacetRow['facet']) =>
    rows.flatMap(({ value, count, ...row }) =>
      row.facet === facet && value !== null ? [{ value, count }] : [],
    )
  const reasons = rows.flatMap(({ reason, job_id, count }) =>
    reason && job_id !== null ? [{ ...addRenderedText(reason), count, job_id }] : [],
  )
  return {
    count: rows.find(({ facet }) => facet === 'all')?.count ?? 0,
    sellers: values('seller').toSorted(compareFrequency),
    periods: values('period').toSorted((one, other) => (other.value > one.value ? 1 : -1)),
    undated_count:
      rows.find(({ facet, value }) => facet === 'period' && value === null)?.count ?? 0,
    reasons: reasons.toSorted(compareFrequency),
  }
}

function compareFrequency(one: { count: number }, other: { count: number }): number {
  return other.count - one.count
}
