import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { monthText } from '../../i18n/month-text.ts'
import { type MonthSelection, useOtherSellers } from './use-month.ts'
import { useLiveJobs } from '../../live/use-live-jobs.ts'

const linkClass = 'text-accent underline underline-offset-4'

interface MissingDocumentsProps {
  month: MonthSelection
  /** Number of invoices without a date. */
  undated: number
}

/** Lists documents that may belong to the month but that the check excludes. */
export function MissingDocuments({ month, undated }: MissingDocumentsProps) {
  const words = monthText().notIncluded
  const live = useLiveJobs().data
  const groups = [
    { status: 'active', count: live?.active_count ?? 0, text: words.active },
    { status: 'failed', count: live?.counts.failed ?? 0, text: words.failed },
    { status: 'review', count: undated, text: words.undated },
  ] as const
  const others = useOtherSellers(month)
  const found = groups.filter(({ count }) => count > 0)
  if (found.length === 0 && others === 0) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-4 text-sm">
      <TriangleAlert aria-hidden="true" className="size-4 text-doubt" />
      {words.title}
      {found.map(({ status, count, text }) => (
        <Link key={status} to="/queue" search={{ status }} className={linkClass}>
          {text(count)}
        </Link>
      ))}
      {others > 0 && (
        <Link to="/month" search={{ period: month.period, seller: '' }} className={linkClass}>
          {words.otherSellers(others)}
        </Link>
      )}
    </p>
  )
}
