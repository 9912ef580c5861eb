import { createStore } from '../store/store.ts'
import { type OutboxStore, toKeep } from './create-upload-queue.ts'
import { keep, keptItems } from './stored-uploads.ts'
import { thisTab } from './tab-lock.ts'

const gatherMs = 200
/** The sign of what has to be written, or forgotten, once more. */
const unkept = ''

/** Whether a reload would lose nothing. False where the browser keeps nothing, or has no room. */
export const isKept = createStore(true)

/** Brings back what an earlier visit left unsent, and from then on keeps what is there. */
export async function keepOutbox(outbox: OutboxStore): Promise<void> {
  const tab = await thisTab()
  const kept = (await keptItems()).filter((item) => tab.mayTake(item.tab))
  outbox.restore(kept)
  let known = new Map(kept.map(({ id }) => [id, unkept]))
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Begins at once, even while one is under way: the database does them in order. */
  function write(): void {
    clearTimeout(timer)
    timer = undefined
    const items = toKeep(outbox.get(), tab.id)
    const signs = new Map(items.map((item) => [item.id, signOf(item)]))
    const changed = items.filter(({ id }) => known.get(id) !== signs.get(id))
    const gone = [...known.keys()].filter((id) => !signs.has(id))
    if (changed.length === 0 && gone.length === 0) return
    known = signs
    void keep(changed, gone)
      .catch(() => {
        for (const id of [...changed.map((item) => item.id), ...gone]) known.set(id, unkept)
      })
      .then(() => isKept.set(![...known.values()].includes(unkept)))
  }

  /** What is chosen, at once; what follows quickly, such as each step of a move, together. */
  function follow(): void {
    if (timer === undefined) write()
    clearTimeout(timer)
    timer = setTimeout(write, gatherMs)
  }

  outbox.subscribe(follow)
  follow()
  // A phone may end a page that is out of sight, and whoever reloads does not wait.
  document.addEventListener('visibilitychange', write)
  window.addEventListener('pagehide', write)
}

/** What of an item may change while its bytes stay the same. */
function signOf({ place, name, tab, shipment }: ReturnType<typeof toKeep>[number]): string {
  return JSON.stringify([place, name, tab, shipment?.id])
}
