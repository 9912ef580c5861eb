import type { InvoiceReading } from '../invoice/invoice.ts'
import { isFilingReason, toFilingRule } from '../invoice/review-reasons.ts'
import { type Message, message, toStoredMessage } from '../messages/message.ts'
import { add, type Decimal, formatDecimal, parseDecimal, zero } from '../values/decimal.ts'
import { checkDate } from './check-filing.ts'
import { sumLines } from './filed-taxes.ts'
import type { Filing } from './filing.ts'
import { billsOtherAmounts, type FilingRule, filingRule } from './filing-rules.ts'
import type { CheckedDocument, PreflightRule, PreflightTotals } from './preflight-result.ts'
import { taxPeriod } from './tax-period.ts'

/** An invoice to export, with facts that its reading does not contain. */
export interface FilingCandidate {
  id: string
  filename: string
  reading: InvoiceReading
  filing: Filing
  /** Failed rules that depend on neither the date nor other invoices. */
  messages: Message[]
  /** Name of another document with the same seller and invoice number, if any. */
  duplicate: string | null
  /** The invoice's latest export, if any. */
  exported: { file: string; date: string } | null
  is_confirmed: boolean
}

export interface PreflightOptions {
  /** Date in Jakarta. */
  today: string
  /** Tax period of the file. Defaults to the period of most of its invoices. */
  period?: string | undefined
}

/** Checks all invoices for one file, including rules about the file as a whole. */
export function preflight(
  candidates: readonly FilingCandidate[],
  { today, period = mostCommonPeriod(candidates) ?? undefined }: PreflightOptions,
): CheckedDocument[] {
  return candidates.map((candidate) => {
    const { id, filename, filing, is_confirmed } = candidate
    const found = [
      ...candidate.messages,
      ...checkDate(filing, today, period ?? null),
      ...checkHistory(candidate),
    ]
    const messages = [...found, ...listUnreportedReasons(candidate.reading, found)]
    const rules = messages.map((one): PreflightRule => {
      const rule = filingRule(one.code)
      const confirmed = is_confirmed || isSettled(candidate.reading, one)
      return toRule(one, rule, rule.severity === 'confirm' && confirmed)
    })
    return { id, filename, ...describe(filing), status: status(rules), rules }
  })
}

function toRule(
  { code, path, params }: Message,
  { severity, fix }: FilingRule,
  is_confirmed: boolean,
): PreflightRule {
  return { code, path, params, message: code, severity, fix, is_confirmed }
}

function status(rules: readonly PreflightRule[]): CheckedDocument['status'] {
  if (rules.some(({ severity }) => severity === 'error')) return 'blocked'
  const isOpen = rules.some((rule) => rule.severity === 'confirm' && !rule.is_confirmed)
  return isOpen ? 'confirm' : 'ready'
}

function checkHistory({ filing, duplicate, exported }: FilingCandidate): Message[] {
  const number = filing.number ?? ''
  return [
    ...(duplicate === null
      ? []
      : [message('filing_duplicate', 'number', { number, document: duplicate })]),
    ...(exported === null ? [] : [message('filing_exported', null, exported)]),
  ]
}

/** Returns unresolved review reasons, unless a rule reports the same problem. */
function listUnreportedReasons({ review }: InvoiceReading, found: readonly Message[]): Message[] {
  const isInstalment = found.some(({ code }) => code === 'filing_instalment')
  return review.reasons.filter(
    ({ code, path, settled }) =>
      !settled &&
      !isFilingReason(code) &&
      !(isInstalment && (code === 'instalment' || code === 'tax_base_differs')) &&
      !found.some((one) => one.path === path && filingRule(one.code).severity === 'error'),
  )
}

/** True if the user approved the reading despite exactly this message. */
function isSettled({ review }: InvoiceReading, rule: Message): boolean {
  const text = JSON.stringify(toStoredMessage(rule))
  return review.reasons.some(
    (reason) => reason.settled === true && JSON.stringify(toFilingRule(reason)) === text,
  )
}

function describe(filing: Filing): Omit<CheckedDocument, 'id' | 'filename' | 'status' | 'rules'> {
  const { number, date, seller, buyer, transaction_code, currency, lines } = filing
  const total = (key: 'tax_base' | 'other_tax_base' | 'vat' | 'stlg') => sumLines(lines, key)
  return {
    number,
    date,
    period: date === null ? null : taxPeriod(date),
    seller: seller.name,
    seller_npwp: seller.tin,
    buyer: buyer.name,
    buyer_npwp: buyer.tin,
    transaction_code,
    currency,
    tax_base: total('tax_base'),
    other_tax_base: total('other_tax_base'),
    tax: total('vat'),
    luxury_tax: total('stlg'),
  }
}

function number(text: string | null): Decimal {
  return (text !== null && parseDecimal(text)) || zero
}

/** Returns the most common month, or the latest of several equally common months. */
export function mostCommonPeriod(
  candidates: readonly { filing: Pick<Filing, 'date'> }[],
): string | null {
  const counts = new Map<string, number>()
  for (const { filing } of candidates) {
    if (filing.date === null) continue
    const period = taxPeriod(filing.date)
    counts.set(period, (counts.get(period) ?? 0) + 1)
  }
  const sorted = [...counts].sort(([a, many], [b, more]) => more - many || (a < b ? 1 : -1))
  return sorted[0]?.[0] ?? null
}

/**
 * Returns totals by seller and tax period, to compare with the books. Skips documents in currencies other than IDR and
 * documents whose billed amount differs from the sum of their lines.
 */
export function preflightTotals(documents: readonly CheckedDocument[]): PreflightTotals[] {
  const totals = new Map<string, PreflightTotals>()
  for (const document of documents) {
    if (document.currency !== 'IDR' || billsOtherAmounts(document.rules)) continue
    const { seller, seller_npwp, period } = document
    const key = JSON.stringify([seller_npwp ?? seller, period])
    const none = { tax_base: '0', other_tax_base: '0', tax: '0', luxury_tax: '0' }
    const before = totals.get(key) ?? { seller, seller_npwp, period, invoices: 0, ...none }
    const plus = (name: keyof typeof none) =>
      formatDecimal(add(number(before[name]), number(document[name])))
    totals.set(key, {
      ...before,
      invoices: before.invoices + 1,
      tax_base: plus('tax_base'),
      other_tax_base: plus('other_tax_base'),
      tax: plus('tax'),
      luxury_tax: plus('luxury_tax'),
    })
  }
  return [...totals.values()]
}
