import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { AppError } from '../domain/errors/errors.ts'
import { headerWithin, refuseSize } from '../domain/document/pdf-file.ts'
import { asStorageError } from '../domain/errors/system-error.ts'

/** The bytes of a document in a local file, of an allowed size and with an allowed beginning. */
export interface StagedFile {
  file: string
  bytes: number
  sha256: string
  isSynced: boolean
}

export interface Staging {
  /** Where to, in a folder that is there. */
  file: string
  maxBytes: number
  /** Why a file that begins so cannot be taken. */
  refuse: (head: Uint8Array) => AppError | undefined
  /** A file that is refused is still read up to here. */
  readRefusedTo: number
  /** Whether to have it reach the disk. */
  mustSync: boolean
}

/** Streams a file to the disk while hashing it; memory use does not depend on its size. */
export async function stageFile(
  stream: AsyncIterable<Buffer>,
  staging: Staging,
): Promise<StagedFile> {
  const { file, mustSync } = staging
  const handle = await open(file, 'wx').catch((cause: unknown) => {
    throw asStorageError(cause)
  })
  try {
    const copied = await copy(stream, handle, staging)
    if (mustSync) await sync(handle)
    return { file, isSynced: mustSync, ...copied }
  } finally {
    await handle.close()
  }
}

async function copy(
  stream: AsyncIterable<Buffer>,
  handle: FileHandle,
  { maxBytes, refuse, readRefusedTo }: Staging,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let head = Buffer.alloc(0)
  let bytes = 0
  let refused: AppError | undefined
  let waiting: Buffer[] = []
  let waitingBytes = 0
  for await (const chunk of chunksOf(stream)) {
    bytes += chunk.length
    refused ??= refuseSize(bytes, maxBytes)
    if (head.length < headerWithin) {
      head = Buffer.concat([head, chunk])
      if (head.length >= headerWithin) refused ??= refuse(head)
    }
    if (bytes > readRefusedTo && refused) throw refused
    if (refused) continue
    hash.update(chunk)
    waiting.push(chunk)
    waitingBytes += chunk.length
    if (waitingBytes < writtenTogether) continue
    await writeChunks(handle, waiting)
    waiting = []
    waitingBytes = 0
  }
  if (head.length < headerWithin) refused ??= refuse(head)
  if (refused) throw refused
  if (waiting.length > 0) await writeChunks(handle, waiting)
  return { bytes, sha256: hash.digest('hex') }
}

async function sync(handle: FileHandle): Promise<void> {
  try {
    await handle.sync()
  } catch (cause) {
    throw asStorageError(cause)
  }
}

/** Each write is a trip to another thread: a few chunks go together. */
const writtenTogether = 256 * 1024

async function writeChunks(handle: FileHandle, chunks: Buffer[]): Promise<void> {
  const total = chunks.reduce((sum, { length }) => sum + length, 0)
  try {
    const { bytesWritten } = await handle.writev(chunks)
    // A disk that is nearly full takes a part: the rest then says why.
    if (bytesWritten < total) {
      await handle.writeFile(Buffer.concat(chunks).subarray(bytesWritten))
    }
  } catch (cause) {
    throw asStorageError(cause)
  }
}

async function* chunksOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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
    throw asStorageError(cause)
  }
}
