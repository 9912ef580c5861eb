import { toAppError } from '../../domain/errors/app-error.ts'
import { createStore, type Store } from '../store/store.ts'
import { createUploader, type Send, type Uploader } from './uploader.ts'
import type { StoredItem } from './stored-uploads.ts'
import {
  type ItemCheck,
  type MappingChoice,
  emptyQueue,
  splitIntoUploads,
  isInProgress,
  type UploadItem,
  moveItem,
  type UploadQueue,
  renameItem,
  type Upload,
  type UploadState,
  appendItems,
  removeItems,
} from './upload-queue.ts'
import { createId } from './tab-lock.ts'

export interface UploadQueueOptions {
  check: (source: File | string) => Promise<ItemCheck>
  send: Send
  /** Called when an upload has been sent or has failed completely. */
  onSettled: (upload: Upload) => void
}

/** The queue of uploads. It lives outside React, so that navigation does not interrupt uploads. */
export interface UploadQueueStore extends Omit<Store<UploadQueue>, 'set'> {
  add: (sources: Iterable<File | string>) => void
  remove: (ids: readonly string[]) => void
  rename: (id: string, name: string) => void
  move: (id: string, place: number) => void
  /** Sends the items that are ready, at most `maxItems` per upload. Rejected items stay in the list. */
  upload: (choice: MappingChoice, maxItems: number) => void
  /** Sends files immediately, without adding them to the list. */
  uploadNow: (sources: readonly File[], choice: MappingChoice) => void
  /** Aborts an upload and returns its items to the list. */
  cancel: (uploadId: string) => void
  retry: (uploadId: string) => void
  dismiss: (uploadId: string) => void
  /** Interrupts the running request, which starts again later. */
  pause: () => void
  resume: () => void
  restore: (stored: readonly StoredItem[]) => void
  /** Retries paused uploads immediately. */
  retryNow: () => void
}

const checkedTogether = 50

/** Creates the state of the queue, and checks its items. */
function createQueueState({ check, onSettled }: Omit<UploadQueueOptions, 'send'>) {
  const store = createStore<UploadQueue>(emptyQueue)

  const setItems = (items: readonly UploadItem[]) => store.set({ ...store.get(), items })
  const setUploads = (uploads: readonly Upload[]) => store.set({ ...store.get(), uploads })
  const setItem = (id: string, change: (item: UploadItem) => UploadItem) =>
    setItems(store.get().items.map((item) => (item.id === id ? change(item) : item)))

  function setState(id: string, state: UploadState): void {
    setUploads(store.get().uploads.map((one) => (one.id === id ? { ...one, state } : one)))
    const upload = store.get().uploads.find((one) => one.id === id)
    if (upload && (state.kind === 'sent' || state.kind === 'failed')) onSettled(upload)
  }

  async function checkItem({ id, source }: UploadItem): Promise<[string, ItemCheck]> {
    const result = await check(source).catch(
      (thrown: unknown): ItemCheck => ({ kind: 'refused', error: toAppError(thrown) }),
    )
    return [id, result]
  }

  /** Applies results in groups, because each change re-renders the list. */
  async function checkPending(): Promise<void> {
    const pending = store.get().items.filter(({ check }) => check.kind === 'checking')
    for (let start = 0; start < pending.length; start += checkedTogether) {
      const results = await Promise.all(
        pending.slice(start, start + checkedTogether).map(checkItem),
      )
      const byId = new Map(results)
      setItems(
        store.get().items.map((item) => {
          const result = byId.get(item.id)
          return result && item.check.kind === 'checking' ? applyCheck(item, result) : item
        }),
      )
    }
  }

  return { store, setItems, setUploads, setItem, setState, checkPending }
}

function applyCheck(item: UploadItem, check: ItemCheck): UploadItem {
  if (check.kind !== 'ready' || check.converted === undefined) return { ...item, check }
  return { ...item, source: check.converted, name: check.converted.name, check: readyCheck }
}

/** Creates the functions that change the list before the upload. */
function createItemEdits({
  store,
  setItems,
  setItem,
  checkPending,
}: ReturnType<typeof createQueueState>): Pick<
  UploadQueueStore,
  'add' | 'remove' | 'rename' | 'move'
> {
  return {
    add(sources) {
      setItems(appendItems(store.get().items, [...sources].map(newItem)))
      void checkPending()
    },
    remove(ids) {
      setItems(removeItems(store.get().items, ids))
      void checkPending()
    },
    rename: (id, name) => setItem(id, (item) => renameItem(item, name)),
    move: (id, place) => setItems(moveItem(store.get().items, id, place)),
  }
}

function createPause(
  { store, setState }: ReturnType<typeof createQueueState>,
  uploader: Uploader,
): Pick<UploadQueueStore, 'pause' | 'resume'> {
  const setPaused = (isPaused: boolean) => store.set({ ...store.get(), isPaused })
  return {
    pause() {
      setPaused(true)
      for (const { id, state } of store.get().uploads) {
        if (state.kind !== 'sending' && state.kind !== 'paused') continue
        uploader.abort(id)
        setState(id, { kind: 'waiting' })
      }
    },
    resume() {
      setPaused(false)
      uploader.sendNext()
    },
  }
}

export function createUploadQueue({ send, ...options }: UploadQueueOptions): UploadQueueStore {
  const state = createQueueState(options)
  const { store, setUploads, setState, checkPending } = state
  const uploader = createUploader(
    { get: () => store.get().uploads, isPaused: () => store.get().isPaused, setState },
    send,
  )
  return {
    get: store.get,
    subscribe: store.subscribe,
    ...createItemEdits(state),
    upload(choice, maxItems) {
      const { items, uploads } = store.get()
      const ready = items.filter((item) => item.check.kind === 'ready')
      const sent = new Set(ready)
      store.set({
        ...store.get(),
        items: items.filter((item) => !sent.has(item)),
        uploads: [...uploads, ...createUploads(ready, choice, maxItems)],
      })
      uploader.sendNext()
    },
    uploadNow(sources, choice) {
      setUploads([...store.get().uploads, ...createUploads(sources.map(newItem), choice, 1)])
      uploader.sendNext()
    },
    cancel(uploadId) {
      const { items, uploads } = store.get()
      const cancelled = uploads.find(({ id }) => id === uploadId)
      uploader.abort(uploadId)
      store.set({
        ...store.get(),
        items: [...(cancelled?.items ?? []), ...items],
        uploads: uploads.filter((one) => one !== cancelled),
      })
      uploader.sendNext()
    },
    retry(uploadId) {
      setState(uploadId, { kind: 'waiting' })
      uploader.sendNext()
    },
    ...createPause(state, uploader),
    dismiss: (uploadId) => setUploads(store.get().uploads.filter(({ id }) => id !== uploadId)),
    restore(stored) {
      const { items, uploads } = store.get()
      const waiting = stored.filter(({ shipment }) => shipment === undefined).map(fromStored)
      store.set({
        ...store.get(),
        items: appendItems(waiting, items),
        uploads: [...restoreUploads(stored), ...uploads],
      })
      void checkPending()
      uploader.sendNext()
    },
    retryNow: uploader.retryNow,
  }
}

function createUploads(
  items: readonly UploadItem[],
  choice: MappingChoice,
  maxItems: number,
): Upload[] {
  const parts = splitIntoUploads(items, maxItems)
  // If the server accepts no batches, each document is sent separately.
  const group = parts.length > 1 && maxItems > 1 ? createId() : undefined
  return parts.map((part) => ({
    id: createId(),
    group,
    choice,
    items: part,
    state: { kind: 'waiting' },
  }))
}

function newItem(source: File | string): UploadItem {
  const name = typeof source === 'string' ? source : source.name
  return { id: createId(), name, source, check: { kind: 'checking' } }
}

function fromStored({ id, name, source }: StoredItem): UploadItem {
  return { id, name, source, check: { kind: 'checking' } }
}

function restoreUploads(stored: readonly StoredItem[]): Upload[] {
  const uploads = new Map<string, Upload>()
  for (const item of stored) {
    if (!item.shipment) continue
    const { id, group, choice } = item.shipment
    const items = [...(uploads.get(id)?.items ?? []), { ...fromStored(item), check: readyCheck }]
    uploads.set(id, { id, group, choice, items, state: { kind: 'waiting' } })
  }
  return [...uploads.values()]
}

const readyCheck: ItemCheck = { kind: 'ready' }

/** Returns all unsent items in the form in which they are stored, in the order of the page. */
export function toStoredItems({ items, uploads }: UploadQueue, tab: string): StoredItem[] {
  const uploading = uploads
    .filter((upload) => isInProgress(upload) || upload.state.kind === 'failed')
    .flatMap(({ id, group, choice, items: uploadItems }) =>
      uploadItems.map((item) => ({ ...item, shipment: { id, group, choice } })),
    )
  const all: Pick<StoredItem, 'id' | 'name' | 'source' | 'shipment'>[] = [...uploading, ...items]
  return all.map(({ id, name, source, shipment }, place) => ({
    id,
    place,
    name,
    source,
    tab,
    ...(shipment && { shipment }),
  }))
}
