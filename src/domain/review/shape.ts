import { AppError } from '../errors/errors.ts'
import type { Notation } from '../values/notations.ts'

/**
 * What may stand in a place of a reading, as plain data. The browser has no schemas and judges by the same; a test
 * holds both to each other.
 */
export type Shape = { absence?: 'null' | 'left out' } & (
  | { kind: 'text'; notation?: Notation }
  | { kind: 'day' | 'whole' | 'flag' | 'yes' }
  | { kind: 'list'; entry: Shape }
  | { kind: 'group'; fields: Readonly<Record<string, Shape>> }
)

export const text: Shape = { kind: 'text' }
export const day: Shape = { kind: 'day' }
export const whole: Shape = { kind: 'whole' }
export const flag: Shape = { kind: 'flag' }
/** True, or left out. */
export const yes: Shape = { kind: 'yes' }
export const written = (notation: Notation): Shape => ({ kind: 'text', notation })
export const list = (entry: Shape): Shape => ({ kind: 'list', entry })
export const group = (fields: Record<string, Shape>): Shape => ({ kind: 'group', fields })
export const orNull = (shape: Shape): Shape => ({ ...shape, absence: 'null' })
export const orLeftOut = (shape: Shape): Shape => ({ ...shape, absence: 'left out' })

export function refuse(path: string, reason: string): never {
  throw new AppError('INVALID_CHANGE', `${path}: ${reason}.`, {
    errors: [{ pointer: `/${path.replaceAll('.', '/')}`, detail: reason }],
  })
}

/** The value as it may stand at the path; null stands for none, where there may be none. */
export function allowed(shape: Shape, path: string, value: unknown): unknown {
  if (value === null || value === undefined) return absent(shape, path)
  switch (shape.kind) {
    case 'text':
      if (typeof value !== 'string') return refuse(path, 'must be text')
      if (shape.notation && !shape.notation.pattern.test(value)) refuse(path, shape.notation.rule)
      return value
    case 'day':
      return isDay(value) ? value : refuse(path, 'must be a day like 2025-03-14')
    case 'whole':
      return Number.isSafeInteger(value) ? value : refuse(path, 'must be a whole number')
    case 'flag':
      return typeof value === 'boolean' ? value : refuse(path, 'must be true or false')
    case 'yes':
      return value === true ? value : refuse(path, 'must be true, or left out')
    case 'list':
      if (!Array.isArray(value)) return refuse(path, 'must be a list')
      return value.map((entry, index) => allowed(shape.entry, `${path}.${index}`, entry))
    case 'group':
      return allowedGroup(shape.fields, path, value)
  }
}

function absent({ absence }: Shape, path: string): null | undefined {
  if (absence === undefined) refuse(path, 'a value is needed')
  return absence === 'null' ? null : undefined
}

/** What has no place in it is left behind. */
function allowedGroup(fields: Readonly<Record<string, Shape>>, path: string, value: object) {
  if (typeof value !== 'object' || Array.isArray(value)) return refuse(path, 'must be an object')
  const given = value as Record<string, unknown>
  const entries = Object.entries(fields).map(([key, shape]) => {
    const isForgotten = given[key] === undefined && shape.absence !== 'left out'
    if (isForgotten) refuse(`${path}.${key}`, 'a value is needed, null for none')
    return [key, allowed(shape, `${path}.${key}`, given[key])] as const
  })
  return Object.fromEntries(entries.filter(([, part]) => part !== undefined))
}

function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const at = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value)
}
