/** A notation, and the message for values that violate it. */
export interface Notation {
  pattern: RegExp
  rule: string
  /** The same as a code. */
  fault: 'not_decimal' | 'not_goods_code' | 'not_clock'
}

/** Money and quantities: plain decimal notation, exact. */
export const decimalNotation: Notation = {
  pattern: /^-?\d+(\.\d+)?$/,
  rule: 'must be a number like 1250.5, without separators of thousands',
  fault: 'not_decimal',
}

export const goodsCodeNotation: Notation = {
  pattern: /^[AB]\d{6}$/,
  rule: 'must be A (goods) or B (services) and six digits',
  fault: 'not_goods_code',
}

/** Local time at the pool, in hours and minutes. */
export const clockNotation: Notation = {
  pattern: /^([01]\d|2[0-3]):[0-5]\d$/,
  rule: 'must be a time of the day like 09:15',
  fault: 'not_clock',
}

export const notations = {
  decimal: decimalNotation,
  goods_code: goodsCodeNotation,
  clock: clockNotation,
}
export type NotationName = keyof typeof notations
