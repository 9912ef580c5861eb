import type { Readable } from 'node:stream'
import type { DiskSpace } from '../domain/operations/alerts.ts'
import type { ByteRange } from '../domain/api/byte-range.ts'

/** Blob storage. Keys are generated, never taken from user input, and each is written only once. */
export interface Blobs {
  /** Moves a finished local file into storage. The file is durable once the promise resolves. */
  putFile(key: string, file: string, state?: FileState): Promise<void>
  /**
   * Moves several files, which is cheaper than moving them one by one. If the call fails, some files may have been
   * stored.
   */
  putFiles(files: readonly NewBlob[]): Promise<void>
  /** True for a local disk; writers should then fsync files while they are open. */
  isLocal: boolean
  /** Opens the blob, or a range of it. Rejects with `IO_ERROR` if the key does not exist. */
  open(key: string, range?: ByteRange): Promise<{ stream: Readable; bytes: number }>
  /** Returns a read-only local file with the content of the blob. May place a copy in `folder`. */
  localCopy(key: string, folder: string): Promise<string>
  /** Deletes a blob. Idempotent. */
  delete(key: string): Promise<void>
  /** Lists blobs whose key starts with `prefix`, in no particular order. */
  list(prefix: string): AsyncIterable<StoredBlob>
  /** Presigned URLs; undefined if the storage is reachable only through Docket. */
  links?: SignedLinks
  /** Returns the free space; absent if the storage does not report it. */
  space?(): Promise<DiskSpace>
}

export interface FileState {
  /**
   * True if the content is fsynced, or a promise that resolves to true once it is. The directory entry need not be
   * fsynced.
   */
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

/** Presigned URLs, which are valid for at most seven days. */
export interface SignedLinks {
  toRead(key: string, terms: { seconds: number; filename: string }): Promise<string>
  /** Allows a PUT of exactly this many bytes. */
  toWrite(key: string, terms: { seconds: number; bytes: number }): Promise<string>
}

/** Prefix of presigned uploads, which stay there until they are committed or a day has passed. */
export const incomingPrefix = 'incoming/'

const keyPattern = /^[a-z0-9][a-z0-9_.-]*(\/[a-z0-9][a-z0-9_.-]*)*$/

export function validateKey(key: string): string {
  if (!keyPattern.test(key)) throw new Error(`Not a blob key: ${key}`)
  return key
}
