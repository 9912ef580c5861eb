import type { AttemptRecord } from '../../../domain/job/job.ts'
import { formatDayAndTime, formatSeconds } from '../../i18n/format.ts'
import { jobFailure } from '../../i18n/message-text.ts'
import { jobPageText } from '../../i18n/job-page-text.ts'
import { ErrorText } from '../../ui/error-text.tsx'

/** Lists attempts, newest first, because the newest has the current error. */
export function Attempts({ attempts }: { attempts: readonly AttemptRecord[] }) {
  if (attempts.length === 0) return <p className="text-ink-soft">{jobPageText().none}</p>
  return (
    <ol className="divide-y divide-line rounded-xl border border-line bg-surface">
      {attempts.toReversed().map((attempt) => (
        <li key={attempt.started_at} className="px-4 py-2.5">
          <Attempt attempt={attempt} />
        </li>
      ))}
    </ol>
  )
}

function Attempt({ attempt }: { attempt: AttemptRecord }) {
  const { number, started_at, ended_at, outcome } = attempt
  const failure = jobFailure(attempt)
  const seconds =
    ended_at === null ? undefined : (Date.parse(ended_at) - Date.parse(started_at)) / 1000
  const result = outcome === null ? jobPageText().running : jobPageText().outcomes[outcome]
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">{jobPageText().attemptNumber(number)}</span>
        <span>
          {result ?? outcome}
          {seconds !== undefined && ` · ${formatSeconds(seconds)}`}
        </span>
      </p>
      <p className="text-sm text-ink-soft">
        <time dateTime={started_at}>{formatDayAndTime(started_at)}</time>
        {attempt.worker !== null && ` · ${attempt.worker}`}
      </p>
      {failure !== undefined && (
        <p className="pt-1 text-sm text-fail">
          <ErrorText error={failure} />
        </p>
      )}
    </>
  )
}
