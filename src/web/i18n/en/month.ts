import { formatCount } from '../locale/locale.ts'
import { count, documents } from './count.ts'

/** Filing rules that only the export checks, or that need no review. The queue has the titles of all others. */
export type ExportRule =
  | 'filing_party_changed'
  | 'filing_value_changed'
  | 'filing_buyer_address_unknown'
  | 'filing_date_future'
  | 'filing_date_too_old'
  | 'filing_deadline_passed'
  | 'filing_deadline_near'
  | 'filing_other_period'
  | 'filing_unit_assumed'
  | 'filing_price_rounded'
  | 'filing_converted'
  | 'filing_duplicate'
  | 'filing_exported'
  | 'filing_changed_since_export'
  | 'filing_changed_since_check'

/** The other rules have the same sentence for every invoice. */
type VaryingRule = Exclude<ExportRule, 'filing_unit_assumed' | 'filing_changed_since_check'>

const invoices = (total: number) => count(total, 'invoice', 'invoices')

/** UI text for the month page. */
export const monthText = {
  title: 'Month',
  heading: 'Month',
  lead: 'Check a month’s invoices, compare the totals with your books and export one Coretax file.',
  period: 'Tax period',
  seller: 'Seller',
  allSellers: 'All sellers',
  loading: 'Checking invoices…',
  notLoaded: 'Couldn’t check the invoices',
  empty: 'No invoices yet. Upload some to get started.',
  upload: 'Upload invoices',
  notIncluded: {
    title: 'Not included:',
    active: (total: number) => `${documents(total)} still being read`,
    failed: (total: number) => `${documents(total)} that failed`,
    undated: (total: number) => `${invoices(total)} without a date`,
    otherSellers: (total: number) => `${invoices(total)} from other or unknown sellers`,
  },
  totals: 'Totals',
  omittedFromTotals: (documents: number) =>
    `Not counted: ${invoices(documents)} to enter by hand or without an exchange rate.`,
  columns: {
    number: 'Number',
    date: 'Date',
    seller: 'Seller',
    buyer: 'Buyer',
    npwp: 'Buyer NPWP',
    base: 'DPP',
    tax: 'PPN',
    luxuryTax: 'PPnBM',
    amounts: 'Amounts and status',
    invoices: 'Invoices',
    status: 'Status',
  },
  status: {
    ready: 'Ready',
    confirm: 'To confirm',
    blocked: 'Blocked',
    confirmed: 'Confirmed',
    exported: 'Exported',
  },
  rateMissing: 'Rate missing',
  problems: 'Before you export',
  noProblems: 'All invoices are ready.',
  times: (documents: number) => `${formatCount(documents)} ×`,
  /** Titles of rules that several invoices fail in different ways. */
  ruleTitles: {
    filing_party_changed: 'NPWP changed after approval',
    filing_value_changed: 'values changed after approval',
    filing_buyer_address_unknown: 'buyer address unknown; Coretax fills it in',
    filing_date_future: 'date in the future',
    filing_date_too_old: 'date before 2025; use e-Faktur',
    filing_deadline_passed: 'upload deadline passed; Coretax will no longer approve these',
    filing_deadline_near: 'upload deadline is near',
    filing_other_period: 'date outside the tax period',
    filing_price_rounded: 'price with more than two decimals',
    filing_converted: 'converted to rupiah',
    filing_duplicate: 'same seller and invoice number as another document',
    filing_exported: 'already exported',
    filing_changed_since_export: 'changed since the export',
  } satisfies Record<VaryingRule, string> as Record<string, string>,
  affected: (documents: number) => `Show ${invoices(documents)}`,
  severity: { error: 'Must be fixed', confirm: 'Please confirm', info: 'Note' },
  fix: {
    correct: 'Review',
    split: 'Split PDF',
    directory: 'Open directory',
    numbers: 'Enter NPWPs',
    rates: 'Enter exchange rate',
    undo_export: 'View exported files',
  },
  confirm: (documents: number) =>
    documents === 1 ? 'Confirm' : `Confirm all ${formatCount(documents)}`,
  exportAgain: (documents: number) =>
    documents === 1 ? 'Include again' : `Include all ${formatCount(documents)} again`,
  confirmedAll: 'Confirmed',
  invoices: 'Invoices',
  export: (ready: number, total: number) =>
    ready === total
      ? `Export ${invoices(total)}`
      : `Export ${formatCount(ready)} of ${invoices(total)}`,
  fileTotals: (base: string, tax: string) => `DPP ${base} · PPN ${tax}`,
  signer: (name: string) => `Signed in Coretax by ${name}`,
  oneSeller: 'Choose a seller above. A Coretax file can have only one seller.',
  exportNone: 'Nothing to export',
  exporting: 'Exporting…',
  exported: (file: string) => `Exported. ${file} was downloaded.`,
  changedSince: (documents: number) =>
    `${invoices(documents)} changed after the check and ${documents === 1 ? 'is' : 'are'} not in the file. Check again, then undo this export or export the rest.`,
  files: 'Exported files',
  fileFacts: (total: number, date: string) => `${invoices(total)} · ${date}`,
  undo: 'Undo export',
  undoLabel: (file: string) => `Undo export of ${file}`,
  undone: 'Export undone. Its invoices can be exported again.',
}
export type MonthText = typeof monthText
