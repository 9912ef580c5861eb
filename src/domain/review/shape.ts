import { AppError, fault } from '../errors/app-error.ts'
import type { ChangeFault } from '../messages/problem-codes.ts'
import { createDetail } from '../i18n/problem-detail.ts'
import { type Notation, type NotationName, notations } from '../values/notations.ts'

/**
 * Values allowed at a position in a reading. Plain data, because the browser build does not include the zod schemas.
 */
export type Shape = { absence?: 'null' | 'left out' } & (
  | { kind: 'text'; notation?: NotationName }
  | { kind: 'day' | 'whole' | 'number' | 'flag' }
  /** Either true or absent. */
  | { kind: 'yes' }
  | { kind: 'list'; entry: Shape }
  | { kind: 'group'; fields: Readonly<Record<string, Shape>> }
)

/** Fields that are computed from other fields, or that determine the document kind. */
export const fixedFields = [
  'kind',
  'sheet',
  'checks',
  'review',
  'warnings',
  'evidence',
  'alternatives',
  'filing',
  'exchange',
]

export function rejectChange(path: string, reason: ChangeFault, most?: number): never {
  const params = { fault: reason, ...(most !== undefined && { most }) }
  throw new AppError('INVALID_CHANGE', createDetail('change_invalid', { path, ...params }), {
    errors: [fault(`/${path.replaceAll('.', '/')}`, createDetail('change_fault', params))],
  })
}

/** Returns the value in the form that the reading stores. Null removes an optional value. */
export function normaliseValue(shape: Shape, path: string, value: unknown): unknown {
  if (value === null || value === undefined) return toAbsent(shape, path)
  switch (shape.kind) {
    case 'text':
      if (typeof value !== 'string') return rejectChange(path, 'not_text')
      return shape.notation ? normaliseText(notations[shape.notation], path, value) : value
    case 'day':
      return isDay(value) ? value : rejectChange(path, 'not_day')
    case 'whole':
      return Number.isSafeInteger(value) ? value : rejectChange(path, 'not_whole')
    case 'number':
      return toNumber(value) ?? rejectChange(path, 'not_decimal')
    case 'flag':
      return typeof value === 'boolean' ? value : rejectChange(path, 'not_flag')
    case 'yes':
      return value === true ? value : rejectChange(path, 'not_true')
    case 'list':
      if (!Array.isArray(value)) return rejectChange(path, 'not_list')
      return value.map((entry, index) => normaliseValue(shape.entry, `${path}.${index}`, entry))
    case 'group':
      return normaliseGroup(shape.fields, path, value)
  }
}

/** Parses a number. Alternatives that a user chooses arrive as text. */
function toNumber(value: unknown): number | undefined {
  if (typeof value === 'string' && notations.decimal.pattern.test(value)) return Number(value)
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

function normaliseText({ pattern, fault: wrong }: Notation, path: string, value: string): string {
  return pattern.test(value) ? value : rejectChange(path, wrong)
}

function toAbsent({ absence }: Shape, path: string): null | undefined {
  if (absence === undefined) rejectChange(path, 'value_needed')
  return absence === 'null' ? null : undefined
}

/** Normalises a group's fields and drops unknown ones. */
function normaliseGroup(fields: Readonly<Record<string, Shape>>, path: string, value: object) {
  if (typeof value !== 'object' || Array.isArray(value)) return rejectChange(path, 'not_object')
  const given = value as Record<string, unknown>
  const entries = Object.entries(fields).map(([key, shape]) => {
    const isMissing = given[key] === undefined && shape.absence !== 'left out'
    if (isMissing) rejectChange(`${path}.${key}`, 'value_or_null_needed')
    return [key, normaliseValue(shape, `${path}.${key}`, given[key])] as const
  })
  return Object.fromEntries(entries.filter(([, part]) => part !== undefined))
}

function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const at = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value)
}
