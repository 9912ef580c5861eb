import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import type { InvoiceFacets } from '../../../domain/api/routes/jobs.ts'
import { messageText } from '../../i18n/message-text.ts'
import { formatCount } from '../../i18n/locale/locale.ts'
import { jobText } from '../../i18n/job-text.ts'
import { isMissingNumber, missingRateCode } from '../../jobs/missing-numbers-link.tsx'
import { chipClass } from '../../ui/chip-row.tsx'
import { withParam } from './queue-search.ts'

const maxShown = 6

interface ReasonGroupsProps {
  reasons: InvoiceFacets['reasons']
  /** Code of the reason that currently filters the list. */
  current: string | undefined
}

/**
 * Shows why documents need review, with counts. A missing NPWP or exchange rate links to the page where it is entered;
 * other reasons filter the list.
 */
export function ReasonGroups({ reasons, current }: ReasonGroupsProps) {
  const shown = reasons.filter(({ code }, at) => at < maxShown || code === current)
  const rest = reasons.length - shown.length
  if (reasons.length === 0) return null
  return (
    <nav
      aria-label={jobText().queue.reasons}
      className="-mx-3 flex items-center gap-2 overflow-x-auto px-3 pb-3 sm:mx-0 sm:flex-wrap sm:px-0"
    >
      {shown.map((reason) => (
        <ReasonLink key={reason.code} reason={reason} isCurrent={reason.code === current} />
      ))}
      {rest > 0 && (
        <span className="shrink-0 text-sm text-ink-soft">{jobText().queue.moreReasons(rest)}</span>
      )}
    </nav>
  )
}

type Reason = InvoiceFacets['reasons'][number]

function ReasonLink({ reason, isCurrent }: { reason: Reason; isCurrent: boolean }) {
  const { code, count } = reason
  const text = (
    <>
      <TriangleAlert
        aria-hidden="true"
        className="size-4 shrink-0 text-doubt in-aria-[current=page]:text-on-accent"
      />
      <span className="truncate">
        <b>{formatCount(count)} ×</b> {jobText().queue.reasonTitles[code] ?? messageText(reason)}
      </span>
    </>
  )
  const className = `${chipClass} max-w-[calc(100vw-1.5rem)]`
  if (isMissingNumber(code)) {
    return (
      <Link to="/directory/missing" title={jobText().job.addNumbers} className={className}>
        {text}
      </Link>
    )
  }
  if (code === missingRateCode) {
    return (
      <Link
        to="/directory"
        search={{ show: 'rates' }}
        title={messageText(reason)}
        className={className}
      >
        {text}
      </Link>
    )
  }
  return (
    <Link
      to="/queue"
      search={(before) => withParam(before, 'reason', isCurrent ? undefined : code)}
      activeOptions={{ exact: true, includeSearch: true }}
      aria-current={isCurrent ? 'page' : undefined}
      title={messageText(reason)}
      className={className}
    >
      {text}
    </Link>
  )
}
