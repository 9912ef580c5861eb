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
import { AppError } from '../../domain/errors/errors.ts'
import { asciiFilename } from '../../domain/document/filename.ts'
import { asStorageError, codeOf } from '../../domain/errors/system-error.ts'
import { type Blobs, requireKey, type SignedLinks, type StoredBlob } from '../blobs.ts'
import { isPacked } from '../packed.ts'
import { type ConnectOptions, connectS3, exchange } from './client.ts'
import { sendFile, type Target } from './put.ts'

export interface S3Options extends ConnectOptions {
  /** How the outside reaches the server, where that is another address: the signature covers it. */
  publicEndpoint: string | undefined
}

const longestLinkSeconds = 7 * 24 * 60 * 60

/** Blobs as objects of a bucket. Only Docket's own credentials open them, and links that these have signed. */
export function s3Blobs(options: S3Options): Blobs {
  const { bucket, prefix, encryption, publicEndpoint } = options
  const client = connectS3(options)
  const targetOf = (key: string): Target => ({ Bucket: bucket, Key: prefix + requireKey(key) })

  const get = async (key: string, range?: ByteRange) => {
    const Range = range && `bytes=${range.first}-${range.last}`
    const command = new GetObjectCommand({ ...targetOf(key), Range })
    const { Body, ContentLength } = await client.send(command)
    return { stream: Body as Readable, bytes: ContentLength ?? 0 }
  }

  return {
    isLocal: false,
    async putFile(key, file) {
      await sendFile(client, targetOf(key), file, { encryption, isPacked: isPacked(key) })
      await rm(file, { force: true })
    },
    open: async (key, range) => {
      requireKey(key)
      return exchange(() => get(key, range))
    },
    async localCopy(key, folder) {
      const file = path.join(folder, `copy-${randomBytes(6).toString('hex')}`)
      await exchange(async () => saveTo(file, await get(key)))
      return file
    },
    async delete(key) {
      const target = targetOf(key)
      await exchange(() => client.send(new DeleteObjectCommand(target)))
    },
    list: (below) => objectsBelow(client, bucket, prefix, below),
    links: signer(
      connectS3({ ...options, endpoint: publicEndpoint ?? options.endpoint }),
      targetOf,
    ),
  }
}

/** A full disk here is ours to report; whatever else breaks did so on the way, and may pass. */
async function saveTo(file: string, opened: { stream: Readable; bytes: number }): Promise<void> {
  const { stream, bytes } = opened
  const target = createWriteStream(file)
  try {
    await pipeline(stream, target)
  } catch (cause) {
    const code = codeOf(cause)
    if (code === 'ENOSPC' || code === 'EDQUOT') throw asStorageError(cause)
    throw new AppError('STORAGE_DOWN', undefined, { cause })
  }
  if (target.bytesWritten !== bytes) throw new AppError('STORAGE_DOWN')
}

async function* objectsBelow(
  client: S3Client,
  Bucket: string,
  prefix: string,
  below: string,
): AsyncGenerator<StoredBlob> {
  const query = { Bucket, Prefix: prefix + below }
  for (let ContinuationToken: string | undefined; ; ) {
    const command = new ListObjectsV2Command({ ...query, ContinuationToken })
    const page = await exchange(() => client.send(command))
    for (const { Key = '', LastModified } of page.Contents ?? []) {
      if (LastModified) yield { key: Key.slice(prefix.length), stored_at: LastModified }
    }
    if (!page.IsTruncated) return
    ContinuationToken = page.NextContinuationToken
  }
}

function signer(client: S3Client, targetOf: (key: string) => Target): SignedLinks {
  return {
    toRead: (key, { seconds, filename }) => {
      const fallback = asciiFilename(filename)
      const ResponseContentDisposition = contentDisposition(filename, { fallback })
      const terms = { ...targetOf(key), ResponseContentDisposition }
      return getSignedUrl(client, new GetObjectCommand(terms), { expiresIn: lifeOf(seconds) })
    },
    toWrite: (key, { seconds, bytes }) => {
      const terms = { ...targetOf(key), ContentType: 'application/pdf', ContentLength: bytes }
      return getSignedUrl(client, new PutObjectCommand(terms), {
        expiresIn: lifeOf(seconds),
        signableHeaders: new Set(['content-type', 'content-length']),
      })
    },
  }
}

function lifeOf(seconds: number): number {
  return Math.max(1, Math.min(Math.floor(seconds), longestLinkSeconds))
}
