import type { Job } from '../../../domain/job/job.ts'
import { formatBytes, formatDate } from '../../i18n/format.ts'
import { formatMoney } from '../../i18n/locale/decimal-text.ts'

/** The texts of a row. Only an invoice has all columns; other documents have a title and details. */
export interface CellTexts {
  title: string
  detail: string
  isInvoice: boolean
  date: string
  seller: string | null
  buyer: string | null
  total: string
}

export function cellTexts({ original_filename: name, summary, bytes }: Job): CellTexts {
  const none = { isInvoice: false, date: '', seller: null, buyer: null, total: '' }
  if (summary?.kind === 'invoice') {
    const { number, date, seller, buyer, total, currency } = summary
    const amount = total === null ? '' : formatMoney(total)
    return {
      title: number ?? name,
      detail: name,
      isInvoice: true,
      date: date === null ? '' : formatDate(date),
      seller,
      buyer,
      total: currency === null || currency === 'IDR' ? amount : `${currency} ${amount}`,
    }
  }
  const size = bytes === null ? '' : formatBytes(bytes)
  if (summary === null) return { ...none, title: name, detail: size }
  if (summary.kind === 'fields') return { ...none, title: name, detail: summary.values ?? size }
  const { meet, date, swimmers } = summary
  const parts = [meet, date === null ? null : formatDate(date), swimmers]
  return { ...none, title: name, detail: parts.filter(Boolean).join(' · ') || size }
}
