import { createHash, randomUUID } from 'node:crypto'
import { incomingPrefix } from './blobs.ts'

/** Keys are sharded by day, so that no job needs its own folder, and contain no user input. */
export function sourceKey(jobId: string): string {
  return `sources/${currentDay()}/${jobId}.pdf`
}

/** A claim on a job. The epoch in a key keeps a worker that lost its lease from overwriting its successor's files. */
interface Claim {
  id: string
  epoch: number
}

/** For a source that a worker has downloaded from a URL. */
export function fetchedKey({ id, epoch }: Claim): string {
  return `sources/${currentDay()}/${id}.${epoch}.pdf`
}

/** Key prefix of a result's outputs. */
export function resultKey({ id, epoch }: Claim): string {
  return `results/${currentDay()}/${id}.${epoch}`
}

/** Random, so that two concurrent corrections never overwrite each other's files. */
export function revisionKey(jobId: string): string {
  return `results/${currentDay()}/${jobId}.${randomUUID()}`
}

/** For a file that its owner uploads directly to storage. Includes the owner, so no other owner can access the file. */
export function incomingKey(id: string, ownerId: string): string {
  return incomingPrefix + createHash('sha256').update(`${id} ${ownerId}`).digest('hex')
}

function currentDay(): string {
  return new Date().toISOString().slice(0, 10).replaceAll('-', '/')
}
