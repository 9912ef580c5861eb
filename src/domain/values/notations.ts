/** A notation, and the code of the message shown for values that violate it. */
export interface Notation {
  pattern: RegExp
  /** Message code for values that violate the notation. */
  fault:
    | 'not_decimal'
    | 'not_goods_code'
    | 'not_transaction_code'
    | 'not_facility'
    | 'not_document_month'
    | 'not_luxury_rate'
    | 'not_clock'
}

/** Money and quantities: exact decimals in plain notation. */
export const decimalNotation: Notation = {
  pattern: /^-?\d+(\.\d+)?$/,
  fault: 'not_decimal',
}

export const goodsCodeNotation: Notation = {
  pattern: /^[AB]\d{6}$/,
  fault: 'not_goods_code',
}

/** Coretax code for a kind of sale. */
export const transactionCodeNotation: Notation = {
  pattern: /^(0[1-9]|10)$/,
  fault: 'not_transaction_code',
}

/** The two digits shared by a facility's additional information (TD.005nn) and its stamp (TD.011nn). */
export const facilityNotation: Notation = {
  pattern: /^[0-3]\d$/,
  fault: 'not_facility',
}

/** A customs document's month and year: `012025`. */
export const documentMonthNotation: Notation = {
  pattern: /^(0[1-9]|1[0-2])20\d\d$/,
  fault: 'not_document_month',
}

/** PPnBM rate in percent, from 0 to 200, the highest rate that the law allows. */
export const luxuryRateNotation: Notation = {
  pattern: /^(200(\.0{1,2})?|1?\d?\d(\.\d{1,2})?)$/,
  fault: 'not_luxury_rate',
}

/** Local time at the pool, in hours and minutes. */
export const clockNotation: Notation = {
  pattern: /^([01]\d|2[0-3]):[0-5]\d$/,
  fault: 'not_clock',
}

export const notations = {
  decimal: decimalNotation,
  goods_code: goodsCodeNotation,
  transaction_code: transactionCodeNotation,
  facility: facilityNotation,
  document_month: documentMonthNotation,
  luxury_rate: luxuryRateNotation,
  clock: clockNotation,
}
export type NotationName = keyof typeof notations
