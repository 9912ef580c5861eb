import type { AppError } from '../../domain/errors/app-error.ts'
import { cleanFilename } from '../../domain/document/filename.ts'
import type { Params } from '../../domain/mapping/mapping.ts'
import type { UploadProgress } from './upload-progress.ts'

/** A document to upload: a local file, or the URL of a PDF. */
export interface UploadItem {
  id: string
  /** File name, or the URL. */
  name: string
  source: File | string
  check: ItemCheck
}

export type ItemCheck =
  | { kind: 'checking' }
  /** `converted` replaces a photo in a format that the server cannot read. */
  | { kind: 'ready'; converted?: File }
  /** The same source is already in the list. */
  | { kind: 'duplicate' }
  /** The browser could not read the file. */
  | { kind: 'unreadable' }
  | { kind: 'refused'; error: AppError }

/** The user's choice of how to read the documents. Without a mapping, the server detects one. */
export interface MappingChoice {
  mapping?: string | undefined
  params: Params
}

/** Documents that are sent in one request. The ID is the Idempotency-Key of the request. */
export interface Upload {
  id: string
  /** ID shared by the requests of an upload that needs several. */
  group?: string | undefined
  choice: MappingChoice
  items: readonly UploadItem[]
  state: UploadState
}

export type UploadState =
  | { kind: 'waiting' }
  | { kind: 'sending'; progress: UploadProgress }
  /** The server is unreachable or requested a wait. The upload is retried automatically. */
  | { kind: 'paused'; error: AppError; until_ms: number }
  | { kind: 'failed'; error: AppError }
  | { kind: 'sent'; batch_id: string; problems: RejectedItem[] }

/** A document that the server rejected. */
export interface RejectedItem {
  name: string
  error: AppError
}

/** Items that the user is preparing, and running uploads. */
export interface UploadQueue {
  items: readonly UploadItem[]
  uploads: readonly Upload[]
  /** True if the user has paused all uploads. */
  isPaused: boolean
}

export const emptyQueue: UploadQueue = { items: [], uploads: [], isPaused: false }

/** Appends items. Marks duplicates instead of dropping them, so that the user sees why they are not sent. */
export function appendItems(
  items: readonly UploadItem[],
  added: readonly UploadItem[],
): readonly UploadItem[] {
  return added.reduce<readonly UploadItem[]>((items, item) => {
    const isDuplicate = items.some((other) => isSameSource(other.source, item.source))
    return [...items, isDuplicate ? { ...item, check: { kind: 'duplicate' as const } } : item]
  }, items)
}

/** Removes items. Rechecks a duplicate whose original was removed. */
export function removeItems(
  items: readonly UploadItem[],
  ids: readonly string[],
): readonly UploadItem[] {
  const remaining = items.filter(({ id }) => !ids.includes(id))
  return remaining.map((item, index) => {
    const isFirst = !remaining
      .slice(0, index)
      .some((other) => isSameSource(other.source, item.source))
    const isUnblocked = item.check.kind === 'duplicate' && isFirst
    return isUnblocked ? { ...item, check: { kind: 'checking' as const } } : item
  })
}

/** Moves an item to an index, which is clamped to the list. */
export function moveItem(
  items: readonly UploadItem[],
  id: string,
  index: number,
): readonly UploadItem[] {
  const item = items.find((one) => one.id === id)
  if (!item) return items
  const rest = items.filter((one) => one !== item)
  const target = Math.min(Math.max(index, 0), rest.length)
  return [...rest.slice(0, target), item, ...rest.slice(target)]
}

/** Renames an item: cleans the name and keeps its .pdf extension. URLs cannot be renamed. */
export function renameItem(item: UploadItem, name: string): UploadItem {
  if (name.trim() === '' || typeof item.source === 'string') return item
  const cleanName = cleanFilename(name)
  return { ...item, name: /\.pdf$/i.test(cleanName) ? cleanName : `${cleanName}.pdf` }
}

export function splitIntoUploads(
  items: readonly UploadItem[],
  maxItems: number,
): (readonly UploadItem[])[] {
  const size = Math.max(1, maxItems)
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size))
}

/** Groups the requests by upload, and keeps their order. */
export function groupUploads(uploads: readonly Upload[]): (readonly Upload[])[] {
  const groups = new Map<string, Upload[]>()
  for (const upload of uploads) {
    const key = upload.group ?? upload.id
    groups.set(key, [...(groups.get(key) ?? []), upload])
  }
  return [...groups.values()]
}

export function sumBytes(items: readonly UploadItem[]): number {
  return items.reduce((sum, { source }) => sum + (typeof source === 'string' ? 0 : source.size), 0)
}

/**
 * Returns how much of each document has been sent, from 0 to 1. The request body contains all documents in order; its
 * overhead is spread evenly.
 */
export function getSentFractions(items: readonly UploadItem[], progress: UploadProgress): number[] {
  const overhead = Math.max(0, progress.total_bytes - sumBytes(items)) / Math.max(1, items.length)
  let left = progress.sent_bytes
  return items.map(({ source }) => {
    const size = (typeof source === 'string' ? 0 : source.size) + overhead
    const sent = Math.min(size, Math.max(0, left))
    left -= size
    return size > 0 ? sent / size : left >= 0 ? 1 : 0
  })
}

export function isInProgress({ state }: Upload): boolean {
  return state.kind === 'waiting' || state.kind === 'sending' || state.kind === 'paused'
}

/** True if two sources are the same. Compares metadata, without reading the files. */
function isSameSource(one: File | string, other: File | string): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other
  return (
    one.name === other.name && one.size === other.size && one.lastModified === other.lastModified
  )
}
