import { toAppError } from '../../domain/errors.ts'
import { useLiveJobs } from '../jobs/use-live-jobs.ts'
import { words } from '../words.ts'
import { FailureNotice } from './failure-notice.tsx'

/** Says that what is shown may be old. Before anything was shown, each page speaks for itself. */
export function ConnectionNotice() {
  const { data, error, refetch } = useLiveJobs()
  if (!data || !error) return null
  return (
    <div className="pt-4">
      <FailureNotice reason={toAppError(error).message} onRetry={() => void refetch()}>
        {words.connection.retrying}
      </FailureNotice>
    </div>
  )
}
