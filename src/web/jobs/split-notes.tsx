import { Link } from '@tanstack/react-router'
import { formatPageRange } from '../../domain/values/page-range.ts'
import type { Job } from '../../domain/job/job.ts'
import { jobText } from '../i18n/job-text.ts'

/** Links a split document and its parts to each other. */
export function SplitNotes({ job: { split_into, split_from } }: { job: Job }) {
  const { wasSplit, splitParts, splitFrom, splitOriginal } = jobText().job
  return (
    <>
      {split_into !== null && (
        <p className="text-sm text-ink-soft">
          {wasSplit}{' '}
          <Link to="/batch/$id" params={{ id: split_into }} className="underline">
            {splitParts}
          </Link>
        </p>
      )}
      {split_from !== null && (
        <p className="text-sm text-ink-soft">
          {splitFrom(formatPageRange(split_from.pages))}{' '}
          {split_from.id !== null && (
            <Link to="/jobs/$id" params={{ id: split_from.id }} className="underline">
              {splitOriginal}
            </Link>
          )}
        </p>
      )}
    </>
  )
}
