import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { AppError } from '../../domain/errors/errors.ts'
import type { S3Address } from '../storage-url.ts'
import { tryThrice } from '../tries.ts'

/** A part of a file goes within this time, or is sent again. */
const requestTimeout = 15_000

const quiet = () => undefined

export interface ConnectOptions extends S3Address {
  /** For how long a connection is waited for. */
  connectMs?: number
}

/** Talks to any server of the S3 kind. Keys come as Amazon's own tools take them: environment, files, roles. */
export function connectS3(address: ConnectOptions): S3Client {
  const { endpoint, region, pathStyle, connectMs = 1_900 } = address
  return new S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint !== undefined && { endpoint }),
    // Its own retries cannot send a stream twice; ours open the file again.
    maxAttempts: 1,
    // Servers other than Amazon's refuse the trailing checksums that it would add unasked.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // What goes wrong is thrown, and logged by whoever catches it.
    logger: { trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet },
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout,
      throwOnRequestTimeout: true,
      // While bytes flow: as patient as our own server is with its readers.
      socketTimeout: 60_000,
    },
  })
}

/** One exchange with the server, repeated while it may help; what is left of trouble is an AppError. */
export async function exchange<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await tryThrice(work, mayPass)
  } catch (thrown) {
    throw asStorageTrouble(thrown)
  }
}

function mayPass(thrown: unknown): boolean {
  if (thrown instanceof AppError) return thrown.code === 'STORAGE_DOWN'
  const status = statusOf(thrown)
  return status === undefined || status >= 500 || [408, 429].includes(status) || isSlowDown(thrown)
}

function isSlowDown(thrown: unknown): boolean {
  return thrown instanceof Error && ['SlowDown', 'RequestTimeout'].includes(thrown.name)
}

function statusOf(thrown: unknown): number | undefined {
  return thrown instanceof S3ServiceException ? thrown.$metadata.httpStatusCode : undefined
}

const fullNames = ['QuotaExceeded', 'XMinioStorageFull', 'StorageFull', 'InsufficientStorage']

/** A missing file is its job's misfortune; whatever else a storage refuses is an outage of our own. */
function asStorageTrouble(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  const name = thrown instanceof Error ? thrown.name : ''
  const cause = { cause: thrown }
  if (name === 'NoSuchKey' || name === 'NotFound') return new AppError('IO_ERROR', undefined, cause)
  const isFull = fullNames.includes(name) || statusOf(thrown) === 507
  return new AppError(isFull ? 'STORAGE_FULL' : 'STORAGE_DOWN', undefined, cause)
}
