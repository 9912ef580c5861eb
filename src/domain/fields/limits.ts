import { createFault } from '../messages/fault.ts'
import type { Message } from '../messages/message.ts'
import { compare, type Decimal, decimal, parseDecimal, subtract } from '../values/decimal.ts'

/** For each keyword, tests whether a number satisfies the limit. */
const numberRules = {
  minimum: (value: Decimal, limit: Decimal) => compare(value, limit) >= 0,
  maximum: (value: Decimal, limit: Decimal) => compare(value, limit) <= 0,
  exclusiveMinimum: (value: Decimal, limit: Decimal) => compare(value, limit) > 0,
  exclusiveMaximum: (value: Decimal, limit: Decimal) => compare(value, limit) < 0,
  multipleOf: isMultiple,
}

/** For each keyword, tests whether a number of characters or entries satisfies the limit. */
const countRules = {
  minLength: (count: number, limit: number) => count >= limit,
  maxLength: (count: number, limit: number) => count <= limit,
  minItems: (count: number, limit: number) => count >= limit,
  maxItems: (count: number, limit: number) => count <= limit,
}

type NumberKeyword = keyof typeof numberRules
type CountKeyword = keyof typeof countRules

/** The limits that a schema sets for a value or a list. */
export type Limits = Partial<Record<NumberKeyword | CountKeyword, number>> & {
  uniqueItems?: boolean
}

const numberKeywords = Object.keys(numberRules) as NumberKeyword[]
export const valueLimits = [...numberKeywords, 'minLength', 'maxLength'] as const
export const listLimits = ['minItems', 'maxItems', 'uniqueItems'] as const

/** Reads limits from a schema. Returns a fault with its path if one cannot be used. */
export function readLimits(
  schema: Readonly<Record<string, unknown>>,
  keywords: readonly (keyof Limits)[],
): Limits | Message {
  const limits: Record<string, unknown> = {}
  for (const keyword of keywords) {
    const limit = schema[keyword]
    if (limit === undefined) continue
    const fault = checkLimit(keyword, limit)
    if (fault) return fault
    limits[keyword] = limit
  }
  return limits
}

function checkLimit(keyword: keyof Limits, limit: unknown): Message | undefined {
  if (keyword === 'uniqueItems')
    return typeof limit === 'boolean'
      ? undefined
      : createFault('wrong_type', keyword, { expected: 'boolean' })
  if (typeof limit !== 'number' || !parseDecimal(String(limit)))
    return createFault('wrong_type', keyword, { expected: 'number' })
  return keyword === 'multipleOf' && limit <= 0
    ? createFault('number_too_small', keyword, { least: '0', inclusive: false })
    : undefined
}

export function fitsNumberLimits(limits: Limits, value: Decimal): boolean {
  return numberKeywords.every((keyword) => {
    const limit = limits[keyword]
    return limit === undefined || numberRules[keyword](value, decimal(String(limit)))
  })
}

/** True if the text's length is within the limits. Counts code points, as JSON Schema does. */
export function fitsLengthLimits(limits: Limits, text: string): boolean {
  const { length } = [...text]
  return fitsCount(limits, 'minLength', length) && fitsCount(limits, 'maxLength', length)
}

/** Returns a keyword whose limit the list violates. */
export function findViolatedListLimit(
  limits: Limits,
  list: readonly unknown[],
): keyof Limits | undefined {
  const distinct = new Set(list.map((entry) => JSON.stringify(entry)))
  if (limits.uniqueItems === true && distinct.size < list.length) return 'uniqueItems'
  const counted = ['minItems', 'maxItems'] as const
  return counted.find((keyword) => !fitsCount(limits, keyword, list.length))
}

function fitsCount(limits: Limits, keyword: CountKeyword, count: number): boolean {
  const limit = limits[keyword]
  return limit === undefined || countRules[keyword](count, limit)
}

function isMultiple(value: Decimal, divisor: Decimal): boolean {
  const scale = Math.max(value.scale, divisor.scale)
  const toUnits = (one: Decimal) => subtract(one, { units: 0n, scale }).units
  return toUnits(value) % toUnits(divisor) === 0n
}
