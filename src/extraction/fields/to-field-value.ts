import type { ValueField } from '../../domain/fields/field.ts'
import { formatDecimal, parseDecimal } from '../../domain/values/decimal.ts'
import { fitsLengthLimits, fitsNumberLimits } from '../../domain/fields/limits.ts'
import { compile } from '../layout/pattern.ts'
import { fitsFormat } from './parse-value.ts'

export type FieldValue = string | number | boolean

/** Converts a value to its field's type. Returns undefined if the value does not fit the field's schema. */
export function toFieldValue(field: ValueField, value: string): FieldValue | undefined {
  const typed = toType(field, value)
  if (typed === undefined) return undefined
  if (!fitsSchema(field, typed)) return undefined
  return field.options ? findOption(field.options, typed) : typed
}

function fitsSchema({ type, format, pattern, limits }: ValueField, value: FieldValue): boolean {
  const number = type === 'text' ? undefined : parseDecimal(String(value))
  if (number && !fitsNumberLimits(limits, number)) return false
  if (typeof value !== 'string') return true
  if (!fitsLengthLimits(limits, value)) return false
  if (pattern !== null && !compile(pattern, 'exact case').test(value)) return false
  return format === null || fitsFormat(format, value)
}

function toType({ type }: ValueField, value: string): FieldValue | undefined {
  switch (type) {
    case 'text':
      return value
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined
    case 'decimal': {
      const decimal = parseDecimal(value)
      return decimal && formatDecimal(decimal)
    }
    case 'number':
      return toExactNumber(value)
    case 'integer': {
      const number = toExactNumber(value)
      return number !== undefined && Number.isSafeInteger(number) ? number : undefined
    }
    case 'flag':
      return value === 'true' || value === 'false' ? value === 'true' : undefined
  }
}

/** Returns undefined for a number that would lose digits, because money is never rounded silently. */
function toExactNumber(value: string): number | undefined {
  const decimal = parseDecimal(value)
  if (!decimal) return undefined
  const number = Number(value)
  const back = parseDecimal(String(number))
  return back && formatDecimal(back) === formatDecimal(decimal) ? number : undefined
}

function findOption(
  options: readonly (string | number)[],
  value: FieldValue,
): FieldValue | undefined {
  const fold = (option: FieldValue) => String(option).trim().toLowerCase()
  return options.find((option) => fold(option) === fold(value))
}
