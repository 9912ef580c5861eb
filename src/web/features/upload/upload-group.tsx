import { Link } from '@tanstack/react-router'
import { CircleAlert, Pause, Play, RotateCw } from 'lucide-react'
import { uploadRoutes } from '../../../domain/api/routes/uploads.ts'
import { client } from '../../api/client.ts'
import { useIsOnline } from '../../browser/use-is-online.ts'
import { formatBytes, formatWholeSeconds } from '../../i18n/format.ts'
import { uiText } from '../../i18n/ui-text.ts'
import { useStore } from '../../store/store.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { ErrorText } from '../../ui/error-text.tsx'
import { uploadQueue } from '../../uploads/app-uploads.ts'
import { isInProgress, sumBytes, type Upload } from '../../uploads/upload-queue.ts'
import { SentCount } from './sent-count.tsx'
import { LabelledProgress, RejectedItems, RetryCountdown, UploadHeader } from './upload-parts.tsx'
import { ActionButton } from '../../ui/action-button.tsx'

/** Shows one upload, however many requests it needs. */
export function UploadGroup({ uploads }: { uploads: readonly Upload[] }) {
  const total = countItems(uploads)
  const upload = uploads[0]?.group ?? ''
  const sent = uploads.flatMap(({ state }) => (state.kind === 'sent' ? [state] : []))
  const problems = sent.flatMap((state) => state.problems)
  return (
    <>
      {uploads.some(isInProgress) ? (
        <Running uploads={uploads} />
      ) : (
        <SentCount
          count={total - countItems(failed(uploads)) - problems.length}
          onDismiss={() => forEach(uploads, uploadQueue.dismiss)}
        >
          <Link to="/queue" search={{ upload }} className={buttonClass.quiet}>
            {uiText.uploads.openAll}
          </Link>
        </SentCount>
      )}
      <Failed uploads={failed(uploads)} />
      <RejectedItems problems={problems} />
    </>
  )
}

function failed(uploads: readonly Upload[]): Upload[] {
  return uploads.filter(({ state }) => state.kind === 'failed')
}

function countItems(uploads: readonly Upload[]): number {
  return uploads.reduce((sum, { items }) => sum + items.length, 0)
}

function forEach(uploads: readonly Upload[], act: (id: string) => void): void {
  for (const { id } of uploads) act(id)
}

/** Returns unsent documents to the list, and cancels those that the server already has. */
function cancelAll(uploads: readonly Upload[]): void {
  forEach(uploads.filter(isInProgress).toReversed(), uploadQueue.cancel)
  uploadQueue.resume()
  const [sent] = uploads.filter(({ state }) => state.kind === 'sent')
  if (sent?.group === undefined) return
  // Fails if all jobs have ended, and then there is nothing to cancel.
  client.call(uploadRoutes.cancelUpload, { params: { id: sent.group } }).catch(() => undefined)
}

function Running({ uploads }: { uploads: readonly Upload[] }) {
  const { isPaused } = useStore(uploadQueue)
  const { documents, pause, resume, cancelLabel } = uiText.uploads
  const Icon = isPaused ? Play : Pause
  return (
    <>
      <UploadHeader name={documents(countItems(uploads))}>
        <ActionButton icon={Icon} onClick={isPaused ? uploadQueue.resume : uploadQueue.pause}>
          {isPaused ? resume : pause}
        </ActionButton>
        <button
          type="button"
          aria-label={cancelLabel(countItems(uploads.filter(isInProgress)))}
          className={buttonClass.small}
          onClick={() => cancelAll(uploads)}
        >
          {uiText.uploads.cancelAll}
        </button>
      </UploadHeader>
      <GroupProgress uploads={uploads} isPaused={isPaused} />
      <Interruption uploads={uploads} />
    </>
  )
}

function GroupProgress({ uploads, isPaused }: { uploads: readonly Upload[]; isPaused: boolean }) {
  const totalBytes = uploads.reduce((sum, { items }) => sum + sumBytes(items), 0)
  const sentBytes = uploads.reduce((sum, upload) => sum + countSentBytes(upload), 0)
  const done = countItems(uploads.filter(({ state }) => state.kind === 'sent'))
  const sending = uploads.find(({ state }) => state.kind === 'sending')?.state
  const speed = sending?.kind === 'sending' ? sending.progress.bytes_per_second : undefined
  const left = speed ? (totalBytes - sentBytes) / speed : undefined
  return (
    <LabelledProgress
      label={uiText.uploads.total}
      fraction={totalBytes > 0 ? sentBytes / totalBytes : 0}
      text={[
        isPaused && uiText.uploads.paused,
        uiText.uploads.sentDocuments(done, countItems(uploads)),
        uiText.uploads.sentBytes(formatBytes(sentBytes), formatBytes(totalBytes)),
        left !== undefined && uiText.uploads.left(formatWholeSeconds(Math.ceil(left))),
      ]}
    />
  )
}

function countSentBytes({ items, state }: Upload): number {
  if (state.kind === 'sent') return sumBytes(items)
  return state.kind === 'sending' ? Math.min(state.progress.sent_bytes, sumBytes(items)) : 0
}

/** Explains why the server cannot be reached, and when the next attempt is due. */
function Interruption({ uploads }: { uploads: readonly Upload[] }) {
  const isOnline = useIsOnline()
  const state = uploads.find((upload) => upload.state.kind === 'paused')?.state
  if (state?.kind !== 'paused') return null
  return (
    <output className="flex flex-wrap items-center gap-x-3 pt-1 text-sm text-doubt">
      <span>
        {isOnline ? (
          <>
            <ErrorText error={state.error} /> <RetryCountdown untilMs={state.until_ms} />
          </>
        ) : (
          uiText.uploads.offline
        )}
      </span>
      <button type="button" className={buttonClass.quiet} onClick={uploadQueue.retryNow}>
        {uiText.uploads.now}
      </button>
    </output>
  )
}

function Failed({ uploads }: { uploads: readonly Upload[] }) {
  const state = uploads[0]?.state
  if (state?.kind !== 'failed') return null
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-2 text-sm text-fail"
    >
      <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
      <span>
        {uiText.uploads.notSent(countItems(uploads))} <ErrorText error={state.error} />
      </span>
      <ActionButton icon={RotateCw} onClick={() => forEach(uploads, uploadQueue.retry)}>
        {uiText.uploads.retry}
      </ActionButton>
      <button
        type="button"
        className={buttonClass.quiet}
        onClick={() => forEach(uploads.toReversed(), uploadQueue.cancel)}
      >
        {uiText.uploads.back}
      </button>
    </div>
  )
}
