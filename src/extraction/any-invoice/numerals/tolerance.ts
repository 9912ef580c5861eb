/** Half a cent plus floating-point error. */
const centTolerance = 0.011

export function isClose(one: number, other: number, tolerance = centTolerance): boolean {
  return Math.abs(one - other) <= tolerance
}

/** Rounds half away from zero, as invoices do. */
export function roundTo(value: number, decimals: number): number {
  const scale = 10 ** decimals
  return Math.round(value * scale + 1e-7 * Math.sign(value)) / scale
}

/** True if the value, rounded to the amount's decimal places, equals the amount. */
export function roundsTo(value: number, amount: { value: number; decimals: number }): boolean {
  const { value: printed, decimals } = amount
  return isClose(roundTo(value, decimals), printed, 10 ** -decimals * 0.51)
}
