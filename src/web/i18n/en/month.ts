import { formatCount } from '../locale/locale.ts'
import { count } from './count.ts'

const invoices = (total: number) => count(total, 'invoice', 'invoices')

/** UI text for the month page. */
export const monthWords = {
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
  totals: 'Totals',
  columns: {
    number: 'Number',
    date: 'Date',
    seller: 'Seller',
    buyer: 'Buyer',
    npwp: 'Buyer NPWP',
    base: 'DPP',
    tax: 'PPN',
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
  affected: (documents: number) => `Show ${invoices(documents)}`,
  severity: { error: 'Must be fixed', confirm: 'Please confirm', info: 'Note' },
  fix: {
    correct: 'Review',
    directory: 'Open directory',
    numbers: 'Enter NPWPs',
    rates: 'Enter exchange rate',
    by_hand: 'Enter in Coretax by hand',
    undo_export: 'See exported files',
  },
  confirm: (documents: number) =>
    documents === 1 ? 'Confirm' : `Confirm all ${formatCount(documents)}`,
  exportAgain: (documents: number) =>
    documents === 1 ? 'Export again' : `Export all ${formatCount(documents)} again`,
  confirmedAll: 'Confirmed',
  invoices: 'Invoices',
  export: (ready: number, total: number) =>
    ready === total
      ? `Export ${invoices(total)}`
      : `Export ${formatCount(ready)} of ${invoices(total)}`,
  fileTotals: (base: string, tax: string) => `DPP ${base} · PPN ${tax}`,
  signer: (name: string) => `Signed in Coretax by ${name}`,
  oneSeller: 'Choose a seller above: a Coretax file has one seller.',
  exportNone: 'Nothing to export',
  exporting: 'Exporting…',
  exported: (file: string) => `Exported. ${file} was downloaded.`,
  files: 'Exported files',
  fileFacts: (total: number, date: string) => `${invoices(total)} · ${date}`,
  undo: 'Undo export',
  undoLabel: (file: string) => `Undo export of ${file}`,
  undone: 'Export undone. Its invoices can be exported again.',
}
export type MonthWords = typeof monthWords
