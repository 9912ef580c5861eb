import { AppError, fault } from '../errors/errors.ts'
import type { ChangeFault } from '../messages/problem-codes.ts'
import { detail } from '../i18n/problem-detail.ts'
import { type Notation, type NotationName, notations } from '../values/notations.ts'

/** Allowed values of a position in a reading, as plain data, because the browser has no schemas. */
export type Shape = { absence?: 'null' | 'left out' } & (
  | { kind: 'text'; notation?: NotationName }
  | { kind: 'day' | 'whole' | 'flag' }
  /** True or absent. */
  | { kind: 'yes' }
  | { kind: 'list'; entry: Shape }
  | { kind: 'group'; fields: Readonly<Record<string, Shape>> }
)

/** Fields that are computed from the rest, or that define the document kind. */
export const fixed = ['kind', 'sheet', 'checks', 'review', 'warnings', 'evidence']

export function refuse(path: string, reason: ChangeFault, most?: number): never {
  const params = { fault: reason, ...(most !== undefined && { most }) }
  throw new AppError('INVALID_CHANGE', detail('change_invalid', { path, ...params }), {
    errors: [fault(`/${path.replaceAll('.', '/')}`, detail('change_fault', params))],
  })
}

/** The normalised value for the path; null removes it if it is optional. */
export function allowed(shape: Shape, path: string, value: unknown): unknown {
  if (value === null || value === undefined) return absent(shape, path)
  switch (shape.kind) {
    case 'text':
      if (typeof value !== 'string') return refuse(path, 'not_text')
      return shape.notation ? allowedText(notations[shape.notation], path, value) : value
    case 'day':
      return isDay(value) ? value : refuse(path, 'not_day')
    case 'whole':
      return Number.isSafeInteger(value) ? value : refuse(path, 'not_whole')
    case 'flag':
      return typeof value === 'boolean' ? value : refuse(path, 'not_flag')
    case 'yes':
      return value === true ? value : refuse(path, 'not_true')
    case 'list':
      if (!Array.isArray(value)) return refuse(path, 'not_list')
      return value.map((entry, index) => allowed(shape.entry, `${path}.${index}`, entry))
    case 'group':
      return allowedGroup(shape.fields, path, value)
  }
}

function allowedText({ pattern, fault: wrong }: Notation, path: string, value: string): string {
  return pattern.test(value) ? value : refuse(path, wrong)
}

function absent({ absence }: Shape, path: string): null | undefined {
  if (absence === undefined) refuse(path, 'value_needed')
  return absence === 'null' ? null : undefined
}

/** Drops unknown fields. */
function allowedGroup(fields: Readonly<Record<string, Shape>>, path: string, value: object) {
  if (typeof value !== 'object' || Array.isArray(value)) return refuse(path, 'not_object')
  const given = value as Record<string, unknown>
  const entries = Object.entries(fields).map(([key, shape]) => {
    const isForgotten = given[key] === undefined && shape.absence !== 'left out'
    if (isForgotten) refuse(`${path}.${key}`, 'value_or_null_needed')
    return [key, allowed(shape, `${path}.${key}`, given[key])] as const
  })
  return Object.fromEntries(entries.filter(([, part]) => part !== undefined))
}

function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const at = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value)
}
