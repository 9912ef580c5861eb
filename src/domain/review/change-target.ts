import type { CorrectableReading } from './change.ts'
import { toFieldsShape } from './fields-shape.ts'
import { readingShapes } from './reading-shapes.ts'
import { fixedFields, rejectChange, type Shape } from './shape.ts'

/** A position in a reading: the parent of the value, its key, and the values allowed there. */
export interface ChangeTarget {
  holder: Record<string, unknown> | unknown[]
  key: string
  shape: Shape
}

const maxTextLength = 4000

/** Resolves a path. Allows the index after the last entry in a list. */
export function resolveTarget(reading: CorrectableReading, path: string): ChangeTarget {
  const keys = path.split('.')
  if (fixedFields.includes(keys[0] ?? '')) rejectChange(path, 'fixed')
  let place: ChangeTarget = {
    holder: { reading },
    key: 'reading',
    shape: reading.kind === 'fields' ? toFieldsShape(reading) : readingShapes[reading.kind],
  }
  for (const key of keys) {
    const holder = getTargetValue(place)
    const shape = findChildShape(place.shape, key)
    const isThere = Array.isArray(holder) ? Number(key) <= holder.length : isObject(holder)
    if (!shape || !isThere) rejectChange(path, 'no_place')
    place = { holder: holder as ChangeTarget['holder'], key, shape }
  }
  return place
}

export function getTargetValue({ holder, key }: ChangeTarget): unknown {
  return Array.isArray(holder) ? holder[Number(key)] : holder[key]
}

export function isList(place: ChangeTarget): place is ChangeTarget & { holder: unknown[] } {
  return Array.isArray(place.holder)
}

/** True if the position has a single value, not a list or group. */
export function isSingle({ shape }: ChangeTarget): boolean {
  return shape.kind !== 'list' && shape.kind !== 'group'
}

function findChildShape(shape: Shape, key: string): Shape | undefined {
  if (shape.kind === 'group')
    return Object.hasOwn(shape.fields, key) ? shape.fields[key] : undefined
  const isIndex = shape.kind === 'list' && /^(0|[1-9]\d{0,5})$/.test(key)
  return isIndex ? shape.entry : undefined
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/** Rejects control characters, which no keyboard produces and some file formats reject. */
export function rejectControlCharacters(path: string, value: unknown): void {
  if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) rejectControlCharacters(`${path}.${key}`, part)
  }
  if (typeof value !== 'string') return
  if (value.length > maxTextLength) rejectChange(path, 'too_long', maxTextLength)
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f]|\p{Cs}/u.test(value)) {
    rejectChange(path, 'control_characters')
  }
}
