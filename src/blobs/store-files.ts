import type { Blobs, FileState } from './blobs.ts'
import { toAppError } from '../domain/errors/errors.ts'

/** Stores all local files under their keys, or none of them. */
export async function storeFiles(
  blobs: Blobs,
  files: readonly (FileState & { key: string; file: string })[],
): Promise<void> {
  const outcomes = await Promise.allSettled(
    files.map(({ key, file, ...state }) => blobs.putFile(key, file, state)),
  )
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (!failed) return
  await deleteBlobs(
    blobs,
    files.map(({ key }) => key),
  )
  throw failed.reason
}

/** Keeps the files after a lost connection, because the commit may have succeeded. */
export async function deleteUnlessCommitted(
  blobs: Blobs,
  keys: readonly string[],
  error: unknown,
): Promise<never> {
  if (toAppError(error).code !== 'UNAVAILABLE') await deleteBlobs(blobs, keys)
  throw error
}

export async function deleteBlobs(blobs: Blobs, keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => blobs.delete(key)))
}
