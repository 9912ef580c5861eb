import { z } from 'zod'
import { CorrectableReading } from './change.ts'
import { AppError } from './errors.ts'

/** A place in a reading: what holds the value, under which key, and what may stand there. */
export interface Place {
  holder: Record<string, unknown> | unknown[]
  key: string
  schema: z.ZodType
}

/** What is reckoned from the rest, or says what the document is. */
const fixed = ['kind', 'sheet', 'checks', 'review', 'warnings', 'evidence']

const longestText = 4000

export function refuse(path: string, reason: string): never {
  throw new AppError('INVALID_CHANGE', `${path}: ${reason}.`, {
    errors: [{ pointer: `/${path.replaceAll('.', '/')}`, detail: reason }],
  })
}

/** Where a path leads. An entry of a list may be named that would be the next one. */
export function placeAt(reading: CorrectableReading, path: string): Place {
  const keys = path.split('.')
  if (fixed.includes(keys[0] ?? '')) refuse(path, 'this cannot be changed')
  let place: Place = { holder: { reading }, key: 'reading', schema: schemaOf(reading) }
  for (const key of keys) {
    const holder = valueAt(place)
    const schema = partOf(place.schema, key)
    const isThere = Array.isArray(holder) ? Number(key) <= holder.length : isHolder(holder)
    if (!schema || !isThere) refuse(path, 'there is no such place in this reading')
    place = { holder: holder as Place['holder'], key, schema }
  }
  return place
}

export function valueAt({ holder, key }: Place): unknown {
  return Array.isArray(holder) ? holder[Number(key)] : holder[key]
}

export function isList(place: Place): place is Place & { holder: unknown[] } {
  return Array.isArray(place.holder)
}

/** Whether a place holds one value, and no list or group of them. */
export function isSingle({ schema }: Place): boolean {
  const inner = unwrapped(schema)
  return !(inner instanceof z.ZodObject || inner instanceof z.ZodArray)
}

/** The value as it may stand at the place; null stands for none, where there may be none. */
export function allowedAt({ schema }: Place, path: string, value: unknown): unknown {
  const isNone = value === null && !schema.safeParse(null).success
  const parsed = schema.safeParse(isNone ? undefined : value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = [path, ...(issue?.path ?? [])].join('.')
  return refuse(where, issue?.message ?? 'is not valid')
}

function schemaOf({ kind }: CorrectableReading): z.ZodType {
  const schema = CorrectableReading.options.find((one) => one.shape.kind.value === kind)
  if (!schema) throw new Error(`There is no reading of the kind ${kind}`)
  return schema
}

function partOf(schema: z.ZodType, key: string): z.ZodType | undefined {
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodObject) {
    return Object.hasOwn(inner.shape, key) ? (inner.shape[key] as z.ZodType) : undefined
  }
  const isIndex = inner instanceof z.ZodArray && /^(0|[1-9]\d{0,5})$/.test(key)
  return isIndex ? (inner.element as z.ZodType) : undefined
}

function unwrapped(schema: z.ZodType): z.ZodType {
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
  return isWrapped ? unwrapped(schema.unwrap() as z.ZodType) : schema
}

function isHolder(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/** Not all files take these, and none is on any keyboard. */
export function refuseOddText(path: string, value: unknown): void {
  if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) refuseOddText(`${path}.${key}`, part)
  }
  if (typeof value !== 'string') return
  if (value.length > longestText) refuse(path, `must be at most ${longestText} characters`)
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f]|\p{Cs}/u.test(value)) {
    refuse(path, 'must not hold control characters')
  }
}
