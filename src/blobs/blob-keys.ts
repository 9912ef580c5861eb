import { randomUUID } from 'node:crypto'
import { createHash } from 'node:crypto'
import { incomingPrefix } from './blobs.ts'
import type { Lease } from '../db/jobs.sql.ts'

/** Where bytes lie. Keys are sharded by day, and hold no word of a user's. */

export function sourceKey(jobId: string): string {
  return `sources/${day()}/${jobId}.pdf`
}

/** For a file that a worker has fetched. Holds the epoch for the same reason as below. */
export function fetchedKey(lease: Lease): string {
  return `sources/${day()}/${lease.id}.${lease.epoch}.pdf`
}

/** Holds the epoch: a worker that lost its lease cannot overwrite what the next one wrote. */
export function resultKey(lease: Lease): string {
  return `results/${day()}/${lease.id}/${lease.epoch}`
}

/** Random: of two who change a reading at once, neither overwrites what the other one stored. */
export function revisionKey(jobId: string): string {
  return `results/${day()}/${jobId}/${randomUUID()}`
}

/** Where a file lies that its owner has sent to the storage itself. No other owner's id leads there. */
export function incomingKey(id: string, ownerId: string): string {
  return incomingPrefix + createHash('sha256').update(`${id} ${ownerId}`).digest('hex')
}

function day(): string {
  return new Date().toISOString().slice(0, 10).replaceAll('-', '/')
}
