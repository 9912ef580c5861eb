import { createReadStream, createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline as connect, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { asStorageError } from '../domain/errors/system-error.ts'
import type { Blobs } from './blobs.ts'

/** A key tells how its bytes are packed, so that what was stored before there was any packing can be read as ever. */
const ending = '.gz'

export function packedKey(key: string): string {
  return key + ending
}

export function isPacked(key: string): boolean {
  return key.endsWith(ending)
}

/** Packs a finished local file; returns the file that belongs under the `packedKey`. */
export async function pack(file: string): Promise<string> {
  const packed = file + ending
  try {
    await pipeline(createReadStream(file), createGzip(), createWriteStream(packed))
  } catch (cause) {
    throw asStorageError(cause)
  }
  return packed
}

/** What was written, whichever way it is stored. */
export async function openUnpacked(blobs: Blobs, key: string): Promise<Readable> {
  const { stream } = await blobs.open(key)
  if (!isPacked(key)) return stream
  // Whoever reads is told of trouble by the stream itself.
  return connect(stream, createGunzip(), () => undefined)
}

/** The same as a local file, for reading only; `folder` is where a copy may be put. */
export async function unpackedCopy(blobs: Blobs, key: string, folder: string): Promise<string> {
  const file = await blobs.localCopy(key, folder)
  if (!isPacked(key)) return file
  const unpacked = path.join(folder, `${path.basename(file, ending)}.unpacked`)
  try {
    await pipeline(createReadStream(file), createGunzip(), createWriteStream(unpacked))
  } catch (cause) {
    throw asStorageError(cause)
  }
  return unpacked
}
