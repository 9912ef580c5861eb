import type { AppError } from '../../domain/errors/errors.ts'
import { cleanFilename } from '../../domain/document/filename.ts'
import type { Params } from '../../domain/mapping/mapping.ts'
import type { UploadProgress } from './upload-progress.ts'

/** A document that somebody wants read: a file of this device, or the address of one. */
export interface UploadItem {
  id: string
  /** What it will be called; the address where it is one. */
  name: string
  source: File | string
  check: Check
}

export type Check =
  | { kind: 'checking' }
  | { kind: 'ready' }
  /** The same file, or address, stands above. */
  | { kind: 'duplicate' }
  /** The device would not give us its bytes. */
  | { kind: 'unreadable' }
  | { kind: 'refused'; error: AppError }

/** What documents are to be read as. Without a mapping, the server decides. */
export interface MappingChoice {
  mapping?: string | undefined
  params: Params
}

/** Documents on their way together. Its id makes sending it twice harmless. */
export interface Upload {
  id: string
  choice: MappingChoice
  items: readonly UploadItem[]
  state: UploadState
}

export type UploadState =
  | { kind: 'waiting' }
  | { kind: 'sending'; progress: UploadProgress }
  /** The server cannot be reached, or asked us to wait: it is tried again by itself. */
  | { kind: 'held'; error: AppError; until_ms: number }
  | { kind: 'failed'; error: AppError }
  | { kind: 'sent'; batch_id: string; problems: RejectedItem[] }

/** A document that the server did not take. */
export interface RejectedItem {
  name: string
  error: AppError
}

/** All that has not arrived yet: what is being put together, and what is on its way. */
export interface UploadQueue {
  items: readonly UploadItem[]
  uploads: readonly Upload[]
}

export const emptyQueue: UploadQueue = { items: [], uploads: [] }

/** Appends documents. One that is there already is marked, not dropped: its owner should see why. */
export function appendItems(
  items: readonly UploadItem[],
  added: readonly UploadItem[],
): readonly UploadItem[] {
  return added.reduce<readonly UploadItem[]>((items, item) => {
    const isDuplicate = items.some((other) => isSameSource(other.source, item.source))
    return [...items, isDuplicate ? { ...item, check: { kind: 'duplicate' as const } } : item]
  }, items)
}

/** Without some. What was a duplicate of one of them is checked again. */
export function removeItems(
  items: readonly UploadItem[],
  ids: readonly string[],
): readonly UploadItem[] {
  const kept = items.filter(({ id }) => !ids.includes(id))
  return kept.map((item, place) => {
    const isFirst = !kept.slice(0, place).some((other) => isSameSource(other.source, item.source))
    const isUnblocked = item.check.kind === 'duplicate' && isFirst
    return isUnblocked ? { ...item, check: { kind: 'checking' as const } } : item
  })
}

/** The item at another place, counted from 0. */
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

/** Called otherwise; still a name that a file may have, with the ending of one. */
export function renameItem(item: UploadItem, name: string): UploadItem {
  if (name.trim() === '' || typeof item.source === 'string') return item
  const clean = cleanFilename(name)
  return { ...item, name: /\.pdf$/i.test(clean) ? clean : `${clean}.pdf` }
}

/** In their order, at most so many together. */
export function splitIntoUploads(
  items: readonly UploadItem[],
  maxItems: number,
): (readonly UploadItem[])[] {
  const size = Math.max(1, maxItems)
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size))
}

export function sumBytes(items: readonly UploadItem[]): number {
  return items.reduce((sum, { source }) => sum + (typeof source === 'string' ? 0 : source.size), 0)
}

/**
 * How much of each document has left, from 0 to 1. They leave in one body, one after the other, whose total is a
 * little more than theirs.
 */
export function fractionsSent(items: readonly UploadItem[], progress: UploadProgress): number[] {
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
  return state.kind === 'waiting' || state.kind === 'sending' || state.kind === 'held'
}

/** As far as can be told without reading them. */
function isSameSource(one: File | string, other: File | string): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other
  return (
    one.name === other.name && one.size === other.size && one.lastModified === other.lastModified
  )
}
