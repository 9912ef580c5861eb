/** An exact decimal number: `units` × 10^-`scale`. Money and quantities are never binary floats. */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

export const zero: Decimal = { units: 0n, scale: 0 }

/** Parses plain notation (`-1234.50`), the only notation allowed in data. Returns undefined for any other. */
export function parseDecimal(text: string): Decimal | undefined {
  const [, sign = '', whole, decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === undefined) return undefined
  return { units: BigInt(`${sign}${whole}${decimals}`), scale: decimals.length }
}

/** Parses a literal in the source code. Throws if it is not a number. */
export function decimal(text: string): Decimal {
  const parsed = parseDecimal(text)
  if (!parsed) throw new Error(`Not a decimal number: ${text}`)
  return parsed
}

/** Formats a number in canonical notation: plain, without trailing zeros. */
export function formatDecimal({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const decimals = digits.slice(digits.length - scale).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${whole}${decimals && `.${decimals}`}`
}

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { units: scaleUnits(a, scale) + scaleUnits(b, scale), scale }
}

export function subtract(a: Decimal, b: Decimal): Decimal {
  return add(a, { units: -b.units, scale: b.scale })
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale }
}

/** Divides and rounds to `places`. */
export function divide(a: Decimal, b: Decimal, places: number): Decimal {
  const shift = places + b.scale - a.scale
  const [up, down] = shift >= 0 ? [10n ** BigInt(shift), 1n] : [1n, 10n ** BigInt(-shift)]
  return { units: divideRounded(a.units * up, b.units * down), scale: places }
}

/** Rounds half away from zero, like the tax office. */
export function round(a: Decimal, places: number): Decimal {
  if (a.scale <= places) return a
  return { units: divideRounded(a.units, 10n ** BigInt(a.scale - places)), scale: places }
}

/** Truncates to `places` decimals. */
export function truncate(a: Decimal, places: number): Decimal {
  if (a.scale <= places) return a
  return { units: a.units / 10n ** BigInt(a.scale - places), scale: places }
}

export function sum(numbers: readonly Decimal[]): Decimal {
  return numbers.reduce(add, zero)
}

/** Returns a negative, zero or positive number if `a` is less than, equal to or greater than `b`. */
export function compare(a: Decimal, b: Decimal): number {
  const { units } = subtract(a, b)
  return units < 0n ? -1 : units > 0n ? 1 : 0
}

export function equals(a: Decimal, b: Decimal): boolean {
  return compare(a, b) === 0
}

/** Returns the given percentage of an amount, unrounded. */
export function percentOf(amount: Decimal, percent: string): Decimal {
  return multiply(amount, multiply(decimal(percent), { units: 1n, scale: 2 }))
}

export function absolute(a: Decimal): Decimal {
  return a.units < 0n ? { units: -a.units, scale: a.scale } : a
}

function scaleUnits({ units, scale }: Decimal, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - scale)
}

function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n !== divisor < 0n
  const [top, bottom] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor]
  const rounded = (2n * top + bottom) / (2n * bottom)
  return isNegative ? -rounded : rounded
}
