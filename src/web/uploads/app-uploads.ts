import { mappings, queryClient } from '../api/client.ts'
import { tell } from '../ui/announcements.ts'
import { checkSource } from './check-source.ts'
import { createOutbox } from './create-upload-queue.ts'
import { isKept, keepOutbox } from './persist-upload-queue.ts'
import { sendShipment } from './send-upload.ts'
import { isUnderWay } from './upload-queue.ts'

export const outbox = createOutbox({
  async check(source) {
    const { max_upload_bytes } = await queryClient.fetchQuery({ ...mappings, retry: 3 })
    return checkSource(source, max_upload_bytes)
  },
  send: sendShipment,
  onEnd({ items, state }) {
    for (const { name } of items) {
      if (state.kind === 'failed') {
        tell({ kind: 'not_uploaded', filename: name, reason: state.error.message })
      } else tell({ kind: 'uploaded', filename: name })
    }
  },
})

/** Goes on where the last visit ended, and warns where leaving would lose something. */
export function beginOutbox(): void {
  void keepOutbox(outbox).catch(() => isKept.set(false))
  window.addEventListener('online', outbox.wake)
  window.addEventListener('beforeunload', (event) => {
    const { items, shipments } = outbox.get()
    if (!isKept.get() && (items.length > 0 || shipments.some(isUnderWay))) event.preventDefault()
  })
}
