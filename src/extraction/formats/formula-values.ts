import { formatDecimal, parseDecimal } from '../../domain/values/decimal.ts'
import { type AppError, StartupError } from '../../domain/errors/app-error.ts'
import {
  addRationals,
  multiplyRationals,
  negate,
  type Rational,
  reciprocal,
  roundRational,
  toDecimal,
  toRational,
} from './rational.ts'

/** A formula's operand or result, or null if the value is missing. */
export type FormulaValue = Rational | string | boolean | readonly unknown[] | null

/** The names that a formula can use. Inner scopes shadow outer ones. */
export interface Scope {
  names: Record<string, unknown>
  outer?: Scope
}

/** Throws if the name is unknown. A known name may have no value. */
export function resolveName(scope: Scope, path: readonly string[]): FormulaValue {
  const [first = '', ...rest] = path
  let at: Scope | undefined = scope
  while (at && !Object.hasOwn(at.names, first)) at = at.outer
  if (!at) throw formulaError(`Unknown name: ${first}.`)
  let found: unknown = at.names[first]
  for (const name of rest) {
    if (found === null) return null
    if (typeof found !== 'object' || !Object.hasOwn(found as object, name)) {
      throw formulaError(`Unknown name: ${path.join('.')}.`)
    }
    found = (found as Record<string, unknown>)[name]
  }
  return toValue(found, path)
}

export function addValues(a: FormulaValue, b: FormulaValue): FormulaValue {
  return applyOperation(a, b, addRationals)
}

export function subtractValues(a: FormulaValue, b: FormulaValue): FormulaValue {
  return applyOperation(a, b, (x, y) => addRationals(x, negate(y)))
}

export function multiplyValues(a: FormulaValue, b: FormulaValue): FormulaValue {
  return applyOperation(a, b, multiplyRationals)
}

/** Divides two values. Division by zero yields a missing value. */
export function divideValues(a: FormulaValue, b: FormulaValue): FormulaValue {
  return applyOperation(a, b, (x, y) => {
    const inverse = reciprocal(y)
    return inverse ? multiplyRationals(x, inverse) : null
  })
}

/** Rounds half away from zero, as the tax office does. */
export function roundValue(value: FormulaValue, places: number): FormulaValue {
  const number = toNumber(value)
  return number && toRational(roundRational(number, places))
}

export function isEqual(a: FormulaValue, b: FormulaValue): boolean {
  return formatValue(a) === formatValue(b)
}

/** False for missing, empty and zero values. */
export function isTruthy(value: FormulaValue): boolean {
  if (Array.isArray(value)) return value.length > 0
  return value !== false && !['', '0'].includes(formatValue(value))
}

/** Formats a value for the output file: numbers in plain notation, a missing value as an empty string. */
export function formatValue(value: FormulaValue): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  if (!isRational(value)) throw formulaError('A list cannot be written as text.')
  const written = toDecimal(value)
  if (!written) throw formulaError('A number without end has to be rounded.')
  return formatDecimal(written)
}

function applyOperation(
  a: FormulaValue,
  b: FormulaValue,
  operate: (x: Rational, y: Rational) => FormulaValue,
): FormulaValue {
  const [x, y] = [toNumber(a), toNumber(b)]
  return x && y && operate(x, y)
}

function toNumber(value: FormulaValue): Rational | null {
  if (value === null) return null
  if (typeof value === 'object' && isRational(value)) return value
  const number = typeof value === 'string' ? parseDecimal(value) : undefined
  if (!number) throw formulaError(`${JSON.stringify(value)} is not a number.`)
  return toRational(number)
}

function toValue(found: unknown, path: readonly string[]): FormulaValue {
  if (found === null || typeof found === 'string' || typeof found === 'boolean') return found
  if (Array.isArray(found)) return found
  throw formulaError(`${path.join('.')} is neither a text nor a list.`)
}

function isRational(value: Rational | readonly unknown[]): value is Rational {
  return 'numerator' in value
}

function formulaError(message: string): AppError {
  return new StartupError('BAD_SETTING', message)
}
