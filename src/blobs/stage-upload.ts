import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { AppError } from '../domain/errors/app-error.ts'
import { detectFormat, type DocumentFormat } from '../domain/document/document-format.ts'
import { maxHeaderOffset, checkPdfSize } from '../domain/document/pdf-file.ts'
import { toStorageError } from '../domain/errors/system-error.ts'

/** A document in a local file. Its size and header are valid. */
export interface StagedFile {
  file: string
  bytes: number
  sha256: string
  isSynced: boolean
  /** Format detected from the first bytes; undefined if the file is neither a PDF nor an image. */
  format?: DocumentFormat | undefined
}

export interface StageOptions {
  /** Path of the new file. Its folder must exist. */
  file: string
  maxBytes: number
  /** Returns the reason to reject a file that starts with these bytes. */
  validateHead: (head: Uint8Array) => AppError | undefined
  /** Number of bytes up to which a rejected file is still read, so that the client receives the response. */
  drainUpToBytes: number
  /** Whether to fsync the file before returning. */
  mustSync: boolean
}

/** Hashes a file while streaming it to disk; memory use does not depend on its size. */
export async function stageFile(
  stream: AsyncIterable<Buffer>,
  options: StageOptions,
): Promise<StagedFile> {
  const { file, mustSync } = options
  const handle = await open(file, 'wx').catch((cause: unknown) => {
    throw toStorageError(cause)
  })
  try {
    const copied = await copy(stream, handle, options)
    if (mustSync) await sync(handle)
    return { file, isSynced: mustSync, ...copied }
  } finally {
    await handle.close()
  }
}

async function copy(
  stream: AsyncIterable<Buffer>,
  handle: FileHandle,
  { maxBytes, validateHead, drainUpToBytes }: StageOptions,
): Promise<Pick<StagedFile, 'bytes' | 'sha256' | 'format'>> {
  const hash = createHash('sha256')
  let head = Buffer.alloc(0)
  let bytes = 0
  let rejection: AppError | undefined
  let pending: Buffer[] = []
  let pendingBytes = 0
  for await (const chunk of withUploadErrors(stream)) {
    bytes += chunk.length
    rejection ??= checkPdfSize(bytes, maxBytes)
    if (head.length < maxHeaderOffset) {
      head = Buffer.concat([head, chunk])
      if (head.length >= maxHeaderOffset) rejection ??= validateHead(head)
    }
    if (bytes > drainUpToBytes && rejection) throw rejection
    if (rejection) continue
    hash.update(chunk)
    pending.push(chunk)
    pendingBytes += chunk.length
    if (pendingBytes < writeBatchBytes) continue
    await writeChunks(handle, pending)
    pending = []
    pendingBytes = 0
  }
  if (head.length < maxHeaderOffset) rejection ??= validateHead(head)
  if (rejection) throw rejection
  if (pending.length > 0) await writeChunks(handle, pending)
  return { bytes, sha256: hash.digest('hex'), format: detectFormat(head) }
}

async function sync(handle: FileHandle): Promise<void> {
  try {
    await handle.sync()
  } catch (cause) {
    throw toStorageError(cause)
  }
}

/** Number of bytes up to which small chunks are combined, because each write is a round trip to the thread pool. */
const writeBatchBytes = 256 * 1024

async function writeChunks(handle: FileHandle, chunks: Buffer[]): Promise<void> {
  const total = chunks.reduce((sum, { length }) => sum + length, 0)
  try {
    const { bytesWritten } = await handle.writev(chunks)
    // A write to a nearly full disk may be partial; writing the rest reveals the reason.
    if (bytesWritten < total) {
      await handle.writeFile(Buffer.concat(chunks).subarray(bytesWritten))
    }
  } catch (cause) {
    throw toStorageError(cause)
  }
}

async function* withUploadErrors(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* stream
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('BROKEN_UPLOAD', undefined, { cause })
  }
}

export async function writeChunk(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  try {
    await handle.writeFile(chunk)
  } catch (cause) {
    throw toStorageError(cause)
  }
}
