import { text } from 'node:stream/consumers'
import type { Blobs } from '../blobs/blobs.ts'
import { openDecompressed } from '../blobs/compression.ts'
import { putEntries } from '../db/review/directory.sql.ts'
import {
  listMissingNumbers,
  listReadingKeys,
  type MissingNumberRow,
} from '../db/review/missing-numbers.sql.ts'
import type {
  MissingNumber,
  MissingNumbers,
  NewNumber,
  SavedNumbers,
} from '../domain/api/routes/missing-numbers.ts'
import { addRenderedText } from '../domain/i18n/render.ts'
import type { InvoiceReading } from '../domain/invoice/invoice.ts'
import type { Party } from '../domain/invoice/directory.ts'
import { findNpwpFault, normaliseNpwp } from '../domain/invoice/tax-numbers.ts'
import { createFault } from '../domain/messages/fault.ts'
import type { Message } from '../domain/messages/message.ts'
import { parseReading } from '../domain/review/parse-reading.ts'
import { findParty, toDirectory } from '../extraction/directory/directory.ts'
import { toNameKey, parseCompanyName } from '../domain/invoice/company-names.ts'
import { recheckApproved } from '../db/jobs/rereads.sql.ts'
import { changeLocked, type DirectoryDeps, listEntries, requireSpace } from './entries.ts'
import { toSavedEntries } from './csv.ts'
import { compareCompanies, paginateCompanies } from './company-pages.ts'
import { type MergedRow, mergeRows } from './merge-rows.ts'

export interface MissingNumberDeps extends DirectoryDeps {
  blobs: Blobs
}

/** Maximum number of readings searched for a printed number. Few owners have more companies without a number. */
const maxSearchedReadings = 100
const maxReadingBytes = 1024 * 1024

/** Lists the companies whose number is missing from an owner's invoices, most invoices first. */
export async function listCompaniesWithoutNumber(
  { db, blobs, directories, tables }: MissingNumberDeps,
  ownerId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<MissingNumbers> {
  const rows = await listMissingNumbers(db, ownerId)
  const parties = listEntries('parties', tables, await directories.get(ownerId))
  const all = groupCompanies(
    excludeKnownNumbers(
      rows,
      parties.map(({ entry }) => entry),
    ),
  )
  const { companies, next_cursor } = paginateCompanies(all, limit, cursor)
  const searched = companies.slice(0, maxSearchedReadings).map(({ job_id }) => job_id)
  const keys = await listReadingKeys(db, searched, maxReadingBytes)
  const keyById = new Map(keys.map(({ job_id, key }) => [job_id, key]))
  const listed = await Promise.all(
    companies.map(async (company) => {
      const key = keyById.get(company.job_id)
      const reading = key === undefined ? undefined : await loadInvoice(blobs, key)
      return { ...company, printed: reading ? findPrinted(reading[company.role]) : null }
    }),
  )
  return { companies: listed, company_count: all.length, next_cursor }
}

/**
 * Excludes approved invoices for companies whose number has been saved since then. When such an invoice is exported,
 * the user is asked to confirm the number.
 */
export function excludeKnownNumbers(
  rows: readonly CompanySpelling[],
  parties: readonly Party[],
): CompanySpelling[] {
  const directory = toDirectory({ parties: [...parties], units: [], goods: [] })
  return rows
    .map((row) =>
      findParty(directory, row.name)
        ? { ...row, invoices: row.invoices - row.approved, approved: 0 }
        : row,
    )
    .filter(({ invoices }) => invoices > 0)
}

type Company = Omit<MissingNumber, 'printed'>

export type CompanySpelling = MissingNumberRow

/** Groups spellings by company. Spellings with and without a legal form belong together if only one form is used. */
export function groupCompanies(rows: readonly CompanySpelling[]): Company[] {
  const forms = listForms(rows)
  const groups = new Map<string, CompanySpelling[]>()
  for (const row of rows) {
    const key = groupKey(row, forms)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...groups.values()].flatMap((group) => toCompany(group) ?? []).toSorted(compareCompanies)
}

/** Returns the legal forms used with each company name. */
function listForms(rows: readonly CompanySpelling[]): ReadonlyMap<string, ReadonlySet<string>> {
  const forms = new Map<string, Set<string>>()
  for (const { name } of rows) {
    const { form, baseName } = parseCompanyName(name)
    if (form !== undefined) forms.set(baseName, (forms.get(baseName) ?? new Set()).add(form))
  }
  return forms
}

/** Returns a company's key. A name without a legal form belongs to the company with that name, if there is only one. */
function groupKey({ name }: CompanySpelling, forms: ReturnType<typeof listForms>): string {
  const { form, baseName } = parseCompanyName(name)
  const [known, ...others] = form === undefined ? (forms.get(baseName) ?? []) : []
  return known === undefined || others.length > 0 ? toNameKey(name) : `${known} ${baseName}`
}

function toCompany(group: readonly CompanySpelling[]): Company | undefined {
  const [first] = group
  if (!first) return undefined
  return {
    name: first.name,
    spellings: [...new Set(group.map(({ name }) => name))],
    role: first.role,
    invoice_count: group.reduce((sum, { invoices }) => sum + invoices, 0),
    approved_count: group.reduce((sum, { approved }) => sum + approved, 0),
    job_id: first.job_id,
  }
}

/** Loads an invoice. Returns undefined if the reading has been deleted or is not an invoice. */
async function loadInvoice(blobs: Blobs, key: string): Promise<InvoiceReading | undefined> {
  try {
    const reading = parseReading(await text(await openDecompressed(blobs, key)))
    return reading.kind === 'invoice' ? reading : undefined
  } catch {
    return undefined
  }
}

const numberLike = /\d[\d.\-/ ]{13,24}\d/g

/** Returns a printed number that the reader could not use, or a number from the address. */
function findPrinted(party: { tin: string | null; address?: string | null }): string | null {
  const inAddress = party.address?.match(numberLike) ?? []
  return party.tin ?? inAddress.find((it) => normaliseNpwp(it) !== undefined) ?? null
}

interface NumbersToSave {
  numbers: readonly NewNumber[]
  /** Whether to recheck approved invoices that lack these numbers. */
  include_approved: boolean
}

/** Saves the valid numbers and requeues the affected invoices for a recheck, in one transaction. */
export async function saveNumbers(
  deps: DirectoryDeps,
  ownerId: string,
  { numbers, include_approved }: NumbersToSave,
): Promise<SavedNumbers> {
  const faults = numbers.map(({ tin }) => findNpwpFault(tin))
  const valid = numbers.filter((_, index) => faults[index] === undefined)
  const { merged, approved_count } =
    valid.length === 0
      ? { merged: [], approved_count: 0 }
      : await saveValid(deps, ownerId, { numbers: valid, include_approved })
  const results = merged.values()
  const rejected = numbers.flatMap((_, index) => {
    const code = faults[index]
    const messages = code ? [createFault(code, 'tin', {})] : rejection(results.next().value)
    return messages.length === 0
      ? []
      : [{ index, errors: messages.map((it) => addRenderedText(it)) }]
  })
  return { saved_count: numbers.length - rejected.length, approved_count, rejected }
}

function rejection(row: MergedRow<'parties'> | undefined): Message[] {
  return row?.outcome === 'rejected' ? row.faults : []
}

function saveValid(
  deps: DirectoryDeps,
  ownerId: string,
  { numbers, include_approved }: NumbersToSave,
): Promise<{ merged: MergedRow<'parties'>[]; approved_count: number }> {
  return changeLocked(deps, ownerId, async (tx, own, reread) => {
    const rows = numbers.map((number) => ({ given: toParty(number) }))
    const merged = mergeRows('parties', listEntries('parties', deps.tables, own), rows)
    const saved = toSavedEntries('parties', merged)
    requireSpace(own, saved)
    await putEntries(tx, ownerId, saved)
    if (!include_approved) return { merged, approved_count: 0 }
    const names = numbers
      .filter((_, index) => merged[index]?.outcome !== 'rejected')
      .flatMap(({ name, spellings }) => [name, ...spellings])
    const approved = await reread(() => recheckApproved(tx, ownerId, names))
    return { merged, approved_count: approved.length }
  })
}

/** Creates a company. Spellings that do not normalise to its name become aliases. */
function toParty({ name, spellings, tin }: NewNumber): Record<string, unknown> {
  const others = spellings.filter((it) => toNameKey(it) !== toNameKey(name))
  const aliases = [...new Map(others.map((it) => [toNameKey(it), it])).values()]
  return { name, tin: normaliseNpwp(tin), aliases }
}
