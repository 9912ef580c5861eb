import DataLoader from 'dataloader'
import type { Db } from './db.ts'

/** Maximum number of keys per statement, so that no caller waits long for other callers' keys. */
const maxKeys = 100

/**
 * Turns a statement for many keys into a lookup of one key. Lookups in the same turn of the event loop share a
 * statement and fail together. Results are not cached, so a lookup never returns data from before the call.
 */
export function batched<Key, Row>(
  query: (db: Db, keys: readonly Key[]) => Promise<Row[]>,
): (db: Db, key: Key) => Promise<Row> {
  const loaders = new WeakMap<Db, DataLoader<Key, Row>>()

  function loaderFor(db: Db): DataLoader<Key, Row> {
    const loader = new DataLoader<Key, Row>((keys) => query(db, keys), {
      cache: false,
      maxBatchSize: maxKeys,
      batchScheduleFn: setImmediate,
    })
    loaders.set(db, loader)
    return loader
  }

  return (db, key) => (loaders.get(db) ?? loaderFor(db)).load(key)
}

/** Lets lookups of the same key in the same turn of the event loop share one statement. */
export function shared<Row>(
  query: (db: Db, key: string) => Promise<Row>,
): (db: Db, key: string) => Promise<Row> {
  return batched(async (db, keys: readonly string[]) => {
    const rows = new Map([...new Set(keys)].map((key) => [key, query(db, key)]))
    return Promise.all(keys.map((key) => rows.get(key) ?? query(db, key)))
  })
}
