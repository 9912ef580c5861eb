import { type Decimal, divide } from '../../domain/values/decimal.ts'

/** An exact fraction, because formulas round only in round(). */
export interface Rational {
  numerator: bigint
  /** Never zero. */
  denominator: bigint
}

export function toRational({ units, scale }: Decimal): Rational {
  return { numerator: units, denominator: 10n ** BigInt(scale) }
}

export function addRationals(a: Rational, b: Rational): Rational {
  return {
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  }
}

export function multiplyRationals(a: Rational, b: Rational): Rational {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator }
}

export function negate({ numerator, denominator }: Rational): Rational {
  return { numerator: -numerator, denominator }
}

/** Returns undefined for zero, which has no reciprocal. */
export function reciprocal({ numerator, denominator }: Rational): Rational | undefined {
  return numerator === 0n ? undefined : { numerator: denominator, denominator: numerator }
}

export function roundRational({ numerator, denominator }: Rational, places: number): Decimal {
  return divide({ units: numerator, scale: 0 }, { units: denominator, scale: 0 }, places)
}

/** Returns undefined for a recurring decimal such as 1/3. */
export function toDecimal(exact: Rational): Decimal | undefined {
  const written = roundRational(exact, maxPlaces)
  const { numerator, denominator } = toRational(written)
  return numerator * exact.denominator === exact.numerator * denominator ? written : undefined
}

/** Maximum number of decimal places. No quantity × price × rate needs more. */
const maxPlaces = 30
