import type { Readable } from 'node:stream'
import type { DiskSpace } from '../domain/operations/alerts.ts'
import type { ByteRange } from '../domain/api/byte-range.ts'

/** Bytes under a key. Keys are Docket's own words, never a user's; a key is written once. */
export interface Blobs {
  /** Takes over a finished local file. Once it resolves, the bytes survive a crash of the machine. */
  putFile(key: string, file: string, state?: FileState): Promise<void>
  /** Whether the bytes stay on a disk of this machine: whoever writes a file syncs it best while it is open. */
  isLocal: boolean
  /** All of it, or a part that lies in it. Rejects with `IO_ERROR` when there is nothing under the key. */
  open(key: string, range?: ByteRange): Promise<{ stream: Readable; bytes: number }>
  /** A local file with these bytes, for reading only; `folder` is where a copy may be put. */
  localCopy(key: string, folder: string): Promise<string>
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>
  /** Every blob whose key begins so, in no order. */
  list(prefix: string): AsyncIterable<StoredBlob>
  /** Where the storage can be asked directly; undefined where only Docket can. */
  links?: SignedLinks
  /** How much room there is; left out where there is no telling. */
  space?(): Promise<DiskSpace>
}

export interface FileState {
  /** The file has reached the disk already; its name need not have. */
  isSynced?: boolean
}

export interface StoredBlob {
  key: string
  stored_at: Date
}

/** Addresses that let whoever has them do one thing until they expire: after seven days at most. */
export interface SignedLinks {
  toRead(key: string, terms: { seconds: number; filename: string }): Promise<string>
  /** For exactly so many bytes of a PDF, sent by PUT. */
  toWrite(key: string, terms: { seconds: number; bytes: number }): Promise<string>
}

/** Below it lies what browsers have sent by signed links, until it is taken or a day is over. */
export const incomingPrefix = 'incoming/'

const keyShape = /^[a-z0-9][a-z0-9_.-]*(\/[a-z0-9][a-z0-9_.-]*)*$/

export function requireKey(key: string): string {
  if (!keyShape.test(key)) throw new Error(`Not a blob key: ${key}`)
  return key
}
