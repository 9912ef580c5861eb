import { type Decimal, divide } from '../../domain/values/decimal.ts'

/** An exact fraction, so that a formula rounds where it says so and nowhere else. */
export interface Rational {
  top: bigint
  /** Never zero. */
  bottom: bigint
}

export function toRational({ units, scale }: Decimal): Rational {
  return { top: units, bottom: 10n ** BigInt(scale) }
}

export function addRationals(a: Rational, b: Rational): Rational {
  return { top: a.top * b.bottom + b.top * a.bottom, bottom: a.bottom * b.bottom }
}

export function multiplyRationals(a: Rational, b: Rational): Rational {
  return { top: a.top * b.top, bottom: a.bottom * b.bottom }
}

export function negate({ top, bottom }: Rational): Rational {
  return { top: -top, bottom }
}

/** Undefined for a zero. */
export function reciprocal({ top, bottom }: Rational): Rational | undefined {
  return top === 0n ? undefined : { top: bottom, bottom: top }
}

export function roundRational({ top, bottom }: Rational, places: number): Decimal {
  return divide({ units: top, scale: 0 }, { units: bottom, scale: 0 }, places)
}

/** Undefined for what has no end, such as a third. */
export function toDecimal(exact: Rational): Decimal | undefined {
  const written = roundRational(exact, mostPlaces)
  const { top, bottom } = toRational(written)
  return top * exact.bottom === exact.top * bottom ? written : undefined
}

/** More decimals than a quantity times a price times a rate can have. */
const mostPlaces = 30
