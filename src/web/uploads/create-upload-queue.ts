import { toAppError } from '../../domain/errors/errors.ts'
import { createStore, type Store } from '../store/store.ts'
import { createCourier, type Send } from './uploader.ts'
import type { KeptItem } from './stored-uploads.ts'
import {
  type Check,
  type Choice,
  emptyOutbox,
  inShipments,
  isUnderWay,
  type Item,
  movedTo,
  type Outbox,
  renamed,
  type Shipment,
  type ShipmentState,
  withItems,
  withoutItems,
} from './upload-queue.ts'
import { newId } from './tab-lock.ts'

export interface OutboxOptions {
  check: (source: File | string) => Promise<Check>
  send: Send
  /** Told of each shipment that has arrived or was refused as a whole. */
  onEnd: (shipment: Shipment) => void
}

/** What is to be sent lives outside of any page: going from one to another stops nothing. */
export interface OutboxStore extends Omit<Store<Outbox>, 'set'> {
  add: (sources: Iterable<File | string>) => void
  remove: (ids: readonly string[]) => void
  rename: (id: string, name: string) => void
  move: (id: string, place: number) => void
  /** Sends all that may be sent, at most so many together; what was refused stays in the list. */
  start: (choice: Choice, most: number) => void
  /** Sends these at once, past the list. */
  sendNow: (sources: readonly File[], choice: Choice) => void
  /** Back into the list. */
  cancel: (shipmentId: string) => void
  retry: (shipmentId: string) => void
  dismiss: (shipmentId: string) => void
  restore: (kept: readonly KeptItem[]) => void
  /** What waits for the connection does so no longer. */
  wake: () => void
}

export function createOutbox({ check, send, onEnd }: OutboxOptions): OutboxStore {
  const store = createStore<Outbox>(emptyOutbox)

  const setItems = (items: readonly Item[]) => store.set({ ...store.get(), items })
  const setShipments = (shipments: readonly Shipment[]) => store.set({ ...store.get(), shipments })
  const setItem = (id: string, change: (item: Item) => Item) =>
    setItems(store.get().items.map((item) => (item.id === id ? change(item) : item)))

  function setState(id: string, state: ShipmentState): void {
    setShipments(store.get().shipments.map((one) => (one.id === id ? { ...one, state } : one)))
    const shipment = store.get().shipments.find((one) => one.id === id)
    if (shipment && (state.kind === 'sent' || state.kind === 'failed')) onEnd(shipment)
  }

  async function checkItem({ id, source }: Item): Promise<void> {
    const result = await check(source).catch(
      (thrown: unknown): Check => ({ kind: 'refused', error: toAppError(thrown) }),
    )
    setItem(id, (item) => (item.check.kind === 'checking' ? { ...item, check: result } : item))
  }

  function checkNew(): void {
    for (const item of store.get().items) if (item.check.kind === 'checking') void checkItem(item)
  }

  const courier = createCourier({ get: () => store.get().shipments, setState }, send)

  function ship(items: readonly Item[], choice: Choice, most: number): Shipment[] {
    return inShipments(items, most).map((some) => ({
      id: newId(),
      choice,
      items: some,
      state: { kind: 'waiting' },
    }))
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    add(sources) {
      setItems(withItems(store.get().items, [...sources].map(newItem)))
      checkNew()
    },
    remove(ids) {
      setItems(withoutItems(store.get().items, ids))
      checkNew()
    },
    rename: (id, name) => setItem(id, (item) => renamed(item, name)),
    move: (id, place) => setItems(movedTo(store.get().items, id, place)),
    start(choice, most) {
      const { items, shipments } = store.get()
      const ready = items.filter((item) => item.check.kind === 'ready')
      store.set({
        items: items.filter((item) => !ready.includes(item)),
        shipments: [...shipments, ...ship(ready, choice, most)],
      })
      courier.go()
    },
    sendNow(sources, choice) {
      setShipments([...store.get().shipments, ...ship(sources.map(newItem), choice, 1)])
      courier.go()
    },
    cancel(shipmentId) {
      const { items, shipments } = store.get()
      const cancelled = shipments.find(({ id }) => id === shipmentId)
      courier.stop(shipmentId)
      store.set({
        items: [...(cancelled?.items ?? []), ...items],
        shipments: shipments.filter((one) => one !== cancelled),
      })
      courier.go()
    },
    retry(shipmentId) {
      setState(shipmentId, { kind: 'waiting' })
      courier.go()
    },
    dismiss: (shipmentId) =>
      setShipments(store.get().shipments.filter(({ id }) => id !== shipmentId)),
    restore(kept) {
      const { items, shipments } = store.get()
      const waiting = kept.filter(({ shipment }) => shipment === undefined).map(fromKept)
      store.set({
        items: withItems(waiting, items),
        shipments: [...shipmentsOf(kept), ...shipments],
      })
      checkNew()
      courier.go()
    },
    wake: courier.wake,
  }
}

function newItem(source: File | string): Item {
  const name = typeof source === 'string' ? source : source.name
  return { id: newId(), name, source, check: { kind: 'checking' } }
}

function fromKept({ id, name, source }: KeptItem): Item {
  return { id, name, source, check: { kind: 'checking' } }
}

function shipmentsOf(kept: readonly KeptItem[]): Shipment[] {
  const shipments = new Map<string, Shipment>()
  for (const item of kept) {
    if (!item.shipment) continue
    const { id, choice } = item.shipment
    const items = [...(shipments.get(id)?.items ?? []), { ...fromKept(item), check: ready }]
    shipments.set(id, { id, choice, items, state: { kind: 'waiting' } })
  }
  return [...shipments.values()]
}

const ready: Check = { kind: 'ready' }

/** As it is kept: in the order of the page, each with what it is sent with. What has arrived is not. */
export function toKeep({ items, shipments }: Outbox, tab: string): KeptItem[] {
  const onTheirWay = shipments
    .filter((shipment) => isUnderWay(shipment) || shipment.state.kind === 'failed')
    .flatMap(({ id, choice, items: some }) =>
      some.map((item) => ({ ...item, shipment: { id, choice } })),
    )
  const all: Pick<KeptItem, 'id' | 'name' | 'source' | 'shipment'>[] = [...onTheirWay, ...items]
  return all.map(({ id, name, source, shipment }, place) => ({
    id,
    place,
    name,
    source,
    tab,
    ...(shipment && { shipment }),
  }))
}
