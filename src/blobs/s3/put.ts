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
import { AppError } from '../../domain/errors/errors.ts'
import { asStorageError } from '../../domain/errors/system-error.ts'
import type { Encryption } from '../storage-url.ts'
import { exchange } from './client.ts'

/** The smallest that S3 takes for any part but the last; so much is sent again when a connection breaks. */
const partBytes = 5 * 1024 * 1024

export interface Target {
  Bucket: string
  Key: string
}

interface Part {
  start: number
  bytes: number
  md5: Buffer
}

/**
 * Sends a file, in parts where it is large; memory use does not depend on its size. The server checks every
 * part against its hash; when all is there, size and hash of the whole are asked for and compared.
 */
export async function sendFile(
  client: S3Client,
  target: Target,
  file: string,
  { encryption, isPacked }: { encryption: Encryption | undefined; isPacked: boolean },
): Promise<void> {
  const parts = await partsOf(file).catch((cause: unknown) => {
    throw asStorageError(cause)
  })
  const options = {
    ...target,
    ...encrypted(encryption),
    // Browsers that follow a signed link unpack it by this.
    ...(isPacked && { ContentEncoding: 'gzip' }),
  }
  const [only] = parts
  if (only && parts.length === 1) {
    await exchange(() => client.send(new PutObjectCommand({ ...options, ...bodyOf(file, only) })))
  } else {
    await sendParts(client, options, file, parts)
  }
  await requireStored(client, target, parts)
}

async function partsOf(file: string): Promise<Part[]> {
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

function bodyOf(file: string, { start, bytes, md5 }: Part) {
  return {
    Body: bytes === 0 ? '' : createReadStream(file, { start, end: start + bytes - 1 }),
    ContentLength: bytes,
    ContentMD5: md5.toString('base64'),
  }
}

function encrypted(encryption: Encryption | undefined) {
  if (!encryption) return {}
  const { algorithm, keyId } = encryption
  return { ServerSideEncryption: algorithm, ...(keyId !== undefined && { SSEKMSKeyId: keyId }) }
}

async function sendParts(
  client: S3Client,
  options: Target,
  file: string,
  parts: Part[],
): Promise<void> {
  const { Bucket, Key } = options
  const { UploadId } = await exchange(() => client.send(new CreateMultipartUploadCommand(options)))
  const upload = { Bucket, Key, UploadId }
  try {
    const sent = []
    for (const [nth, part] of parts.entries()) {
      const numbered = { ...upload, PartNumber: nth + 1 }
      const { ETag } = await exchange(() =>
        client.send(new UploadPartCommand({ ...numbered, ...bodyOf(file, part) })),
      )
      sent.push({ ETag, PartNumber: nth + 1 })
    }
    const command = { ...upload, MultipartUpload: { Parts: sent } }
    await exchange(() => client.send(new CompleteMultipartUploadCommand(command)))
  } catch (error) {
    // Where this fails too, the rule that `docket storage init` sets removes the parts after a day.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined)
    throw error
  }
}

/** The hash of S3's own: of the bytes, or of the parts' hashes. A server that encrypts by KMS has another. */
async function requireStored(client: S3Client, target: Target, parts: Part[]): Promise<void> {
  const found = await exchange(() => client.send(new HeadObjectCommand(target)))
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
  const stated = /^"?([0-9a-f]{32}(?:-\d+)?)"?$/.exec(found.ETag ?? '')?.[1]
  const isMd5 = stated !== undefined && found.ServerSideEncryption !== 'aws:kms'
  if (found.ContentLength === bytes && (!isMd5 || stated === etagOf(parts))) return
  throw new AppError('STORAGE_DOWN', 'What was stored is not what was sent. Please try again.')
}

function etagOf(parts: Part[]): string {
  const [only] = parts
  if (only && parts.length === 1) return only.md5.toString('hex')
  const whole = createHash('md5').update(Buffer.concat(parts.map(({ md5 }) => md5)))
  return `${whole.digest('hex')}-${parts.length}`
}
