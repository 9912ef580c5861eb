import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import contentDisposition from 'content-disposition'
import type { ByteRange } from '../../domain/api/byte-range.ts'
import { AppError } from '../../domain/errors/app-error.ts'
import { toAsciiFilename } from '../../domain/document/filename.ts'
import { toStorageError, getSystemErrorCode } from '../../domain/errors/system-error.ts'
import { type Blobs, validateKey, type SignedLinks, type StoredBlob } from '../blobs.ts'
import { isCompressed } from '../compression.ts'
import { type ConnectOptions, connectS3, callS3 } from './client.ts'
import { sendFile, type PutTarget } from './put.ts'

export interface S3Options extends ConnectOptions {
  /** Endpoint for presigned URLs, if clients use a different endpoint from Docket. Signatures cover the host name. */
  publicEndpoint: string | undefined
}

const maxLinkSeconds = 7 * 24 * 60 * 60

/** Stores blobs as objects in a private bucket, reachable with Docket's credentials or presigned URLs. */
export function s3Blobs(options: S3Options): Blobs {
  const { bucket, prefix, encryption, publicEndpoint } = options
  const client = connectS3(options)
  const toTarget = (key: string): PutTarget => ({ Bucket: bucket, Key: prefix + validateKey(key) })

  const get = async (key: string, range?: ByteRange) => {
    const Range = range && `bytes=${range.first}-${range.last}`
    const command = new GetObjectCommand({ ...toTarget(key), Range })
    const { Body, ContentLength } = await client.send(command)
    return { stream: Body as Readable, bytes: ContentLength ?? 0 }
  }

  const putFile = async (key: string, file: string) => {
    await sendFile(client, toTarget(key), file, { encryption, isCompressed: isCompressed(key) })
    await rm(file, { force: true })
  }

  return {
    isLocal: false,
    putFile,
    async putFiles(files) {
      const sent = files.map(({ key, file }) => putFile(key, file))
      await Promise.allSettled(sent)
      await Promise.all(sent)
    },
    open: async (key, range) => {
      validateKey(key)
      return callS3(() => get(key, range))
    },
    async localCopy(key, folder) {
      const file = path.join(folder, `copy-${randomBytes(6).toString('hex')}`)
      await callS3(async () => saveToFile(file, await get(key)))
      return file
    },
    async delete(key) {
      const target = toTarget(key)
      await callS3(() => client.send(new DeleteObjectCommand(target)))
    },
    list: (below) => listObjects(client, bucket, prefix, below),
    links: createSigner(
      connectS3({ ...options, endpoint: publicEndpoint ?? options.endpoint }),
      toTarget,
    ),
  }
}

/**
 * Saves a stream to a file. Reports a full local disk as such; every other error occurred in transit and is transient.
 */
async function saveToFile(
  file: string,
  opened: { stream: Readable; bytes: number },
): Promise<void> {
  const { stream, bytes } = opened
  const target = createWriteStream(file)
  try {
    await pipeline(stream, target)
  } catch (cause) {
    const code = getSystemErrorCode(cause)
    if (code === 'ENOSPC' || code === 'EDQUOT') throw toStorageError(cause)
    throw new AppError('STORAGE_DOWN', undefined, { cause })
  }
  if (target.bytesWritten !== bytes) throw new AppError('STORAGE_DOWN')
}

async function* listObjects(
  client: S3Client,
  Bucket: string,
  prefix: string,
  below: string,
): AsyncGenerator<StoredBlob> {
  const query = { Bucket, Prefix: prefix + below }
  for (let ContinuationToken: string | undefined; ; ) {
    const command = new ListObjectsV2Command({ ...query, ContinuationToken })
    const page = await callS3(() => client.send(command))
    for (const { Key = '', LastModified } of page.Contents ?? []) {
      if (LastModified) yield { key: Key.slice(prefix.length), stored_at: LastModified }
    }
    if (!page.IsTruncated) return
    ContinuationToken = page.NextContinuationToken
  }
}

function createSigner(client: S3Client, toTarget: (key: string) => PutTarget): SignedLinks {
  return {
    toRead: (key, { seconds, filename }) => {
      const fallback = toAsciiFilename(filename)
      const ResponseContentDisposition = contentDisposition(filename, { fallback })
      const terms = { ...toTarget(key), ResponseContentDisposition }
      return getSignedUrl(client, new GetObjectCommand(terms), { expiresIn: clampTtl(seconds) })
    },
    toWrite: (key, { seconds, bytes }) => {
      const terms = {
        ...toTarget(key),
        ContentType: 'application/octet-stream',
        ContentLength: bytes,
      }
      return getSignedUrl(client, new PutObjectCommand(terms), {
        expiresIn: clampTtl(seconds),
        signableHeaders: new Set(['content-type', 'content-length']),
      })
    },
  }
}

function clampTtl(seconds: number): number {
  return Math.max(1, Math.min(Math.floor(seconds), maxLinkSeconds))
}
