import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { AppError } from '../../domain/errors/app-error.ts'
import { toStorageError } from '../../domain/errors/system-error.ts'
import type { Encryption } from '../storage-url.ts'
import { callS3 } from './client.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'

/** S3's minimum part size, in bytes. After a broken connection, a whole part is sent again. */
const partBytes = 5 * 1024 * 1024

export interface PutTarget {
  Bucket: string
  Key: string
}

interface Part {
  start: number
  bytes: number
  md5: Buffer
}

/**
 * Uploads a file, in parts if it is large, so that memory use does not depend on its size. The server verifies the MD5
 * of each part; the object's size and ETag are compared at the end.
 */
export async function sendFile(
  client: S3Client,
  target: PutTarget,
  file: string,
  { encryption, isCompressed }: { encryption: Encryption | undefined; isCompressed: boolean },
): Promise<void> {
  const parts = await splitIntoParts(file).catch((cause: unknown) => {
    throw toStorageError(cause)
  })
  const options = {
    ...target,
    ...encryptionOptions(encryption),
    // Makes browsers that follow a presigned URL decompress the file.
    ...(isCompressed && { ContentEncoding: 'gzip' }),
  }
  const [single] = parts
  if (single && parts.length === 1) {
    await callS3(() => client.send(new PutObjectCommand({ ...options, ...partBody(file, single) })))
  } else {
    await sendParts(client, options, file, parts)
  }
  await verifyStored(client, target, parts)
}

async function splitIntoParts(file: string): Promise<Part[]> {
  const { size } = await stat(file)
  const parts: Part[] = []
  for (let start = 0; start < size || start === 0; start += partBytes) {
    const bytes = Math.min(partBytes, size - start)
    const hash: Hash = createHash('md5')
    if (bytes > 0) await pipeline(createReadStream(file, { start, end: start + bytes - 1 }), hash)
    parts.push({ start, bytes, md5: hash.digest() })
  }
  return parts
}

function partBody(file: string, { start, bytes, md5 }: Part) {
  return {
    Body: bytes === 0 ? '' : createReadStream(file, { start, end: start + bytes - 1 }),
    ContentLength: bytes,
    ContentMD5: md5.toString('base64'),
  }
}

function encryptionOptions(encryption: Encryption | undefined) {
  if (!encryption) return {}
  const { algorithm, keyId } = encryption
  return { ServerSideEncryption: algorithm, ...(keyId !== undefined && { SSEKMSKeyId: keyId }) }
}

async function sendParts(
  client: S3Client,
  options: PutTarget,
  file: string,
  parts: Part[],
): Promise<void> {
  const { Bucket, Key } = options
  const { UploadId } = await callS3(() => client.send(new CreateMultipartUploadCommand(options)))
  const upload = { Bucket, Key, UploadId }
  try {
    const sent = []
    for (const [index, part] of parts.entries()) {
      const partTarget = { ...upload, PartNumber: index + 1 }
      const { ETag } = await callS3(() =>
        client.send(new UploadPartCommand({ ...partTarget, ...partBody(file, part) })),
      )
      sent.push({ ETag, PartNumber: index + 1 })
    }
    const command = { ...upload, MultipartUpload: { Parts: sent } }
    await callS3(() => client.send(new CompleteMultipartUploadCommand(command)))
  } catch (error) {
    // If this also fails, the lifecycle rule that `docket storage init` sets deletes the parts after a day.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined)
    throw error
  }
}

/**
 * Compares the stored object's size and ETag. S3's ETag is an MD5 of the content or of the part hashes, except with KMS
 * encryption.
 */
async function verifyStored(client: S3Client, target: PutTarget, parts: Part[]): Promise<void> {
  const found = await callS3(() => client.send(new HeadObjectCommand(target)))
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
  const stated = /^"?([0-9a-f]{32}(?:-\d+)?)"?$/.exec(found.ETag ?? '')?.[1]
  const isMd5 = stated !== undefined && found.ServerSideEncryption !== 'aws:kms'
  if (found.ContentLength === bytes && (!isMd5 || stated === expectedEtag(parts))) return
  throw new AppError('STORAGE_DOWN', createDetail('stored_differs', {}))
}

function expectedEtag(parts: Part[]): string {
  const [single] = parts
  if (single && parts.length === 1) return single.md5.toString('hex')
  const combinedHash = createHash('md5').update(Buffer.concat(parts.map(({ md5 }) => md5)))
  return `${combinedHash.digest('hex')}-${parts.length}`
}
