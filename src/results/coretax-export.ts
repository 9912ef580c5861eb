/**
 * Coretax files. A file contains only documents that pass every rule in domain/coretax/. A rule with severity `confirm`
 * passes if the user approved the document or if the request lists the document in `confirmed`. Exports are recorded,
 * so that their documents appear as exported and exporting them again requires a confirmation. Exports by callers with
 * read-only access are not recorded.
 */

import { uuidv7 } from 'uuidv7'
import { insertExport } from '../db/jobs/exports.sql.ts'
import type { Preflight, PreflightDocument } from '../domain/coretax/preflight-result.ts'
import { exportFilename } from '../domain/coretax/export-filename.ts'
import { preflightTotals } from '../domain/coretax/preflight.ts'
import { AppError, fault } from '../domain/errors/app-error.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'
import { addRenderedText } from '../domain/i18n/render.ts'
import type { Job } from '../domain/job/job.ts'
import { toStoredMessage } from '../domain/messages/message.ts'
import { exportContentTypes } from '../domain/results/export.ts'
import { add, decimal, formatDecimal } from '../domain/values/decimal.ts'
import type { MergedDocument } from '../extraction/coretax/merge-filings.ts'
import { type Export, type ExportOptions, requireComplete } from './export-options.ts'
import { mergeInvoices, type MergedInvoices, type MergeInvoicesDeps } from './merge-invoices.ts'
import { findOmission, type OmittedJob } from './omitted-jobs.ts'

type CoretaxOptions = Omit<ExportOptions, 'format' | 'name'>

export async function exportCoretax(
  deps: MergeInvoicesDeps,
  jobs: readonly Job[],
  unfinished: OmittedJob[],
  options: CoretaxOptions,
): Promise<Export> {
  const write = options.skip_incomplete ? 'ready' : unfinished.length > 0 ? 'nothing' : 'all'
  const merged = await mergeInvoices(deps, jobs, { ...toRequest(options), write })
  const omitted = jobs.flatMap((job) => toOmission(job, merged) ?? [])
  const written = jobs.filter((job) => !omitted.some((one) => one.job === job))
  const { skip_incomplete } = options
  if (!skip_incomplete && unfinished.length === 0) rejectDuplicates(merged.documents, omitted)
  const left_out = [...unfinished, ...omitted]
  requireComplete(written, left_out, { format: 'xml', skip_incomplete })
  if (!merged.file) throw new Error('A file with invoices was not written')
  const documents = merged.documents.filter(({ status }) => status === 'ready')
  const filename = `${exportFilename(documents)}.xml`
  const { owner_id, exported_by } = options
  if (exported_by !== null) {
    await recordExport(deps, { owner_id, exported_by, filename }, { ...merged, documents })
  }
  const content_type = exportContentTypes.xml
  return { ...merged.file, content_type, filename, jobs: written, left_out }
}

/** Runs only the check. Writes and records nothing. */
export async function checkCoretax(
  deps: MergeInvoicesDeps,
  jobs: readonly Job[],
  options: Omit<CoretaxOptions, 'skip_incomplete' | 'exported_by'>,
): Promise<Preflight> {
  const finished = jobs.filter((job) => findOmission(job, 'xml') === undefined)
  const request = { ...toRequest({ ...options, skip_incomplete: true }), write: 'nothing' } as const
  const merged = await mergeInvoices(deps, finished, request)
  const checked = new Map(merged.documents.map((document) => [document.id, document]))
  const documents = jobs.map((job) => toRendered(checked.get(job.id) ?? toUnfinished(job)))
  const ready = documents.filter(({ status }) => status === 'ready')
  return {
    can_export: ready.length === documents.length && ready.length > 0,
    filename: `${exportFilename(ready)}.xml`,
    documents,
    totals: preflightTotals(documents.filter(({ id }) => checked.has(id))),
  }
}

function toRequest({
  owner_id,
  confirmed,
  allow_duplicates,
  period,
  signal,
}: Omit<CoretaxOptions, 'exported_by'>) {
  const versions = new Map(
    confirmed?.map((one) =>
      typeof one === 'string'
        ? [one.toLowerCase(), undefined]
        : [one.id.toLowerCase(), one.version],
    ),
  )
  return { owner_id, confirmed: versions, allow_duplicates, period, signal }
}

/** Returns why a job was omitted, or undefined if the file contains its document. */
function toOmission(job: Job, { documents }: MergedInvoices): OmittedJob | undefined {
  const document = documents.find(({ id }) => id === job.id)
  if (document?.status === 'ready') return undefined
  const name = job.original_filename
  const formats = job.outputs.map(({ format }) => format)
  if (!document)
    return { job, why: createDetail('left_out_without_output', { name, format: 'xml', formats }) }
  const can_confirm = document.status === 'confirm'
  const rules = openRules(document).map(toStoredMessage)
  return { job, why: createDetail('left_out_rules', { name, can_confirm, rules }) }
}

function openRules({ rules }: PreflightDocument): PreflightDocument['rules'] {
  return rules.filter(({ severity, is_confirmed }) => severity !== 'info' && !is_confirmed)
}

/** Throws a specific error if repeated numbers are the only remaining problem, because the caller may allow them. */
function rejectDuplicates(documents: readonly PreflightDocument[], omitted: OmittedJob[]): void {
  const open = documents.flatMap((document) =>
    openRules(document).map((rule) => ({ document, rule })),
  )
  if (open.length === 0 || open.some(({ rule }) => rule.code !== 'filing_duplicate')) return
  const pairs = open.map(({ document, rule }) => ({
    name: document.filename,
    earlier: String(rule.params['document']),
  }))
  const errors = omitted.flatMap(({ job }, index) => {
    const pair = pairs[index]
    return pair ? [fault(`/jobs/${job.id}`, createDetail('same_invoice_number', pair))] : []
  })
  throw new AppError('SAME_NUMBERS', createDetail('same_invoice_numbers', { pairs }), { errors })
}

async function recordExport(
  { db }: MergeInvoicesDeps,
  file: { owner_id: string; exported_by: string; filename: string },
  { documents, keys }: MergedInvoices,
): Promise<void> {
  const periods = new Set(documents.map(({ period }) => period))
  const [first] = documents
  const total = (key: 'tax_base' | 'tax') =>
    formatDecimal(documents.map((it) => decimal(it[key])).reduce(add, decimal('0')))
  await insertExport(db, {
    id: uuidv7(),
    ...file,
    seller: first?.seller ?? null,
    seller_npwp: first?.seller_npwp ?? null,
    period: periods.size === 1 ? (first?.period ?? null) : null,
    tax_base: total('tax_base'),
    tax: total('tax'),
    contents: documents.map(({ id, filename, filed_hash }) => ({
      job_id: id,
      original_filename: filename,
      invoice_key: keys.get(id) ?? '',
      filed_hash,
    })),
  })
}

/** Renders the rules, and omits the hash, which only the export needs. */
function toRendered(document: PreflightDocument & Partial<MergedDocument>): PreflightDocument {
  const { filed_hash: _omitted, ...rendered } = document
  return { ...rendered, rules: document.rules.map((rule) => addRenderedText(rule)) }
}

/** Describes a job that has no invoice because it is still running, has failed, or has another kind of document. */
function toUnfinished(job: Job): PreflightDocument {
  const { id, original_filename: filename, summary } = job
  const formats = job.outputs.map(({ format }) => format)
  const why =
    findOmission(job, 'xml') ??
    createDetail('left_out_without_output', { name: filename, format: 'xml', formats })
  const isWaiting = why.code === 'left_out_unfinished'
  const none = { tax_base: '0', other_tax_base: '0', tax: '0', luxury_tax: '0' }
  return {
    id,
    filename,
    number: summary?.kind === 'invoice' ? summary.number : null,
    date: summary?.kind === 'invoice' ? summary.date : null,
    period: null,
    seller: summary?.kind === 'invoice' ? summary.seller : null,
    seller_npwp: null,
    buyer: summary?.kind === 'invoice' ? summary.buyer : null,
    buyer_npwp: null,
    transaction_code: null,
    currency: 'IDR',
    ...none,
    status: 'blocked',
    version: '',
    rules: [
      {
        code: why.code,
        path: null,
        params: why.params,
        message: why.message,
        severity: 'error',
        fix: isWaiting ? 'wait' : 'none',
        is_confirmed: false,
      },
    ],
  }
}
