/** Number of units in the tax office's list (converter v1.6.1). */
const unitCount = 39
/** Unit numbers from Tahun to Bahan, which the portal offers only for services. */
const serviceUnits = { first: 23, last: 32 }
/** Lainnya ("other"), for goods and services. */
export const otherUnit = 'UM.0033'

function unitNumber(code: string): number {
  return Number(/^UM\.(\d{4})$/.exec(code)?.[1] ?? 0)
}

export function isUnitCode(code: string): boolean {
  const number = unitNumber(code)
  return number >= 1 && number <= unitCount
}

/** True if this unit is only for services. */
export function isServiceUnit(code: string): boolean {
  const number = unitNumber(code)
  return number >= serviceUnits.first && number <= serviceUnits.last
}

/** True if this unit is only for goods. */
export function isGoodsUnit(code: string): boolean {
  return isUnitCode(code) && !isServiceUnit(code) && code !== otherUnit
}
