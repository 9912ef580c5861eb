import { Link } from '@tanstack/react-router'
import { Info } from 'lucide-react'
import { taxPeriod } from '../../../../domain/coretax/tax-period.ts'
import type { Job } from '../../../../domain/job/job.ts'
import { formatDayAndTime } from '../../../i18n/format.ts'
import { reviewText } from '../../../i18n/review-text.ts'
import { useLiveJob } from '../../../live/use-live-jobs.ts'

/** Warns that the invoice is already in a Coretax file, which later corrections do not change. */
export function ExportNote({ job }: { job: Job }) {
  const { exported, summary } = useLiveJob(job)
  if (!exported) return null
  const date = summary?.kind === 'invoice' ? summary.date : null
  const search = date === null ? {} : { period: taxPeriod(date), seller: '' }
  const { inFile, text, toMonth } = reviewText().exported
  return (
    <div className="mb-3 flex max-lg:mt-3 gap-2 rounded-xl border border-line bg-surface px-4 py-3 text-sm">
      <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-soft" />
      <p className="min-w-0 wrap-anywhere">
        <b>{inFile(exported.filename, formatDayAndTime(exported.exported_at))}</b> {text}{' '}
        <Link to="/month" search={search} className="text-accent underline underline-offset-4">
          {toMonth}
        </Link>
      </p>
    </div>
  )
}
