import { Link } from '@tanstack/react-router'
import { CircleAlert, RotateCw } from 'lucide-react'
import type { AppError } from '../../../domain/errors/app-error.ts'
import { uploadQueue } from '../../uploads/app-uploads.ts'
import { formatBytes, formatSpeed, formatWholeSeconds } from '../../i18n/format.ts'
import {
  getSentFractions,
  groupUploads,
  isInProgress,
  type Upload,
  type UploadState,
} from '../../uploads/upload-queue.ts'
import { type UploadProgress, secondsLeft } from '../../uploads/upload-progress.ts'
import { useIsOnline } from '../../browser/use-is-online.ts'
import { uiText } from '../../i18n/ui-text.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { ErrorText } from '../../ui/error-text.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { UploadGroup } from './upload-group.tsx'
import { SentCount } from './sent-count.tsx'
import { LabelledProgress, RejectedItems, RetryCountdown, UploadHeader } from './upload-parts.tsx'
import { ActionButton } from '../../ui/action-button.tsx'

/** Lists running, finished and failed uploads. */
export default function SentUploads({ uploads }: { uploads: readonly Upload[] }) {
  const groups = groupUploads(uploads)
  const failed = groups.filter(isFailed)
  const others = groups.filter((group) => !isFailed(group))
  const { heading, sentHeading, failedHeading } = uiText.uploads
  return (
    <>
      {failed.length > 0 && (
        <UploadList id="failed-uploads" heading={failedHeading} groups={failed} />
      )}
      {others.length > 0 && (
        <UploadList
          id="shipments"
          heading={uploads.some(isInProgress) ? heading : sentHeading}
          groups={others}
        />
      )}
    </>
  )
}

function isFailed(group: readonly Upload[]): boolean {
  return group.every(({ state }) => state.kind === 'failed')
}

interface UploadListProps {
  id: string
  heading: string
  groups: readonly (readonly Upload[])[]
}

function UploadList({ id, heading, groups }: UploadListProps) {
  const headingId = `${id}-heading`
  return (
    <section aria-labelledby={headingId} className="pt-8">
      <h2 id={headingId} className="pb-2 text-lg font-bold">
        {heading}
      </h2>
      <ul aria-labelledby={headingId} className="space-y-3">
        {groups.map((group) => (
          <li key={group[0]?.id} className="rounded-xl border border-line bg-surface px-4 py-3">
            {group.length > 1 ? <UploadGroup uploads={group} /> : group.map(toStatus)}
          </li>
        ))}
      </ul>
    </section>
  )
}

const toStatus = (upload: Upload) => (
  <UploadStatus
    key={upload.id}
    upload={upload}
    name={uiText.uploads.documents(upload.items.length)}
  />
)

function UploadStatus({ upload, name }: { upload: Upload; name: string }) {
  const { id, state, items } = upload
  switch (state.kind) {
    case 'waiting':
      return (
        <UploadHeader name={name} text={uiText.uploads.waiting}>
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
        <ActionButton icon={RotateCw} onClick={() => uploadQueue.retry(id)}>
          {uiText.uploads.retry}
        </ActionButton>
        <button type="button" className={buttonClass.quiet} onClick={() => uploadQueue.cancel(id)}>
          {uiText.uploads.back}
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
      <SentCount count={count - state.problems.length} onDismiss={() => uploadQueue.dismiss(id)}>
        <Link to="/batch/$id" params={{ id: state.batch_id }} className={buttonClass.quiet}>
          {uiText.uploads.open}
        </Link>
      </SentCount>
      <RejectedItems problems={state.problems} />
    </>
  )
}

function CancelButton({ upload: { id, items } }: { upload: Upload }) {
  return (
    <button
      type="button"
      aria-label={uiText.uploads.cancelLabel(items.length)}
      className={buttonClass.small}
      onClick={() => uploadQueue.cancel(id)}
    >
      {uiText.uploads.cancel}
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
        <ActionButton icon={RotateCw} onClick={uploadQueue.retryNow}>
          {uiText.uploads.now}
        </ActionButton>
        <CancelButton upload={upload} />
      </UploadHeader>
      <output className="block pt-1 text-sm text-doubt">
        {isOnline ? (
          <>
            <ErrorText error={state.error} /> <RetryCountdown untilMs={state.until_ms} />
          </>
        ) : (
          uiText.uploads.offline
        )}
      </output>
    </>
  )
}

/** Shows the total progress, and one bar per document. */
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
      ? [uiText.uploads.storing]
      : [
          uiText.uploads.sentBytes(
            formatBytes(progress.sent_bytes),
            formatBytes(progress.total_bytes),
          ),
          progress.bytes_per_second !== undefined && formatSpeed(progress.bytes_per_second),
          left !== undefined && uiText.uploads.left(formatWholeSeconds(Math.ceil(left))),
        ]
  const fractions = getSentFractions(items, progress)
  return (
    <>
      <LabelledProgress label={uiText.uploads.total} fraction={fraction} text={text} />
      {items.length > 1 && (
        <ul className="max-h-72 space-y-2 overflow-y-auto pt-3">
          {items.map(({ id, name }, index) => (
            <li key={id} className="grid grid-cols-[minmax(0,1fr)_8rem] items-center gap-3 text-sm">
              <FileName>{name}</FileName>
              <ProgressBar
                label={uiText.uploads.progressLabel(name)}
                fraction={fractions[index] ?? 0}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
