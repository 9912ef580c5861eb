import { mappingsQuery, queryClient } from '../api/client.ts'
import { announceSoon } from '../ui/announcements.ts'
import { checkSource } from './check-source.ts'
import { createUploadQueue } from './create-upload-queue.ts'
import { isUploadQueuePersisted, persistUploadQueue } from './persist-upload-queue.ts'
import { sendUpload } from './send-upload.ts'
import { isInProgress } from './upload-queue.ts'

export const uploadQueue = createUploadQueue({
  async check(source) {
    const { max_upload_bytes } = await queryClient.fetchQuery({ ...mappingsQuery, retry: 3 })
    return checkSource(source, max_upload_bytes)
  },
  send: sendUpload,
  onSettled({ items, state }) {
    for (const { name } of items) {
      if (state.kind === 'failed') {
        announceSoon({ kind: 'not_uploaded', filename: name, reason: state.error.message })
      } else announceSoon({ kind: 'uploaded', filename: name })
    }
  },
})

/** Resumes uploads from the last visit. Warns if leaving the page would lose data. */
export function startUploads(): void {
  void persistUploadQueue(uploadQueue).catch(() => isUploadQueuePersisted.set(false))
  window.addEventListener('online', uploadQueue.retryNow)
  window.addEventListener('beforeunload', (event) => {
    const { items, uploads } = uploadQueue.get()
    if (!isUploadQueuePersisted.get() && (items.length > 0 || uploads.some(isInProgress)))
      event.preventDefault()
  })
}
