import type { JobStatus } from '../../domain/job/job-state.ts'
import type { JobSort, SortOrder } from '../../domain/job/job-sort.ts'
import type { Job } from '../../domain/job/job.ts'
import type { Message } from '../../domain/messages/message.ts'
import type { Db } from '../db.ts'
import {
  clientReference,
  hasResult,
  jobColumns,
  type JobRow,
  needsReview,
  toJob,
} from './owned-jobs.sql.ts'

// Lists of an owner's jobs. Search scans the owner's jobs through the owner index: a full-text index would slow every
// claim and every completion.

/** Only filters that are set apply. */
export interface JobFacts {
  client_reference?: string | undefined
  mapping?: string | undefined
  number?: string | undefined
  /** Part of the seller's or the buyer's name. */
  party?: string | undefined
  date_from?: string | undefined
  date_to?: string | undefined
  created_from?: string | undefined
  created_to?: string | undefined
}

export interface JobsFilter {
  owner_id: string
  /** `active`: queued or processing. */
  status: JobStatus | 'active' | null
  since: string | null
  /** Search words, each with its alternative spellings. */
  words: string[][]
  /** Values that the job itself or its summary must have. */
  facts: JobFacts
  /** Only jobs that need review. */
  needs_review: boolean
  /** Only jobs from this upload. */
  upload_id: string | null
  /** Only invoices from this seller. */
  seller: string | null
  /** Only invoices from this month, such as 2026-11. */
  period: string | null
  /** Only jobs with this review reason. */
  reason: string | null
  /** Only invoices that are, or are not, in an exported file. */
  exported: boolean | null
}

/** Returns the arguments of `isListed`. */
function filterValues(filter: JobsFilter): unknown[] {
  return [
    filter.owner_id,
    filter.status,
    filter.since,
    JSON.stringify({ words: filter.words, ...filter.facts }),
    filter.needs_review,
    filter.upload_id,
    filter.exported,
    filter.seller,
    filter.period,
    filter.reason,
  ]
}

/** `$4` contains the words and facts as JSON, so that statements without them need no further parameters. */
const hasFacts = `($4::jsonb - 'words' = '{}' or (
          ($4 ->> 'client_reference' is null or batch_id in (
            select id from batches where batches.owner_id = $1 and client_reference = $4 ->> 'client_reference'))
          and ($4 ->> 'mapping' is null or $4 ->> 'mapping' in (mapping, read_by))
          and ($4 ->> 'number' is null or fold_text(summary ->> 'number') = fold_text($4 ->> 'number'))
          and ($4 ->> 'party' is null or position(fold_text($4 ->> 'party')
            in fold_text(concat_ws(E'\\n', summary ->> 'seller', summary ->> 'buyer'))) > 0)
          and ($4 ->> 'date_from' is null or summary ->> 'date' >= $4 ->> 'date_from')
          and ($4 ->> 'date_to' is null or summary ->> 'date' <= $4 ->> 'date_to')
          and ($4 ->> 'created_from' is null or created_at >= ($4 ->> 'created_from')::timestamptz)
          and ($4 ->> 'created_to' is null or created_at < ($4 ->> 'created_to')::timestamptz)))`

const matchesFilter = `owner_id = $1
        and ($2::text is null or status = $2 or ($2 = 'active' and status in ('queued', 'processing')))
        and ($3::timestamptz is null or updated_at >= $3)
        and ($4::jsonb -> 'words' = '[]' or (
          with searchable as materialized (
            select fold_text(concat_ws(' ', original_filename, mapping, read_by, source_url, id,
              ${clientReference},
              (select string_agg(value, ' ') from jsonb_each_text(summary) where key not in ('kind', 'invoice_key', 'coretax', 'lacks_npwp')))) as words
          )
          select bool_and(exists (
            select from jsonb_array_elements_text(spellings) as word
            where position(fold_text(word) in words) > 0))
          from searchable, jsonb_array_elements($4::jsonb -> 'words') as spellings
        ))
        and ${hasFacts}
        and (not $5::boolean or ${needsReview})
        and ($6::uuid is null or batch_id in (
          select id from batches where batches.owner_id = $1 and upload_id = $6))
        and ($7::boolean is null
          or (${hasResult} and exists (select from exported_invoices where job_id = jobs.id) = $7))`

const isSeller = `($8::text is null or summary ->> 'seller' = $8)`
const isPeriod = `($9::text is null or left(summary ->> 'date', 7) = $9)`
/** A reading has the code `filing` if any filing rule fails, so a search for `filing` finds them all. */
const hasReason = `($10::text is null or (${needsReview} and case
          when $10 = 'filing' then review_reasons @? '$[*] ? (@.code starts with "filing_")'
          else review_reasons @> jsonb_build_array(jsonb_build_object('code', $10::text)) end))`

const isListed = `${matchesFilter} and ${isSeller} and ${isPeriod} and ${hasReason}`

/** Number of an owner's jobs by status, and the time by the database clock. */
export interface JobCounts {
  counts: Partial<Record<JobStatus, number>>
  needs_review_count: number
  server_time: string
}

const totals = `select coalesce(jsonb_object_agg(status, count), '{}')::text as totals,
        coalesce(sum(doubtful), 0)::int as needs_review_count
      from (
        select status, count(*)::int, count(*) filter (where ${needsReview}) as doubtful
        from jobs where owner_id = $1 group by status
      ) as counts`

type Nullable<Row> = Row | { [Name in keyof Row]: null }

/** A matching job with the counts; the job's columns are null if no job matches. */
type ListedRow = Nullable<JobRow> & Omit<JobCounts, 'counts'> & { totals: string }

/** Lists jobs, newest first, with counts from the same snapshot. `after` is the last job of the previous page. */
export async function listJobs(
  db: Db,
  filter: JobsFilter,
  { after, limit }: { after: { created_at: string; id: string } | null; limit: number },
): Promise<{ jobs: Job[]; totals: JobCounts }> {
  const rows = await db.query<ListedRow>(
    `with totals as (
      ${totals}
    )
    select job.*, totals, needs_review_count, now() as server_time from totals left join lateral (
      select ${jobColumns} from jobs
      where ${isListed}
        and ($11::timestamptz is null or (created_at, id) < ($11, $12::uuid))
      order by created_at desc, id desc
      limit $13
    ) as job on true
    order by job.created_at desc, job.id desc`,
    [...filterValues(filter), after?.created_at ?? null, after?.id ?? null, limit],
  )
  return { jobs: readJobs(rows), totals: readTotals(rows) }
}

function readJobs(rows: ListedRow[]): Job[] {
  return rows.flatMap((row) => {
    const { totals: _, needs_review_count: __, server_time: ___, ...job } = row
    return job.id === null ? [] : [toJob(job)]
  })
}

function readTotals(rows: ListedRow[]): JobCounts {
  const [first] = rows
  if (!first) throw new Error('Expected one row')
  const { needs_review_count, server_time } = first
  const counts = JSON.parse(first.totals) as JobCounts['counts']
  return { counts, needs_review_count, server_time }
}

const foldedText = (field: string) =>
  `regexp_replace(regexp_replace(fold_text(summary ->> ${field}), '(\\d+)', '00000000000000000000\\1', 'g'), '\\d*(\\d{20})', '\\1', 'g')`

const total = `(summary ->> 'total')::numeric`

/**
 * The amount in millionths, as zero-padded text that sorts numerically. Negative amounts get the prefix 0 and a
 * positive offset, so that they sort before all others.
 */
const paddedTotal = `case when summary ->> 'total' !~ '^-?\\d{1,18}(\\.\\d{1,6})?$' then null
            when ${total} < 0 then '0' || lpad(trunc(1e24 + ${total} * 1e6)::text, 24, '0')
            else '1' || lpad(trunc(${total} * 1e6)::text, 24, '0') end`

const statusRank = `case when status = 'failed' then '0' when ${needsReview} then '1'
            when status = 'queued' then '2' when status = 'processing' then '3'
            when status = 'complete' then case when exists (
              select from exported_invoices where job_id = jobs.id) then '5' else '4' end
            when status = 'cancelled' then '6' else '7' end`

/** The text by which jobs are sorted; domain/job/job-sort.ts computes the same text. */
const sortText = `(case $11::text
          when 'created' then to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')
          when 'number' then ${foldedText("'number'")}
          when 'seller' then ${foldedText("'seller'")}
          when 'buyer' then ${foldedText("'buyer'")}
          when 'date' then summary ->> 'date'
          when 'total' then ${paddedTotal}
          when 'status' then ${statusRank}
        end) collate "C"`

export interface SortedPage {
  sort: JobSort
  order: SortOrder
  /** Last job of the previous page with its sort text; null for the first page. */
  after: { created_at: string; id: string; sort_text: string | null } | null
  limit: number
}

type SortedJob = Job & { sort_text: string | null }
type SortedRow = ListedRow & { sort_text: string | null; nth: string | null }

/** Lists jobs sorted by a column. Jobs without a value come last; those with equal values are sorted newest first. */
export async function listSortedJobs(
  db: Db,
  filter: JobsFilter,
  { sort, order, after, limit }: SortedPage,
): Promise<{ jobs: SortedJob[]; totals: JobCounts }> {
  const rows = await db.query<SortedRow>(
    `with totals as (
      ${totals}
    ), matching as (
      select id, created_at, ${sortText} as sort_text from jobs where ${isListed}
    ), page as (
      select id, sort_text, row_number() over (
        order by sort_text is null, case when $12 then sort_text end, case when not $12 then sort_text end desc,
          created_at desc, id desc) as nth
      from matching
      where $13::timestamptz is null or case
        when $15::text is null then sort_text is null and (created_at, id) < ($13, $14::uuid)
        else sort_text is null or (sort_text = $15 and (created_at, id) < ($13, $14::uuid))
          or case when $12::boolean then sort_text > $15 else sort_text < $15 end
      end
      order by nth limit $16
    )
    select job.*, totals, needs_review_count, now() as server_time from totals left join (
      select ${jobColumns}, sort_text, nth from jobs join page using (id)
    ) as job on true
    order by nth`,
    [
      ...filterValues(filter),
      sort,
      order === 'asc',
      after?.created_at ?? null,
      after?.id ?? null,
      after?.sort_text ?? null,
      limit,
    ],
  )
  const jobs = rows.flatMap((sortedRow) => {
    const { sort_text, nth: _, ...row } = sortedRow
    return readJobs([row]).map((job) => ({ ...job, sort_text }))
  })
  return { jobs, totals: readTotals(rows) }
}

export interface FacetRow {
  facet: 'all' | 'seller' | 'period' | 'reason'
  /** Null for `all`, and for invoices without a value. */
  value: string | null
  count: number
  /** The newest job with this review reason, and its message; null for other facets. */
  job_id: string | null
  reason: Message | null
}

/**
 * Counts the jobs that match a filter, and the jobs for each value by which they can be filtered further. The values of
 * a facet are counted without the facet's own filter. A split document counts for no seller and no month, because its
 * parts count instead.
 */
export function listFacets(db: Db, filter: JobsFilter): Promise<FacetRow[]> {
  return db.query(
    `with matching as (
      select id, created_at, review_reasons, ${needsReview} as is_doubtful,
        case when ${hasResult} and summary ->> 'kind' = 'invoice' and split_into is null
          then summary end as invoice,
        ${isSeller} as is_seller, ${isPeriod} as is_period, ${hasReason} as has_reason
      from jobs where ${matchesFilter}
    )
    select 'all' as facet, null as value, count(*)::int, null::uuid as job_id, null::jsonb as reason
    from matching where is_seller and is_period and has_reason
    union all
    select 'seller', invoice ->> 'seller', count(*)::int, null, null
    from matching where invoice is not null and is_period and has_reason group by 2
    union all
    select 'period', left(invoice ->> 'date', 7), count(*)::int, null, null
    from matching where invoice is not null and is_seller and has_reason group by 2
    union all
    select 'reason', reason ->> 'code', count(distinct id)::int,
      (array_agg(id order by created_at desc, id desc))[1],
      (array_agg(reason order by created_at desc, id desc))[1]
    from matching cross join jsonb_array_elements(review_reasons) as reason
    where is_doubtful and is_seller and is_period group by 2`,
    filterValues(filter),
  )
}
