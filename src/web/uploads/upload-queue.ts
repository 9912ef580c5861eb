import type { AppError } from '../../domain/errors/errors.ts'
import { cleanFilename } from '../../domain/document/filename.ts'
import type { Params } from '../../domain/mapping/mapping.ts'
import type { Pace } from './upload-speed.ts'

/** A document that somebody wants read: a file of this device, or the address of one. */
export interface Item {
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
export interface Choice {
  mapping?: string | undefined
  params: Params
}

/** Documents on their way together. Its id makes sending it twice harmless. */
export interface Shipment {
  id: string
  choice: Choice
  items: readonly Item[]
  state: ShipmentState
}

export type ShipmentState =
  | { kind: 'waiting' }
  | { kind: 'sending'; pace: Pace }
  /** The server cannot be reached, or asked us to wait: it is tried again by itself. */
  | { kind: 'held'; error: AppError; until_ms: number }
  | { kind: 'failed'; error: AppError }
  | { kind: 'sent'; batch_id: string; problems: Refused[] }

/** A document that the server did not take. */
export interface Refused {
  name: string
  error: AppError
}

/** All that has not arrived yet: what is being put together, and what is on its way. */
export interface Outbox {
  items: readonly Item[]
  shipments: readonly Shipment[]
}

export const emptyOutbox: Outbox = { items: [], shipments: [] }

/** Appends documents. One that is there already is marked, not dropped: its owner should see why. */
export function withItems(items: readonly Item[], added: readonly Item[]): readonly Item[] {
  return added.reduce<readonly Item[]>((all, item) => {
    const isThere = all.some((other) => isSame(other.source, item.source))
    return [...all, isThere ? { ...item, check: { kind: 'duplicate' as const } } : item]
  }, items)
}

/** Without some. What was a duplicate of one of them is checked again. */
export function withoutItems(items: readonly Item[], ids: readonly string[]): readonly Item[] {
  const kept = items.filter(({ id }) => !ids.includes(id))
  return kept.map((item, place) => {
    const isFirst = !kept.slice(0, place).some((other) => isSame(other.source, item.source))
    const isFreed = item.check.kind === 'duplicate' && isFirst
    return isFreed ? { ...item, check: { kind: 'checking' as const } } : item
  })
}

/** The item at another place, counted from 0. */
export function movedTo(items: readonly Item[], id: string, place: number): readonly Item[] {
  const item = items.find((one) => one.id === id)
  if (!item) return items
  const others = items.filter((one) => one !== item)
  const at = Math.min(Math.max(place, 0), others.length)
  return [...others.slice(0, at), item, ...others.slice(at)]
}

/** Called otherwise; still a name that a file may have, with the ending of one. */
export function renamed(item: Item, name: string): Item {
  if (name.trim() === '' || typeof item.source === 'string') return item
  const clean = cleanFilename(name)
  return { ...item, name: /\.pdf$/i.test(clean) ? clean : `${clean}.pdf` }
}

/** In their order, at most so many together. */
export function inShipments(items: readonly Item[], most: number): (readonly Item[])[] {
  const size = Math.max(1, most)
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size))
}

export function bytesOf(items: readonly Item[]): number {
  return items.reduce((sum, { source }) => sum + (typeof source === 'string' ? 0 : source.size), 0)
}

/**
 * How much of each document has left, from 0 to 1. They leave in one body, one after the other, whose total is a
 * little more than theirs.
 */
export function fractionsSent(items: readonly Item[], pace: Pace): number[] {
  const overhead = Math.max(0, pace.total_bytes - bytesOf(items)) / Math.max(1, items.length)
  let left = pace.sent_bytes
  return items.map(({ source }) => {
    const size = (typeof source === 'string' ? 0 : source.size) + overhead
    const sent = Math.min(size, Math.max(0, left))
    left -= size
    return size > 0 ? sent / size : left >= 0 ? 1 : 0
  })
}

export function isUnderWay({ state }: Shipment): boolean {
  return state.kind === 'waiting' || state.kind === 'sending' || state.kind === 'held'
}

/** As far as can be told without reading them. */
function isSame(one: File | string, other: File | string): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other
  return (
    one.name === other.name && one.size === other.size && one.lastModified === other.lastModified
  )
}
