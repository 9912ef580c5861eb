import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleAlert, RotateCw, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AppError } from '../../../domain/errors/errors.ts'
import { uploadQueue } from '../../uploads/app-uploads.ts'
import { formatBytes, formatPercent, formatSpeed, formatWholeSeconds } from '../../i18n/format.ts'
import {
  sumBytes,
  fractionsSent,
  isInProgress,
  type Upload,
  type UploadState,
} from '../../uploads/upload-queue.ts'
import { type UploadProgress, secondsLeft } from '../../uploads/upload-progress.ts'
import { useIsOnline } from '../../browser/use-is-online.ts'
import { useSecondsUntil } from '../../live/server-clock.ts'
import { words } from '../../i18n/words.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { ErrorText } from '../../ui/error-text.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'

/** Running and finished uploads. */
export default function SentUploads({ uploads }: { uploads: readonly Upload[] }) {
  const isUploading = uploads.some(isInProgress)
  const { heading, sentHeading } = words.uploads
  return (
    <section aria-labelledby="shipments-heading" className="pt-8">
      <h2 id="shipments-heading" className="pb-2 text-lg font-bold">
        {isUploading ? heading : sentHeading}
      </h2>
      {uploads.length > 1 && isUploading && <TotalProgress uploads={uploads} />}
      <ul aria-labelledby="shipments-heading" className="space-y-3">
        {uploads.map((upload, index) => (
          <li key={upload.id} className="rounded-xl border border-line bg-surface px-4 py-3">
            <UploadStatus
              upload={upload}
              name={
                uploads.length > 1
                  ? words.uploads.batchNumber(index + 1, uploads.length)
                  : words.uploads.documents(upload.items.length)
              }
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function TotalProgress({ uploads }: { uploads: readonly Upload[] }) {
  const totalBytes = uploads.reduce((sum, { items }) => sum + sumBytes(items), 0)
  const sentTotal = uploads.reduce((sum, upload) => sum + countSentBytes(upload), 0)
  const sending = uploads.find(({ state }) => state.kind === 'sending')?.state
  const speed = sending?.kind === 'sending' ? sending.progress.bytes_per_second : undefined
  const fraction = totalBytes > 0 ? sentTotal / totalBytes : 0
  const left = speed ? (totalBytes - sentTotal) / speed : undefined
  return (
    <div className="pb-4">
      <LabelledProgress
        label={words.uploads.total}
        fraction={fraction}
        text={[
          words.uploads.sentBytes(formatBytes(sentTotal), formatBytes(totalBytes)),
          left !== undefined && words.uploads.left(formatWholeSeconds(Math.ceil(left))),
        ]}
      />
    </div>
  )
}

function countSentBytes({ items, state }: Upload): number {
  if (state.kind === 'sent') return sumBytes(items)
  return state.kind === 'sending' ? Math.min(state.progress.sent_bytes, sumBytes(items)) : 0
}

function UploadStatus({ upload, name }: { upload: Upload; name: string }) {
  const { id, state, items } = upload
  switch (state.kind) {
    case 'waiting':
      return (
        <UploadHeader name={name} text={words.uploads.waiting}>
          <CancelButton upload={upload} />
        </UploadHeader>
      )
    case 'sending':
      return (
        <>
          <UploadHeader name={name}>
            <CancelButton upload={upload} />
          </UploadHeader>
          <SendingUpload upload={upload} progress={state.progress} />
        </>
      )
    case 'paused':
      return <PausedUpload upload={upload} name={name} />
    case 'failed':
      return <FailedUpload id={id} name={name} error={state.error} />
    case 'sent':
      return <SentUpload id={id} count={items.length} state={state} />
  }
}

interface FailedUploadProps {
  id: string
  name: string
  error: AppError
}

function FailedUpload({ id, name, error }: FailedUploadProps) {
  return (
    <>
      <UploadHeader name={name}>
        <button type="button" className={buttonClass.small} onClick={() => uploadQueue.retry(id)}>
          <RotateCw aria-hidden="true" className="size-4" />
          {words.uploads.retry}
        </button>
        <button type="button" className={buttonClass.quiet} onClick={() => uploadQueue.cancel(id)}>
          {words.uploads.back}
        </button>
      </UploadHeader>
      <p role="alert" className="flex gap-1.5 pt-1 text-sm text-fail">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span>
          <ErrorText error={error} />
        </span>
      </p>
    </>
  )
}

interface SentUploadProps {
  id: string
  count: number
  state: Extract<UploadState, { kind: 'sent' }>
}

function SentUpload({ id, count, state }: SentUploadProps) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <CircleCheck aria-hidden="true" className="size-4 text-done" />
        <span className="font-medium">{words.uploads.sent(count - state.problems.length)}</span>
        <Link to="/batch/$id" params={{ id: state.batch_id }} className={buttonClass.quiet}>
          {words.uploads.open}
        </Link>
        <IconButton
          icon={X}
          label={words.uploads.dismiss}
          className="ml-auto"
          onClick={() => uploadQueue.dismiss(id)}
        />
      </p>
      {state.problems.length > 0 && (
        <div role="alert" className="pt-1 text-sm text-fail">
          <p className="font-medium">{words.uploads.rejected(state.problems.length)}</p>
          <ul className="list-disc pl-5">
            {state.problems.map(({ name: file, error }) => (
              <li key={file}>
                <bdi className="font-medium">{file}</bdi>: <ErrorText error={error} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function UploadHeader({
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

function CancelButton({ upload: { id, items } }: { upload: Upload }) {
  return (
    <button
      type="button"
      aria-label={words.uploads.cancelLabel(items.length)}
      className={buttonClass.small}
      onClick={() => uploadQueue.cancel(id)}
    >
      {words.uploads.cancel}
    </button>
  )
}

function PausedUpload({ upload, name }: { upload: Upload; name: string }) {
  const isOnline = useIsOnline()
  const { state } = upload
  if (state.kind !== 'paused') return null
  return (
    <>
      <UploadHeader name={name}>
        <button type="button" className={buttonClass.small} onClick={uploadQueue.retryNow}>
          <RotateCw aria-hidden="true" className="size-4" />
          {words.uploads.now}
        </button>
        <CancelButton upload={upload} />
      </UploadHeader>
      <output className="block pt-1 text-sm text-doubt">
        {isOnline ? (
          <>
            <ErrorText error={state.error} /> <RetryingIn untilMs={state.until_ms} />
          </>
        ) : (
          words.uploads.offline
        )}
      </output>
    </>
  )
}

/** Counts down to the next attempt; hidden from screen readers, which would read every second aloud. */
function RetryingIn({ untilMs }: { untilMs: number }) {
  const seconds = useSecondsUntil(untilMs)
  return <span aria-hidden="true">{words.uploads.retryingIn(formatWholeSeconds(seconds))}</span>
}

/** Total progress, and one bar per document. */
function SendingUpload({
  upload: { items },
  progress,
}: {
  upload: Upload
  progress: UploadProgress
}) {
  const fraction = progress.total_bytes > 0 ? progress.sent_bytes / progress.total_bytes : 0
  const left = secondsLeft(progress)
  const text =
    fraction === 1
      ? [words.uploads.storing]
      : [
          words.uploads.sentBytes(
            formatBytes(progress.sent_bytes),
            formatBytes(progress.total_bytes),
          ),
          progress.bytes_per_second !== undefined && formatSpeed(progress.bytes_per_second),
          left !== undefined && words.uploads.left(formatWholeSeconds(Math.ceil(left))),
        ]
  const fractions = fractionsSent(items, progress)
  return (
    <>
      <LabelledProgress label={words.uploads.total} fraction={fraction} text={text} />
      {items.length > 1 && (
        <ul className="max-h-72 space-y-2 overflow-y-auto pt-3">
          {items.map(({ id, name }, index) => (
            <li key={id} className="grid grid-cols-[minmax(0,1fr)_8rem] items-center gap-3 text-sm">
              <FileName>{name}</FileName>
              <ProgressBar
                label={words.uploads.progressLabel(name)}
                fraction={fractions[index] ?? 0}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

interface LabelledProgressProps {
  label: string
  fraction: number
  text: (string | false)[]
}

function LabelledProgress({ label, fraction, text }: LabelledProgressProps) {
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
