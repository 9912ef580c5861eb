import type { GoodsOption } from '../invoice/directory.ts'

/** Coretax code for unspecified goods or services. */
export const unspecifiedGoods = '000000'

/** Highest service section in the tax office's list. */
const lastServiceSection = 31
/** The customs tariff has no chapter 77. */
const unusedChapter = 77

/**
 * False if the tax office's list cannot contain the code. The list has goods by chapter or heading of the customs
 * tariff, followed by zeros, and services by section. Docket is not allowed to distribute the list, so some accepted
 * codes may not be in it.
 */
export function isPossibleGoodsCode(option: GoodsOption, code: string): boolean {
  if (code === unspecifiedGoods) return true
  const section = Number(code.slice(0, 2))
  return option === 'A'
    ? /^\d{4}00$/.test(code) && section > 0 && section !== unusedChapter
    : /^\d{6}$/.test(code) && section > 0 && section <= lastServiceSection
}
