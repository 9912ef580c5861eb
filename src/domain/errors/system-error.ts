import { AppError } from './app-error.ts'

/** Returns a system error's errno name or a database error's SQLSTATE. */
export function getSystemErrorCode(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !('code' in thrown)) return undefined
  return typeof thrown.code === 'string' ? thrown.code : undefined
}

/** Converts a storage error. Distinguishes a full disk, which an administrator must fix, from transient errors. */
export function toStorageError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  const isFull = ['ENOSPC', 'EDQUOT'].includes(getSystemErrorCode(cause) ?? '')
  return new AppError(isFull ? 'STORAGE_FULL' : 'IO_ERROR', undefined, { cause })
}
