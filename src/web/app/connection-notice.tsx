import { toAppError } from '../../domain/errors/app-error.ts'
import { useLiveJobs } from '../live/use-live-jobs.ts'
import { uiText } from '../i18n/ui-text.ts'
import { useIsOnline } from '../browser/use-is-online.ts'
import { ErrorText } from '../ui/error-text.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'

/** Warns that the data on the page may be stale. Before the first load, each page shows its own error instead. */
export default function ConnectionNotice() {
  const isOnline = useIsOnline()
  const { data, error, refetch } = useLiveJobs()
  if (!data || !error) return null
  return (
    <div className="pt-4">
      <FailureNotice
        reason={isOnline ? <ErrorText error={toAppError(error)} /> : uiText.connection.offline}
        onRetry={() => void refetch()}
      >
        {uiText.connection.retrying}
      </FailureNotice>
    </div>
  )
}
