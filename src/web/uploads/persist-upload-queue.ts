import { createStore } from '../store/store.ts'
import { type UploadQueueStore, toStoredItems } from './create-upload-queue.ts'
import { updateStoredItems, loadStoredItems } from './stored-uploads.ts'
import { claimTab } from './tab-lock.ts'

const debounceMs = 200
/** Fingerprint that marks an item whose write or deletion must be repeated. */
const unsaved = ''

/** False if the browser cannot store the queue. */
export const isUploadQueuePersisted = createStore(true)

/** Restores unsent items from earlier visits, and stores every change. */
export async function persistUploadQueue(queue: UploadQueueStore): Promise<void> {
  const tab = await claimTab()
  const stored = (await loadStoredItems()).filter((item) => tab.canTakeOver(item.tab))
  queue.restore(stored)
  let saved = new Map(stored.map(({ id }) => [id, unsaved]))
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Writes all changes. Starts immediately, because IndexedDB serialises overlapping transactions. */
  function write(): void {
    clearTimeout(timer)
    timer = undefined
    const items = toStoredItems(queue.get(), tab.id)
    const fingerprints = new Map(items.map((item) => [item.id, fingerprint(item)]))
    const changed = items.filter(({ id }) => saved.get(id) !== fingerprints.get(id))
    const removed = [...saved.keys()].filter((id) => !fingerprints.has(id))
    if (changed.length === 0 && removed.length === 0) return
    saved = fingerprints
    void updateStoredItems(changed, removed)
      .catch(() => {
        for (const id of [...changed.map((item) => item.id), ...removed]) saved.set(id, unsaved)
      })
      .then(() => isUploadQueuePersisted.set(![...saved.values()].includes(unsaved)))
  }

  /** Writes the first change immediately, and combines the changes that follow, such as the steps of a drag. */
  function scheduleWrite(): void {
    if (timer === undefined) write()
    clearTimeout(timer)
    timer = setTimeout(write, debounceMs)
  }

  queue.subscribe(scheduleWrite)
  scheduleWrite()
  // Writes immediately, because a phone may kill a hidden page, and because a reload does not wait for a scheduled
  // write.
  document.addEventListener('visibilitychange', write)
  window.addEventListener('pagehide', write)
}

/** Returns a fingerprint of the fields that can change; the bytes of a file never change. */
function fingerprint({
  place,
  name,
  tab,
  shipment,
}: ReturnType<typeof toStoredItems>[number]): string {
  return JSON.stringify([place, name, tab, shipment?.id])
}
