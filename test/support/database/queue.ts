import { afterAll, beforeEach } from 'vitest'
import type { Database } from '../../../src/db/db.ts'
import { cloneDatabase } from './database.ts'
import { resetQueue } from './jobs.ts'

/** A database for all tests in a file, which find the queue empty. */
export async function queueForFile(): Promise<Database> {
  const { db, drop } = await cloneDatabase()
  beforeEach(() => resetQueue(db))
  afterAll(drop)
  return db
}
