import { hasLetters } from '../../text/text-lines.ts'
import { isClose } from '../numerals/tolerance.ts'
import { dropDuplicates, type TotalAmount, type TotalsCandidates } from './candidates.ts'
import { isElevenTwelfths } from './rate-taxes.ts'

/** Printed amounts that relate to an explanation but are not part of its equation. */
export interface RelatedAmounts {
  /** The net amount, if prices include tax. */
  net: TotalAmount | undefined
  tax_base: TotalAmount | undefined
  withheld: TotalAmount[]
  instalment: TotalAmount | undefined
  /** The printed sum of the lines and the charges above it, if the sum of the lines alone is not printed. */
  sumWithCharges: TotalAmount | undefined
}

interface ChosenAmounts {
  sum: number
  tax: number
  subtotal: TotalAmount | undefined
  grand_total: TotalAmount | undefined
  taxes: TotalAmount[]
  extras: TotalAmount[]
  /** The grand total without tax. */
  net_value: number
}

export function findRelatedAmounts(
  chosen: ChosenAmounts,
  { amounts, taxRows, ratesByLine }: TotalsCandidates,
): RelatedAmounts {
  const below = amounts.filter(({ isBelow }) => isBelow)
  const used = [chosen.subtotal, chosen.grand_total, ...chosen.taxes].map((it) => it?.numeral)
  const isNet = ({ value }: TotalAmount) => isClose(value, chosen.net_value)
  const bases = below.filter(
    ({ roles, numeral, value }) =>
      (roles.tax_base ?? 0) >= 0.8 &&
      value !== 0 &&
      !used.includes(numeral) &&
      numeral.line <= (chosen.grand_total?.numeral.line ?? Infinity),
  )
  // With several rates, each base is only part of the net amount.
  const isUnanimous =
    taxRows.length < 2 && bases.every(({ value }) => isClose(value, bases[0]?.value ?? 0))
  return {
    net: below.find((it) => (it.roles.subtotal || it.roles.tax_base) && isNet(it)),
    tax_base:
      (isUnanimous
        ? bases[0]
        : (bases.find(isNet) ?? bases.find((it) => isElevenTwelfths(it.value, chosen.sum)))) ??
      below.find((it) => hasUnknownLabel(it) && isNet(it) && !used.includes(it.numeral)),
    withheld: dropBases(
      dropDuplicates(below.filter(({ roles, value }) => roles.withheld && value !== 0)),
      ratesByLine,
    ),
    instalment: below.find((it) => it.roles.instalment && isInstalment(it, chosen.sum)),
    sumWithCharges: chosen.subtotal ? undefined : below.find((it) => isSumWithCharges(it, chosen)),
  }
}

/** Drops the base in `Withheld 2 % x 1,000.00 = 20.00`. */
function dropBases(
  amounts: TotalAmount[],
  ratesByLine: TotalsCandidates['ratesByLine'],
): TotalAmount[] {
  return amounts.filter(
    ({ numeral: { line }, value }) =>
      !amounts.some(
        (other) =>
          other.numeral.line === line &&
          ratesByLine
            .get(line)
            ?.some((rate) => isClose(Math.abs(value * rate) / 100, Math.abs(other.value), 1)),
      ),
  )
}

/** True for a sum above the tax and the grand total that adds the charges above it to the lines. */
function isSumWithCharges(
  { roles, numeral, value }: TotalAmount,
  { sum, extras, taxes, grand_total }: ChosenAmounts,
): boolean {
  const isAbove = (it: TotalAmount) => it.numeral.line < numeral.line
  if (!roles.subtotal || !grand_total || grand_total.numeral.line <= numeral.line) return false
  const charges = extras.filter(isAbove)
  if (charges.length === 0 || taxes.some(isAbove)) return false
  return isClose(
    charges.reduce((total, it) => total + it.value, sum),
    value,
  )
}

/** True for an amount whose label is unknown: the net amount is often repeated before the tax under another name. */
function hasUnknownLabel({ roles, label }: TotalAmount): boolean {
  return Object.keys(roles).length === 0 && hasLetters(label)
}

/** False for the number in `Instalment 1`. */
function isInstalment({ value, isMoney, numeral }: TotalAmount, sum: number): boolean {
  return isMoney === true && !numeral.precedesWord && Math.abs(value) >= 0.01 * Math.abs(sum)
}
