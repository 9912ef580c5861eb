import type { Readable } from 'node:stream'
import type { DiskSpace } from '../domain/operations/alerts.ts'
import type { ByteRange } from '../domain/api/byte-range.ts'

/** Blob storage. Keys are generated, never user input, and written only once. */
export interface Blobs {
  /** Moves a finished local file into storage. Durable once it resolves. */
  putFile(key: string, file: string, state?: FileState): Promise<void>
  /** Moves several files, which is cheaper than moving them one by one. If it fails, some files may be stored. */
  putFiles(files: readonly NewBlob[]): Promise<void>
  /** True for a local disk: writers should fsync files while they are open. */
  isLocal: boolean
  /** Opens the blob or a range within it. Rejects with `IO_ERROR` if the key does not exist. */
  open(key: string, range?: ByteRange): Promise<{ stream: Readable; bytes: number }>
  /** Returns a read-only local file with these bytes; may place a copy in `folder`. */
  localCopy(key: string, folder: string): Promise<string>
  /** Idempotent. */
  delete(key: string): Promise<void>
  /** Lists blobs whose key starts with `prefix`, in no particular order. */
  list(prefix: string): AsyncIterable<StoredBlob>
  /** Presigned URLs; undefined if the storage is reachable only through Docket. */
  links?: SignedLinks
  /** Returns the free space; the method is absent if it is unknown. */
  space?(): Promise<DiskSpace>
}

export interface FileState {
  /** The content is fsynced, or will be once the promise resolves to true; its directory entry need not be. */
  isSynced?: boolean | Promise<boolean> | undefined
}

export interface NewBlob extends FileState {
  key: string
  file: string
}

export interface StoredBlob {
  key: string
  stored_at: Date
}

/** Presigned URLs, valid for at most seven days. */
export interface SignedLinks {
  toRead(key: string, terms: { seconds: number; filename: string }): Promise<string>
  /** Allows a PUT of exactly this many bytes. */
  toWrite(key: string, terms: { seconds: number; bytes: number }): Promise<string>
}

/** Presigned uploads stay here until they are committed or a day has passed. */
export const incomingPrefix = 'incoming/'

const keyPattern = /^[a-z0-9][a-z0-9_.-]*(\/[a-z0-9][a-z0-9_.-]*)*$/

export function validateKey(key: string): string {
  if (!keyPattern.test(key)) throw new Error(`Not a blob key: ${key}`)
  return key
}
