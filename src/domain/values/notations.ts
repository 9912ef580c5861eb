/** How something is written, and what is said to whoever writes it otherwise. */
export interface Notation {
  pattern: RegExp
  rule: string
}

/** Money and quantities: plain decimal notation, exact. */
export const decimalNotation: Notation = {
  pattern: /^-?\d+(\.\d+)?$/,
  rule: 'must be a number like 1250.5, without separators of thousands',
}

export const goodsCodeNotation: Notation = {
  pattern: /^[AB]\d{6}$/,
  rule: 'must be A (goods) or B (services) and six digits',
}

/** Hours and minutes of the day on the wall clock of the pool. */
export const clockNotation: Notation = {
  pattern: /^([01]\d|2[0-3]):[0-5]\d$/,
  rule: 'must be a time of the day like 09:15',
}

export const notations = {
  decimal: decimalNotation,
  goods_code: goodsCodeNotation,
  clock: clockNotation,
}
export type NotationName = keyof typeof notations
