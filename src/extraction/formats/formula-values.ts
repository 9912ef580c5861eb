import { formatDecimal, parseDecimal } from '../../domain/values/decimal.ts'
import { AppError } from '../../domain/errors/errors.ts'
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

/** What a formula works on. Null is what is missing. */
export type Value = Rational | string | boolean | readonly unknown[] | null

/** The names that a formula may use: those of the innermost element first, then of those around it. */
export interface Scope {
  names: Record<string, unknown>
  outer?: Scope
}

/** A name that nothing has is a mistake in the formula; a known name may well be without a value. */
export function lookUp(scope: Scope, path: readonly string[]): Value {
  const [first = '', ...rest] = path
  let at: Scope | undefined = scope
  while (at && !Object.hasOwn(at.names, first)) at = at.outer
  if (!at) throw bad(`There is nothing called ${first}.`)
  let found: unknown = at.names[first]
  for (const name of rest) {
    if (found === null) return null
    if (typeof found !== 'object' || !Object.hasOwn(found as object, name)) {
      throw bad(`There is nothing called ${path.join('.')}.`)
    }
    found = (found as Record<string, unknown>)[name]
  }
  return toValue(found, path)
}

export function plus(a: Value, b: Value): Value {
  return reckon(a, b, addRationals)
}

export function minus(a: Value, b: Value): Value {
  return reckon(a, b, (x, y) => addRationals(x, negate(y)))
}

export function times(a: Value, b: Value): Value {
  return reckon(a, b, multiplyRationals)
}

/** A quotient by zero is missing. */
export function divideValues(a: Value, b: Value): Value {
  return reckon(a, b, (x, y) => {
    const inverse = reciprocal(y)
    return inverse ? multiplyRationals(x, inverse) : null
  })
}

/** Rounds as the tax office does: half away from zero. */
export function roundValue(value: Value, places: number): Value {
  const number = toNumber(value)
  return number && toRational(roundRational(number, places))
}

export function isSame(a: Value, b: Value): boolean {
  return textOf(a) === textOf(b)
}

/** Missing, empty and zero are false. */
export function isTrue(value: Value): boolean {
  if (Array.isArray(value)) return value.length > 0
  return value !== false && !['', '0'].includes(textOf(value))
}

/** How a value is written into a file: numbers in plain notation, nothing for what is missing. */
export function textOf(value: Value): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  if (!isRational(value)) throw bad('A list cannot be written as text.')
  const written = toDecimal(value)
  if (!written) throw bad('A number without end has to be rounded.')
  return formatDecimal(written)
}

function reckon(a: Value, b: Value, operate: (x: Rational, y: Rational) => Value): Value {
  const [x, y] = [toNumber(a), toNumber(b)]
  return x && y && operate(x, y)
}

function toNumber(value: Value): Rational | null {
  if (value === null) return null
  if (typeof value === 'object' && isRational(value)) return value
  const number = typeof value === 'string' ? parseDecimal(value) : undefined
  if (!number) throw bad(`${JSON.stringify(value)} is not a number.`)
  return toRational(number)
}

function toValue(found: unknown, path: readonly string[]): Value {
  if (found === null || typeof found === 'string' || typeof found === 'boolean') return found
  if (Array.isArray(found)) return found
  throw bad(`${path.join('.')} is neither a text nor a list.`)
}

function isRational(value: Rational | readonly unknown[]): value is Rational {
  return 'top' in value
}

function bad(message: string): AppError {
  return new AppError('BAD_SETTING', message)
}
