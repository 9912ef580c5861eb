import { AppError } from '../domain/errors/app-error.ts'
import { getSystemErrorCode } from '../domain/errors/system-error.ts'
import { type Blobs, incomingPrefix } from './blobs.ts'

/** Key that is never used for a blob. */
const probeKey = `${incomingPrefix}probe`

/** Rejects unless the storage responds. An error because the key does not exist counts as a response. */
export async function probeStorage(blobs: Blobs): Promise<void> {
  await blobs.space?.()
  try {
    const { stream } = await blobs.open(probeKey)
    stream.destroy()
  } catch (error) {
    if (!isMissingBlob(error)) throw error
  }
}

/** True if an error means that the key does not exist. */
export function isMissingBlob(error: unknown): boolean {
  if (!(error instanceof AppError) || error.code !== 'IO_ERROR') return false
  return (getSystemErrorCode(error.cause) ?? 'ENOENT') === 'ENOENT'
}
