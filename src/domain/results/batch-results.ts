import { z } from 'zod'
import { Batch } from '../job/batch.ts'
import { findDuplicateNumbers } from '../invoice/duplicates.ts'
import { ProblemFields } from '../errors/problem.ts'
import { toProblemFields } from '../errors/problem-fields.ts'
import { groupBySession, HeatSheetEvent, HeatSheetReading } from '../heat-sheet/heat-sheet.ts'
import { InvoiceReading } from '../invoice/invoice.ts'
import { Job } from '../job/job.ts'
import { MeetResults } from '../heat-sheet/meet-results.ts'

const Kind = z.enum(['invoice', 'heat_sheet', 'text'])

/** The document from which a result was read. */
const Origin = z.object({
  job_id: z.uuid(),
  name: z.string(),
  duplicate_of: z
    .uuid()
    .nullable()
    .describe('Earlier job of the batch with the same document or invoice number.'),
})

const Source = Origin.extend({
  status: Job.shape.status,
  kind: Kind.nullable().describe('Null until there is a result.'),
  needs_review: z.boolean(),
  review_reasons: Job.shape.review_reasons,
  error: ProblemFields.nullable(),
})

const InvoiceResult = Origin.extend(InvoiceReading.omit({ evidence: true }).shape)

const HeatSheetResult = Origin.extend(
  HeatSheetReading.omit({ events: true, evidence: true, session_date: true }).shape,
).extend({
  sessions: z.array(
    HeatSheetEvent.pick({ session: true, session_date: true }).extend({
      events: z.array(HeatSheetEvent),
    }),
  ),
})

export const BatchResults = z
  .object({
    batch: Batch,
    kind: z
      .enum([...Kind.options, 'mixed'])
      .nullable()
      .describe('Kind of the documents; null until there is a result.'),
    sources: z.array(Source).describe('All jobs, in upload order.'),
    invoices: z.array(InvoiceResult).optional(),
    heat_sheets: z.array(HeatSheetResult).optional(),
    meet: MeetResults.optional().describe(
      'Swims of the requested swimmers across all heat sheets, without duplicates.',
    ),
  })
  .meta({ id: 'BatchResults' })
export type BatchResults = z.infer<typeof BatchResults>

/** A job in a batch with its reading. For plain text, `reading` contains only the kind. */
export interface ReadJob {
  job: Job
  reading: InvoiceReading | HeatSheetReading | { kind: 'text' } | null
}

/** Collects a batch's results by source, in order, and marks duplicates. */
export function mergeReadings(read: readonly ReadJob[]): Omit<BatchResults, 'batch' | 'meet'> {
  const duplicates = findDuplicates(read)
  const toOrigin = ({ id, original_filename }: Job) => ({
    job_id: id,
    name: original_filename,
    duplicate_of: duplicates.get(id) ?? null,
  })
  const kinds = new Set(read.flatMap(({ reading }) => reading?.kind ?? []))
  const [kind = null] = kinds
  return {
    kind: kinds.size > 1 ? 'mixed' : kind,
    sources: read.map(({ job, reading }) => ({ ...toOrigin(job), ...toSourceState(job, reading) })),
    ...(kinds.has('invoice') && {
      invoices: read.flatMap(({ job, reading }) =>
        reading?.kind === 'invoice' ? [{ ...reading, ...toOrigin(job) }] : [],
      ),
    }),
    ...(kinds.has('heat_sheet') && {
      heat_sheets: read.flatMap(({ job, reading }) =>
        reading?.kind === 'heat_sheet'
          ? [
              {
                ...reading,
                ...toOrigin(job),
                sessions: groupBySession(reading.events, (event) => event),
              },
            ]
          : [],
      ),
    }),
  }
}

function toSourceState(job: Job, reading: ReadJob['reading']) {
  const { status, needs_review, review_reasons, error_code } = job
  const error =
    status === 'failed' && error_code
      ? toProblemFields({ code: error_code, detail: job.error_detail })
      : null
  return { status, kind: reading?.kind ?? null, needs_review, review_reasons, error }
}

/** Returns, for each duplicate in the batch, the earlier job with the same bytes or the same invoice. */
function findDuplicates(read: readonly ReadJob[]): Map<string, string> {
  const duplicates = new Map<string, string>()
  const firstByHash = new Map<string, string>()
  for (const { id, sha256 } of read.map(({ job }) => job)) {
    if (sha256 === null) continue
    const first = firstByHash.get(sha256)
    if (first === undefined) firstByHash.set(sha256, id)
    else duplicates.set(id, first)
  }
  const invoices = read.flatMap(({ job, reading }) =>
    reading?.kind === 'invoice' ? [{ job, number: reading.number, seller: reading.seller }] : [],
  )
  for (const [job, earlier] of findSameInvoices(invoices)) {
    if (!duplicates.has(job.id)) duplicates.set(job.id, earlier.id)
  }
  return duplicates
}

/** A job with its invoice's identifying values. */
interface NumberedJob extends Pick<InvoiceReading, 'number' | 'seller'> {
  job: Job
}

/** Finds jobs whose invoice repeats an earlier invoice's number from the same seller, each with the earlier job. */
function findSameInvoices(invoices: readonly NumberedJob[]): [job: Job, earlier: Job][] {
  const sellers = new Map<string, NumberedJob[]>()
  for (const invoice of invoices) {
    const { tin, name } = invoice.seller
    const seller = tin ?? name?.toUpperCase() ?? ''
    const known = sellers.get(seller)
    if (known) known.push(invoice)
    else sellers.set(seller, [invoice])
  }
  return [...sellers.values()].flatMap((ofOne) =>
    findDuplicateNumbers(ofOne).flatMap(([index, earlier]): [Job, Job][] => {
      const [job, first] = [ofOne[index]?.job, ofOne[earlier]?.job]
      return job && first ? [[job, first]] : []
    }),
  )
}
