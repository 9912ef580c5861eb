import { createStore } from '../store.ts'
import { type OutboxStore, toKeep } from './create-outbox.ts'
import { keep, keptItems } from './keep.ts'
import { thisTab } from './tab.ts'

const gatherMs = 200

/** Whether a reload would lose nothing. False where the browser keeps nothing, or has no room. */
export const isKept = createStore(true)

/** Brings back what an earlier visit left unsent, and from then on keeps what is there. */
export async function keepOutbox(outbox: OutboxStore): Promise<void> {
  const tab = await thisTab()
  const kept = (await keptItems()).filter((item) => tab.mayTake(item.tab))
  outbox.restore(kept)
  const known = new Map(kept.map(({ id }) => [id, '']))
  let timer: ReturnType<typeof setTimeout> | undefined

  async function write(): Promise<void> {
    const items = toKeep(outbox.get(), tab.id)
    const signs = new Map(items.map((item) => [item.id, signOf(item)]))
    const changed = items.filter(({ id }) => known.get(id) !== signs.get(id))
    const gone = [...known.keys()].filter((id) => !signs.has(id))
    if (changed.length === 0 && gone.length === 0) return
    await keep(changed, gone)
    known.clear()
    for (const [id, sign] of signs) known.set(id, sign)
    isKept.set(true)
  }

  function writeSoon(): void {
    clearTimeout(timer)
    timer = setTimeout(() => void write().catch(() => isKept.set(false)), gatherMs)
  }

  outbox.subscribe(writeSoon)
  writeSoon()
}

/** What of an item may change while its bytes stay the same. */
function signOf({ place, name, tab, shipment }: ReturnType<typeof toKeep>[number]): string {
  return JSON.stringify([place, name, tab, shipment?.id])
}
