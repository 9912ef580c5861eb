import type { ReactNode } from 'react'
import { formatPercent, formatWholeSeconds } from '../../i18n/format.ts'
import { uiText } from '../../i18n/ui-text.ts'
import { useSecondsUntil } from '../../live/server-clock.ts'
import { ErrorText } from '../../ui/error-text.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import type { RejectedItem } from '../../uploads/upload-queue.ts'

export function UploadHeader({
  name,
  text,
  children,
}: {
  name: string
  text?: string
  children: ReactNode
}) {
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
      <span className="font-medium">{name}</span>
      {text && <span className="text-sm text-ink-soft">{text}</span>}
      <span className="ml-auto flex gap-1">{children}</span>
    </div>
  )
}

/** Counts down to the next attempt. Hidden from screen readers, which would read every second aloud. */
export function RetryCountdown({ untilMs }: { untilMs: number }) {
  const seconds = useSecondsUntil(untilMs)
  return <span aria-hidden="true">{uiText.uploads.retryingIn(formatWholeSeconds(seconds))}</span>
}

interface LabelledProgressProps {
  label: string
  fraction: number
  text: (string | false)[]
}

export function LabelledProgress({ label, fraction, text }: LabelledProgressProps) {
  return (
    <>
      <div className="flex justify-between gap-3 pb-1 text-sm text-ink-soft">
        <span>{text.filter((part) => part !== false).join(' · ')}</span>
        <span>{formatPercent(fraction)}</span>
      </div>
      <ProgressBar label={label} fraction={fraction} />
    </>
  )
}

/** Lists the documents that the server rejected, with the reason for each. */
export function RejectedItems({ problems }: { problems: readonly RejectedItem[] }) {
  if (problems.length === 0) return null
  return (
    <div role="alert" className="pt-1 text-sm text-fail">
      <p className="font-medium">{uiText.uploads.rejected(problems.length)}</p>
      <ul className="max-h-72 list-disc overflow-y-auto pl-5">
        {problems.map(({ name: file, error }) => (
          <li key={file}>
            <bdi className="font-medium">{file}</bdi>: <ErrorText error={error} />
          </li>
        ))}
      </ul>
    </div>
  )
}
