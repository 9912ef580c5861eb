import type { Readable } from 'node:stream'

/** Bytes under a key. Keys are Docket's own words, never a user's; a key is written once. */
export interface Blobs {
  /** Takes over a finished local file. Once it resolves, the bytes survive a crash of the machine. */
  putFile(key: string, file: string): Promise<void>
  /** Rejects with `IO_ERROR` when there is nothing under the key. */
  open(key: string): Promise<{ stream: Readable; bytes: number }>
  /** A local file with these bytes, for reading only; `folder` is where a copy may be put. */
  localCopy(key: string, folder: string): Promise<string>
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>
}
