import { createReadStream, createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline as connect, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { toStorageError } from '../domain/errors/system-error.ts'
import type { Blobs } from './blobs.ts'

/** Marks a compressed blob in its key, so that blobs stored before compression existed remain readable. */
const gzipSuffix = '.gz'

export function compressedKey(key: string): string {
  return key + gzipSuffix
}

export function isCompressed(key: string): boolean {
  return key.endsWith(gzipSuffix)
}

/** Compresses a local file. Returns the path of the file to store under `compressedKey`. */
export async function compressFile(file: string): Promise<string> {
  const compressed = file + gzipSuffix
  try {
    await pipeline(createReadStream(file), createGzip(), createWriteStream(compressed))
  } catch (cause) {
    throw toStorageError(cause)
  }
  return compressed
}

/** Opens the original content of a blob, whether it is compressed or not. */
export async function openDecompressed(blobs: Blobs, key: string): Promise<Readable> {
  const { stream } = await blobs.open(key)
  if (!isCompressed(key)) return stream
  // Ignores errors here, because the returned stream passes them to its reader.
  return connect(stream, createGunzip(), () => undefined)
}

/** Returns a read-only local file with the original content of a blob. May place a copy in `folder`. */
export async function decompressedCopy(blobs: Blobs, key: string, folder: string): Promise<string> {
  const file = await blobs.localCopy(key, folder)
  if (!isCompressed(key)) return file
  const decompressed = path.join(folder, `${path.basename(file, gzipSuffix)}.unpacked`)
  try {
    await pipeline(createReadStream(file), createGunzip(), createWriteStream(decompressed))
  } catch (cause) {
    throw toStorageError(cause)
  }
  return decompressed
}
