import type { CorrectableReading } from './change.ts'
import { readingShapes } from './reading-shapes.ts'
import { fixed, refuse, type Shape } from './shape.ts'

/** A position in a reading: the parent of the value, its key, and the allowed values. */
export interface Place {
  holder: Record<string, unknown> | unknown[]
  key: string
  shape: Shape
}

const longestText = 4000

/** Resolves a path. The index after the last entry of a list is allowed. */
export function placeAt(reading: CorrectableReading, path: string): Place {
  const keys = path.split('.')
  if (fixed.includes(keys[0] ?? '')) refuse(path, 'fixed')
  let place: Place = { holder: { reading }, key: 'reading', shape: readingShapes[reading.kind] }
  for (const key of keys) {
    const holder = valueAt(place)
    const shape = partOf(place.shape, key)
    const isThere = Array.isArray(holder) ? Number(key) <= holder.length : isHolder(holder)
    if (!shape || !isThere) refuse(path, 'no_place')
    place = { holder: holder as Place['holder'], key, shape }
  }
  return place
}

export function valueAt({ holder, key }: Place): unknown {
  return Array.isArray(holder) ? holder[Number(key)] : holder[key]
}

export function isList(place: Place): place is Place & { holder: unknown[] } {
  return Array.isArray(place.holder)
}

/** Whether a position holds a single value instead of a list or group. */
export function isSingle({ shape }: Place): boolean {
  return shape.kind !== 'list' && shape.kind !== 'group'
}

function partOf(shape: Shape, key: string): Shape | undefined {
  if (shape.kind === 'group')
    return Object.hasOwn(shape.fields, key) ? shape.fields[key] : undefined
  const isIndex = shape.kind === 'list' && /^(0|[1-9]\d{0,5})$/.test(key)
  return isIndex ? shape.entry : undefined
}

function isHolder(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/** Control characters, which some file formats reject and no keyboard produces. */
export function refuseOddText(path: string, value: unknown): void {
  if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) refuseOddText(`${path}.${key}`, part)
  }
  if (typeof value !== 'string') return
  if (value.length > longestText) refuse(path, 'too_long', longestText)
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f]|\p{Cs}/u.test(value)) {
    refuse(path, 'control_characters')
  }
}
