import { AppError } from '../errors/errors.ts'
import { type Notation, type NotationName, notations } from '../values/notations.ts'

/** What may stand in a place of a reading, as plain data: the browser, which has no schemas, checks by it too. */
export type Shape = { absence?: 'null' | 'left out' } & (
  | { kind: 'text'; notation?: NotationName }
  | { kind: 'day' | 'whole' | 'flag' }
  /** True, or left out. */
  | { kind: 'yes' }
  | { kind: 'list'; entry: Shape }
  | { kind: 'group'; fields: Readonly<Record<string, Shape>> }
)

/** Fields that are computed from the rest, or that say what the document is. */
export const fixed = ['kind', 'sheet', 'checks', 'review', 'warnings', 'evidence']

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
      return shape.notation ? allowedText(notations[shape.notation], path, value) : value
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

function allowedText({ pattern, rule }: Notation, path: string, value: string): string {
  return pattern.test(value) ? value : refuse(path, rule)
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
