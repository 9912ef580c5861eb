import { createStore } from '../store/store.ts'
import { type UploadQueueStore, toStoredItems } from './create-upload-queue.ts'
import { updateStoredItems, loadStoredItems } from './stored-uploads.ts'
import { claimTab } from './tab-lock.ts'

const debounceMs = 200
/** The sign of what has to be written, or forgotten, once more. */
const unsaved = ''

/** Whether a reload would lose nothing. False where the browser keeps nothing, or has no room. */
export const isPersisted = createStore(true)

/** Brings back what an earlier visit left unsent, and from then on keeps what is there. */
export async function persistUploadQueue(queue: UploadQueueStore): Promise<void> {
  const tab = await claimTab()
  const stored = (await loadStoredItems()).filter((item) => tab.canTakeOver(item.tab))
  queue.restore(stored)
  let saved = new Map(stored.map(({ id }) => [id, unsaved]))
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Begins at once, even while one is under way: the database does them in order. */
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
      .then(() => isPersisted.set(![...saved.values()].includes(unsaved)))
  }

  /** What is chosen, at once; what follows quickly, such as each step of a move, together. */
  function scheduleWrite(): void {
    if (timer === undefined) write()
    clearTimeout(timer)
    timer = setTimeout(write, debounceMs)
  }

  queue.subscribe(scheduleWrite)
  scheduleWrite()
  // A phone may end a page that is out of sight, and whoever reloads does not wait.
  document.addEventListener('visibilitychange', write)
  window.addEventListener('pagehide', write)
}

/** What of an item may change while its bytes stay the same. */
function fingerprint({
  place,
  name,
  tab,
  shipment,
}: ReturnType<typeof toStoredItems>[number]): string {
  return JSON.stringify([place, name, tab, shipment?.id])
}
