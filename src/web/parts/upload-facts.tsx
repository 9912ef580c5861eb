import { formatBytes, formatPercent, formatSpeed, formatWholeSeconds } from '../figures.ts'
import { type Pace, secondsLeft } from '../uploads/pace.ts'
import type { Upload } from '../uploads/uploads.ts'
import { words } from '../words.ts'
import { ProgressBar } from './progress-bar.tsx'
import { Reason } from './reason.tsx'
import { UploadedJob } from './uploaded-job.tsx'

/** What there is to say of one upload, below its name. */
export function UploadFacts({ upload: { file, state } }: { upload: Upload }) {
  switch (state.kind) {
    case 'checking':
      return <Line>{words.uploads.checking}</Line>
    case 'waiting':
      return <Line>{words.uploads.waiting}</Line>
    case 'sending':
      return <Sending label={words.uploads.progressOf(file.name)} pace={state.pace} />
    case 'sent':
      return <UploadedJob job={state.job} />
    case 'cancelled':
      return <Line>{words.uploads.cancelled}</Line>
    case 'failed':
    case 'refused':
      return <Reason>{state.error.message}</Reason>
  }
}

function Line({ children }: { children: string }) {
  return <p className="text-sm text-ink-soft">{children}</p>
}

function Sending({ label, pace }: { label: string; pace: Pace }) {
  const fraction = pace.total_bytes > 0 ? pace.sent_bytes / pace.total_bytes : 0
  return (
    <>
      <div className="flex justify-between gap-3 pb-1 text-sm text-ink-soft">
        <span>{fraction === 1 ? words.uploads.storing : progressText(pace)}</span>
        <span>{formatPercent(fraction)}</span>
      </div>
      <ProgressBar label={label} fraction={fraction} />
    </>
  )
}

function progressText(pace: Pace): string {
  const amount = words.uploads.sentOf(formatBytes(pace.sent_bytes), formatBytes(pace.total_bytes))
  const left = secondsLeft(pace)
  if (pace.bytes_per_second === undefined || left === undefined) return amount
  const time = words.uploads.left(formatWholeSeconds(Math.ceil(left)))
  return [amount, formatSpeed(pace.bytes_per_second), time].join(' · ')
}
