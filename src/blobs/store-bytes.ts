import type { Blobs, FileState } from './blobs.ts'
import { toAppError } from '../domain/errors/errors.ts'

/** Stores local files under their keys: all of them, or none. */
export async function storeBytes(
  blobs: Blobs,
  files: readonly (FileState & { key: string; file: string })[],
): Promise<void> {
  const outcomes = await Promise.allSettled(
    files.map(({ key, file, ...state }) => blobs.putFile(key, file, state)),
  )
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (!failed) return
  await deleteAll(
    blobs,
    files.map(({ key }) => key),
  )
  throw failed.reason
}

/** After a lost connection the commit may have happened all the same: then the bytes must stay. */
export async function forgetBytes(
  blobs: Blobs,
  keys: readonly string[],
  error: unknown,
): Promise<never> {
  if (toAppError(error).code !== 'UNAVAILABLE') await deleteAll(blobs, keys)
  throw error
}

export async function deleteAll(blobs: Blobs, keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => blobs.delete(key)))
}
