import { toAppError } from '../../domain/errors/errors.ts'
import { createStore, type Store } from '../store/store.ts'
import { createUploader, type Send } from './uploader.ts'
import type { StoredItem } from './stored-uploads.ts'
import {
  type Check,
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
  check: (source: File | string) => Promise<Check>
  send: Send
  /** Called when an upload is sent or failed as a whole. */
  onSettled: (upload: Upload) => void
}

/** Lives outside React, so that navigation does not interrupt uploads. */
export interface UploadQueueStore extends Omit<Store<UploadQueue>, 'set'> {
  add: (sources: Iterable<File | string>) => void
  remove: (ids: readonly string[]) => void
  rename: (id: string, name: string) => void
  move: (id: string, place: number) => void
  /** Sends the ready items, at most `maxItems` per upload; rejected items stay in the list. */
  upload: (choice: MappingChoice, maxItems: number) => void
  /** Sends files directly, without adding them to the list. */
  uploadNow: (sources: readonly File[], choice: MappingChoice) => void
  /** Aborts the upload and returns its items to the list. */
  cancel: (uploadId: string) => void
  retry: (uploadId: string) => void
  dismiss: (uploadId: string) => void
  restore: (stored: readonly StoredItem[]) => void
  /** Retries paused uploads now. */
  retryNow: () => void
}

/** State of the queue and its item checks. */
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

  async function checkItem({ id, source }: UploadItem): Promise<void> {
    const result = await check(source).catch(
      (thrown: unknown): Check => ({ kind: 'refused', error: toAppError(thrown) }),
    )
    setItem(id, (item) => (item.check.kind === 'checking' ? { ...item, check: result } : item))
  }

  function checkPending(): void {
    for (const item of store.get().items) if (item.check.kind === 'checking') void checkItem(item)
  }

  return { store, setItems, setUploads, setItem, setState, checkPending }
}

export function createUploadQueue({ send, ...options }: UploadQueueOptions): UploadQueueStore {
  const state = createQueueState(options)
  const { store, setItems, setUploads, setItem, setState, checkPending } = state
  const uploader = createUploader({ get: () => store.get().uploads, setState }, send)
  return {
    get: store.get,
    subscribe: store.subscribe,
    add(sources) {
      setItems(appendItems(store.get().items, [...sources].map(newItem)))
      checkPending()
    },
    remove(ids) {
      setItems(removeItems(store.get().items, ids))
      checkPending()
    },
    rename: (id, name) => setItem(id, (item) => renameItem(item, name)),
    move: (id, place) => setItems(moveItem(store.get().items, id, place)),
    upload(choice, maxItems) {
      const { items, uploads } = store.get()
      const ready = items.filter((item) => item.check.kind === 'ready')
      store.set({
        items: items.filter((item) => !ready.includes(item)),
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
        items: [...(cancelled?.items ?? []), ...items],
        uploads: uploads.filter((one) => one !== cancelled),
      })
      uploader.sendNext()
    },
    retry(uploadId) {
      setState(uploadId, { kind: 'waiting' })
      uploader.sendNext()
    },
    dismiss: (uploadId) => setUploads(store.get().uploads.filter(({ id }) => id !== uploadId)),
    restore(stored) {
      const { items, uploads } = store.get()
      const waiting = stored.filter(({ shipment }) => shipment === undefined).map(fromStored)
      store.set({
        items: appendItems(waiting, items),
        uploads: [...restoreUploads(stored), ...uploads],
      })
      checkPending()
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
  return splitIntoUploads(items, maxItems).map((group) => ({
    id: createId(),
    choice,
    items: group,
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
    const { id, choice } = item.shipment
    const grouped = [...(uploads.get(id)?.items ?? []), { ...fromStored(item), check: readyCheck }]
    uploads.set(id, { id, choice, items: grouped, state: { kind: 'waiting' } })
  }
  return [...uploads.values()]
}

const readyCheck: Check = { kind: 'ready' }

/** Storable form of all unsent items, in page order. */
export function toStoredItems({ items, uploads }: UploadQueue, tab: string): StoredItem[] {
  const uploading = uploads
    .filter((upload) => isInProgress(upload) || upload.state.kind === 'failed')
    .flatMap(({ id, choice, items: uploadItems }) =>
      uploadItems.map((item) => ({ ...item, shipment: { id, choice } })),
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
