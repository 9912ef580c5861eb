import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { AppError } from '../../domain/errors/app-error.ts'
import type { S3Address } from '../storage-url.ts'
import { withRetries } from '../retries.ts'

/** Timeout per part, in ms. A part that times out is retried. */
const requestTimeout = 15_000

const noop = () => undefined

export interface ConnectOptions extends S3Address {
  connectMs?: number
}

/** Creates a client for any S3-compatible server. Credentials come from the standard AWS sources. */
export function connectS3(address: ConnectOptions): S3Client {
  const { endpoint, region, pathStyle, connectMs = 1_900 } = address
  return new S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint !== undefined && { endpoint }),
    // The SDK cannot resend a stream; callers retry by reopening the file.
    maxAttempts: 1,
    // Servers other than Amazon's reject the trailing checksums that the SDK adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Turns off the SDK's own logging, because errors are thrown and the caller logs them.
    logger: { trace: noop, debug: noop, info: noop, warn: noop, error: noop },
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout,
      throwOnRequestTimeout: true,
      // Idle timeout during a transfer, in ms; the same as for requests to Docket's own server.
      socketTimeout: 60_000,
    },
  })
}

/** Retries transient errors and converts the last error to an AppError. */
export async function callS3<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await withRetries(work, isTransient)
  } catch (thrown) {
    throw toStorageError(thrown)
  }
}

function isTransient(thrown: unknown): boolean {
  if (thrown instanceof AppError) return thrown.code === 'STORAGE_DOWN'
  const status = httpStatus(thrown)
  return status === undefined || status >= 500 || [408, 429].includes(status) || isSlowDown(thrown)
}

function isSlowDown(thrown: unknown): boolean {
  return thrown instanceof Error && ['SlowDown', 'RequestTimeout'].includes(thrown.name)
}

function httpStatus(thrown: unknown): number | undefined {
  return thrown instanceof S3ServiceException ? thrown.$metadata.httpStatusCode : undefined
}

const storageFullNames = [
  'QuotaExceeded',
  'XMinioStorageFull',
  'StorageFull',
  'InsufficientStorage',
]

/** Converts an error: a missing object fails its job, and every other error counts as a storage outage. */
function toStorageError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  const name = thrown instanceof Error ? thrown.name : ''
  const cause = { cause: thrown }
  if (name === 'NoSuchKey' || name === 'NotFound') return new AppError('IO_ERROR', undefined, cause)
  const isFull = storageFullNames.includes(name) || httpStatus(thrown) === 507
  return new AppError(isFull ? 'STORAGE_FULL' : 'STORAGE_DOWN', undefined, cause)
}
