import type { Blobs, NewBlob } from './blobs.ts'
import { toAppError } from '../domain/errors/app-error.ts'

/** Stores all local files under their keys, or none of them. */
export async function storeFiles(blobs: Blobs, files: readonly NewBlob[]): Promise<void> {
  try {
    await blobs.putFiles(files)
  } catch (error) {
    await deleteBlobs(
      blobs,
      files.map(({ key }) => key),
    )
    throw error
  }
}

/**
 * Deletes the stored files after a failed commit. Keeps them if the connection was lost, because the commit may have
 * succeeded.
 */
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
