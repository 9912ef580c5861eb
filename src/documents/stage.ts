import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '../domain/errors.ts'
import { headerWithin, refuseSize } from '../domain/pdf-file.ts'
import { asStorageError } from '../domain/system-errors.ts'

/** The bytes of an upload in a local file, of an allowed size and with an allowed beginning. */
export interface StagedFile {
  file: string
  bytes: number
  sha256: string
}

export interface Staging {
  folder: string
  maxBytes: number
  /** Why a file that begins so cannot be taken. */
  refuse: (head: Uint8Array) => AppError | undefined
}

/**
 * Streams an upload to a file while hashing it; memory use does not depend on its size. A file that is
 * refused is still read to its end (up to twice the limit), for a sender that is cut off while sending
 * may never see the answer.
 */
export async function stageUpload(stream: Readable, staging: Staging): Promise<StagedFile> {
  const file = path.join(staging.folder, 'upload.pdf')
  const handle = await open(file, 'wx').catch((cause: unknown) => {
    throw asStorageError(cause)
  })
  try {
    return { file, ...(await copy(stream, handle, staging)) }
  } finally {
    await handle.close()
  }
}

async function copy(
  stream: Readable,
  handle: FileHandle,
  { maxBytes, refuse }: Staging,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let head = Buffer.alloc(0)
  let bytes = 0
  let refused: AppError | undefined
  for await (const chunk of chunksOf(stream)) {
    bytes += chunk.length
    if (head.length < headerWithin) head = Buffer.concat([head, chunk])
    refused ??= refuseSize(bytes, maxBytes)
    if (head.length >= headerWithin) refused ??= refuse(head)
    if (bytes > 2 * maxBytes && refused) throw refused
    if (refused) continue
    hash.update(chunk)
    await writeChunk(handle, chunk)
  }
  refused ??= refuse(head)
  if (refused) throw refused
  return { bytes, sha256: hash.digest('hex') }
}

async function* chunksOf(stream: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) yield chunk as Buffer
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('BROKEN_UPLOAD', undefined, { cause })
  }
}

export async function writeChunk(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  try {
    await handle.writeFile(chunk)
  } catch (cause) {
    throw asStorageError(cause)
  }
}
