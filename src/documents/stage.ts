import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '../domain/errors.ts'
import { headerWithin, refuseHead, refuseSize } from '../domain/pdf-file.ts'
import { asStorageError } from '../domain/system-errors.ts'

/** The bytes of an upload in a local file, known to look like a PDF of an allowed size. */
export interface StagedFile {
  file: string
  bytes: number
  sha256: string
}

/**
 * Streams an upload to a file while hashing it; memory use does not depend on its size. A file that is
 * refused is still read to its end (up to twice the limit), for a sender that is cut off while sending
 * may never see the answer.
 */
export async function stageUpload(
  stream: Readable,
  folder: string,
  maxBytes: number,
): Promise<StagedFile> {
  const file = path.join(folder, 'upload.pdf')
  const handle = await open(file, 'wx').catch((cause: unknown) => {
    throw asStorageError(cause)
  })
  try {
    return { file, ...(await copy(stream, handle, maxBytes)) }
  } finally {
    await handle.close()
  }
}

async function copy(
  stream: Readable,
  handle: FileHandle,
  maxBytes: number,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let head = Buffer.alloc(0)
  let bytes = 0
  let refused: AppError | undefined
  for await (const chunk of chunksOf(stream)) {
    bytes += chunk.length
    if (head.length < headerWithin) head = Buffer.concat([head, chunk])
    refused ??= refuseSize(bytes, maxBytes)
    if (head.length >= headerWithin) refused ??= refuseHead(head)
    if (bytes > 2 * maxBytes && refused) throw refused
    if (refused) continue
    hash.update(chunk)
    await write(handle, chunk)
  }
  refused ??= refuseHead(head)
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

async function write(handle: FileHandle, chunk: Buffer): Promise<void> {
  try {
    await handle.writeFile(chunk)
  } catch (cause) {
    throw asStorageError(cause)
  }
}
