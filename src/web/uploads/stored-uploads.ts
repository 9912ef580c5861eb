import type { MappingChoice } from './upload-queue.ts'

// What has not been sent yet, in the browser's own database: it outlives a reload, a crash and a closed tab. The
// service worker writes to it as well.

/** As it lies in the database. */
export interface StoredItem {
  id: string
  place: number
  name: string
  source: File | string
  /** The tab it belongs to; empty for what was shared with the app and belongs to whoever comes first. */
  tab: string
  /** What it is sent with, once its owner has pressed the button. */
  shipment?: { id: string; choice: MappingChoice }
}

const storeName = 'items'

let connection: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('docket', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'id' })
    request.onsuccess = () => {
      request.result.onclose = forgetConnection
      resolve(request.result)
    }
    request.onerror = () => reject(request.error ?? new Error('The database did not open'))
  })
}

function forgetConnection(): void {
  connection = undefined
}

/** In a database that stays open: a page that is being left has no time to wait for it. */
async function inTransaction<Result>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest<Result> | undefined,
): Promise<Result | undefined> {
  try {
    connection ??= open()
    const transaction = (await connection).transaction(storeName, mode)
    return await new Promise((resolve, reject) => {
      const request = run(transaction.objectStore(storeName))
      transaction.oncomplete = () => resolve(request?.result)
      transaction.onabort = () => reject(transaction.error ?? new Error('Nothing was kept'))
      // Else it would wait for the page, which may be gone by then.
      transaction.commit()
    })
  } catch (fault) {
    forgetConnection()
    throw fault
  }
}

export async function loadStoredItems(): Promise<StoredItem[]> {
  const items = (await inTransaction<StoredItem[]>('readonly', (store) => store.getAll())) ?? []
  return items.sort((one, other) => one.place - other.place)
}

/** Writes some and forgets others, at once. */
export async function updateStoredItems(
  items: readonly StoredItem[],
  removedIds: readonly string[],
): Promise<void> {
  await inTransaction('readwrite', (store) => {
    for (const item of items) store.put(item)
    for (const id of removedIds) store.delete(id)
    return undefined
  })
}

export async function storeShared(shared: { files: File[]; urls: string[] }): Promise<void> {
  const sources = [...shared.files, ...shared.urls]
  const items = sources.map((source, place) => ({
    id: crypto.randomUUID(),
    place,
    name: typeof source === 'string' ? source : source.name,
    source,
    tab: '',
  }))
  await updateStoredItems(items, [])
}
