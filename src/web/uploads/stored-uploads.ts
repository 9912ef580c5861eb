import type { MappingChoice } from './upload-queue.ts'

// Stores unsent items in IndexedDB, so that they survive reloads, crashes and closed tabs. The service worker also
// writes here.

export interface StoredItem {
  id: string
  place: number
  name: string
  source: File | string
  /** ID of the tab that owns the item; empty for a shared file, which belongs to the first tab that opens. */
  tab: string
  /**
   * The upload that contains the item, once it is being sent. The name of the property is part of the stored format.
   */
  shipment?: { id: string; group?: string | undefined; choice: MappingChoice }
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

/** Runs a transaction. Keeps the connection open, because a page that is closing has no time to reopen it. */
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
      transaction.onabort = () =>
        reject(transaction.error ?? new Error('The transaction was aborted'))
      // Commits explicitly, because the page may close before the automatic commit.
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

/** Writes and deletes items in one transaction. */
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
