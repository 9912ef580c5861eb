import type { Summary } from '../../../domain/job/summary.ts'
import { formatDate } from '../../i18n/format.ts'
import { formatDecimalText } from '../../i18n/locale/decimal-text.ts'
import { words } from '../../i18n/words.ts'

/** One-line summary of the result. */
export function JobSummary({ summary }: { summary: Summary | null }) {
  const parts = summary === null ? [] : summaryParts(summary).filter((part) => part !== null)
  return parts.length > 0 ? <p className="text-sm wrap-anywhere">{parts.join(' · ')}</p> : null
}

function summaryParts(summary: Summary): (string | null)[] {
  switch (summary.kind) {
    case 'invoice': {
      const { number, seller, buyer, total, currency } = summary
      const amount = total === null ? null : [currency, formatDecimalText(total)].join(' ').trim()
      return [number, words.job.parties(seller, buyer), amount]
    }
    case 'heat_sheet': {
      const { meet, date, swimmers } = summary
      return [meet, date === null ? null : formatDate(date), swimmers]
    }
  }
}
