/** A notation, and the message code for values that violate it. */
export interface Notation {
  pattern: RegExp
  /** Code of the message for anything else. */
  fault: 'not_decimal' | 'not_goods_code' | 'not_clock'
}

/** Money and quantities: plain decimal notation, exact. */
export const decimalNotation: Notation = {
  pattern: /^-?\d+(\.\d+)?$/,
  fault: 'not_decimal',
}

export const goodsCodeNotation: Notation = {
  pattern: /^[AB]\d{6}$/,
  fault: 'not_goods_code',
}

/** Local time at the pool, in hours and minutes. */
export const clockNotation: Notation = {
  pattern: /^([01]\d|2[0-3]):[0-5]\d$/,
  fault: 'not_clock',
}

export const notations = {
  decimal: decimalNotation,
  goods_code: goodsCodeNotation,
  clock: clockNotation,
}
export type NotationName = keyof typeof notations
