import { toAppError } from '../../domain/errors/app-error.ts'
import { ErrorText } from './error-text.tsx'
import { FailureNotice } from './failure-notice.tsx'

interface QueryProps {
  error: unknown
  onRetry: () => unknown
}

/** Explains why something failed to load and offers a retry; renders nothing if there is no error. */
export function LoadFailure({ reason, error, onRetry }: QueryProps & { reason: string }) {
  if (error === null || error === undefined) return null
  return (
    <FailureNotice reason={reason} onRetry={() => void onRetry()}>
      <ErrorText error={toAppError(error)} />
    </FailureNotice>
  )
}

interface LoadStatusProps extends QueryProps {
  words: { notLoaded: string; loading: string }
}

/** Replaces a list until it is loaded. */
export function LoadStatus({ words, error, onRetry }: LoadStatusProps) {
  if (!error) return <output className="block py-6 text-ink-soft">{words.loading}</output>
  return <LoadFailure reason={words.notLoaded} error={error} onRetry={onRetry} />
}
