import { createHash, randomUUID } from 'node:crypto'
import { incomingPrefix } from './blobs.ts'

/**
 * Returns the key of an upload. Keys are sharded by day, so that no job needs its own folder, and contain no user
 * input. The owner's mark lets `docket recover` return a file to its owner if the row is lost.
 */
export function sourceKey(jobId: string, ownerId: string): string {
  return `sources/${currentDay()}/${jobId}.${ownerMark(ownerId)}.pdf`
}

/** Returns a hash that identifies an existing owner without revealing the owner's ID. */
export function ownerMark(ownerId: string): string {
  return createHash('sha256').update(`owner ${ownerId}`).digest('hex').slice(0, 16)
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const sourcePattern = new RegExp(`^sources/.+/(${uuid})(?:\\.([0-9a-f]{16}))?(?:\\.\\d+)?\\.pdf$`)
const resultPattern = new RegExp(`^results/.+/(${uuid})\\.[^/]+$`)

/** Parses the job and the owner's mark from the key of an upload; undefined if the key has another format. */
export function parseSourceKey(
  key: string,
): { job_id: string; mark: string | undefined } | undefined {
  const [, job_id, mark] = sourcePattern.exec(key) ?? []
  return job_id === undefined ? undefined : { job_id, mark }
}

export function parseResultKey(key: string): { job_id: string } | undefined {
  const [, job_id] = resultPattern.exec(key) ?? []
  return job_id === undefined ? undefined : { job_id }
}

/**
 * A claimed job. Keys contain the claim's epoch, so that a worker that lost its lease cannot overwrite the next
 * worker's files.
 */
interface Claim {
  id: string
  epoch: number
}

/** Returns the key for a document that a worker downloaded from a URL. */
export function fetchedKey({ id, epoch }: Claim): string {
  return `sources/${currentDay()}/${id}.${epoch}.pdf`
}

/** Returns the prefix of the keys of a result's outputs. */
export function resultKeyPrefix({ id, epoch }: Claim): string {
  return `results/${currentDay()}/${id}.${epoch}`
}

/** Returns a random key prefix, so that two concurrent corrections never overwrite each other's files. */
export function revisionKeyPrefix(jobId: string): string {
  return `results/${currentDay()}/${jobId}.${randomUUID()}`
}

/**
 * Returns the key for a file that its owner uploads directly to storage. The key contains the owner, so no other owner
 * can access the file.
 */
export function incomingKey(id: string, ownerId: string): string {
  return incomingPrefix + createHash('sha256').update(`${id} ${ownerId}`).digest('hex')
}

function currentDay(): string {
  return new Date().toISOString().slice(0, 10).replaceAll('-', '/')
}
