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
  NewNumber,
  SavedNumbers,
} from '../domain/api/routes/missing-numbers.ts'
import { addRenderedText } from '../domain/i18n/render.ts'
import type { InvoiceReading } from '../domain/invoice/invoice.ts'
import { findNpwpFault, normalizeNpwp } from '../domain/invoice/tax-numbers.ts'
import { createFault } from '../domain/messages/fault.ts'
import type { Message } from '../domain/messages/message.ts'
import { parseReading } from '../domain/review/parse-reading.ts'
import { toNameKey, parseCompanyName } from '../extraction/directory/names.ts'
import { changeLocked, type DirectoryDeps, listEntries, requireSpace } from './entries.ts'
import { toSaved } from './csv.ts'
import { type MergedRow, mergeRows } from './merge-rows.ts'

export interface MissingNumberDeps extends DirectoryDeps {
  blobs: Blobs
}

/** Maximum number of readings searched for a printed number; owners rarely have more unknown companies. */
const maxSearchedReadings = 100
const maxReadingBytes = 1024 * 1024

/** The companies whose number is missing from an owner's waiting invoices, most invoices first. */
export async function ownedMissingNumbers(
  { db, blobs }: Pick<MissingNumberDeps, 'db' | 'blobs'>,
  ownerId: string,
): Promise<MissingNumber[]> {
  const companies = groupCompanies(await listMissingNumbers(db, ownerId))
  const searched = companies.slice(0, maxSearchedReadings).map(({ job_id }) => job_id)
  const keys = await listReadingKeys(db, searched, maxReadingBytes)
  const keyById = new Map(keys.map(({ job_id, key }) => [job_id, key]))
  return Promise.all(
    companies.map(async (company) => {
      const key = keyById.get(company.job_id)
      const reading = key === undefined ? undefined : await loadInvoice(blobs, key)
      return { ...company, printed: reading ? findPrinted(reading[company.role]) : null }
    }),
  )
}

type Company = Omit<MissingNumber, 'printed'>

/** One row per company: all spellings of one name with the same legal form, or with none. */
export function groupCompanies(rows: readonly MissingNumberRow[]): Company[] {
  const groups = new Map<string, MissingNumberRow[]>()
  for (const row of rows) {
    const key = groupKey(row, rows)
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()]
    .flatMap((group) => toCompany(group) ?? [])
    .toSorted((a, b) => b.invoice_count - a.invoice_count || (a.name < b.name ? -1 : 1))
}

/** A name without a legal form belongs to the company with that name, if there is only one. */
function groupKey({ name }: MissingNumberRow, rows: readonly MissingNumberRow[]): string {
  const { form, baseName } = parseCompanyName(name)
  if (form !== undefined) return toNameKey(name)
  const forms = rows
    .map((row) => parseCompanyName(row.name))
    .filter((it) => it.baseName === baseName)
  const known = [...new Set(forms.map((it) => it.form).filter((it) => it !== undefined))]
  return known.length === 1 ? `${known[0]} ${baseName}` : toNameKey(name)
}

function toCompany(group: readonly MissingNumberRow[]): Company | undefined {
  const [first] = group
  if (!first) return undefined
  return {
    name: first.name,
    spellings: [...new Set(group.map(({ name }) => name))],
    role: first.code === 'filing_buyer_npwp_missing' ? 'buyer' : 'seller',
    invoice_count: group.reduce((sum, { invoices }) => sum + invoices, 0),
    job_id: first.job_id,
  }
}

/** A reading that was deleted in the meantime has no printed number. */
async function loadInvoice(blobs: Blobs, key: string): Promise<InvoiceReading | undefined> {
  try {
    const reading = parseReading(await text(await openDecompressed(blobs, key)))
    return reading.kind === 'invoice' ? reading : undefined
  } catch {
    return undefined
  }
}

const numberLike = /\d[\d.\-/ ]{13,24}\d/g

/** A number that the reader could not use, or one printed in the address. */
function findPrinted(party: { tin: string | null; address?: string | null }): string | null {
  const inAddress = party.address?.match(numberLike) ?? []
  return party.tin ?? inAddress.find((it) => normalizeNpwp(it) !== undefined) ?? null
}

/** Saves the valid numbers in one commit, after which waiting invoices are checked again. */
export async function saveNumbers(
  deps: DirectoryDeps,
  ownerId: string,
  numbers: readonly NewNumber[],
): Promise<SavedNumbers> {
  const faults = numbers.map(({ tin }) => findNpwpFault(tin))
  const valid = numbers.filter((_, index) => faults[index] === undefined)
  const merged = valid.length === 0 ? [] : await saveValid(deps, ownerId, valid)
  const results = merged.values()
  const rejected = numbers.flatMap((_, index) => {
    const code = faults[index]
    const messages = code ? [createFault(code, 'tin', {})] : rejection(results.next().value)
    return messages.length === 0
      ? []
      : [{ index, errors: messages.map((it) => addRenderedText(it)) }]
  })
  return { saved_count: numbers.length - rejected.length, rejected }
}

function rejection(row: MergedRow<'parties'> | undefined): Message[] {
  return row?.outcome === 'rejected' ? row.faults : []
}

function saveValid(
  deps: DirectoryDeps,
  ownerId: string,
  numbers: readonly NewNumber[],
): Promise<MergedRow<'parties'>[]> {
  return changeLocked(deps, ownerId, async (tx, own) => {
    const rows = numbers.map((number) => ({ given: toParty(number) }))
    const merged = mergeRows('parties', listEntries('parties', deps.tables, own), rows)
    const saved = toSaved('parties', merged)
    requireSpace(own, saved)
    await putEntries(tx, ownerId, saved)
    return merged
  })
}

/** Spellings that the name does not match become aliases. */
function toParty({ name, spellings, tin }: NewNumber): Record<string, unknown> {
  const others = spellings.filter((it) => toNameKey(it) !== toNameKey(name))
  const aliases = [...new Map(others.map((it) => [toNameKey(it), it])).values()]
  return { name, tin: normalizeNpwp(tin), aliases }
}
