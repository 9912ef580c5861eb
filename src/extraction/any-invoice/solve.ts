import { hasLetters, type Segment, type TextLine } from '../text/text-lines.ts'
import type { ColumnWord, TotalWord } from '../../domain/mapping/invoice-vocabulary.ts'
import { namesTaxService } from './labels/total-roles.ts'
import { normaliseLabel, type WordClasses } from './labels/word-classes.ts'
import {
  hasSpacedGroups,
  type Numeral,
  type NumeralStyle,
  readNumerals,
} from './numerals/read-numerals.ts'
import type { DecimalMark } from './numerals/parse-numeral.ts'
import { isClose } from './numerals/tolerance.ts'
import { listSpelledAmounts } from '../values/spelled-amounts.ts'
import { countNumberStyles } from '../values/numbers.ts'
import { addAnsweredRoles, type AnsweredTotals } from './model/answered-roles.ts'
import { createHeaderIndex } from './rows/header-index.ts'
import { proposeHeaderRows } from './rows/propose-header-rows.ts'
import { proposeListRows } from './rows/propose-list-rows.ts'
import { findProducts } from './rows/products.ts'
import { findProductTables } from './rows/product-rows.ts'
import { proposeProductRows, type RowContext } from './rows/row-sets.ts'
import { isBareRow, type RowProposal, type RowSet } from './rows/row.ts'
import { findHeaderRows } from './rows/find-header-rows.ts'
import { type AmountContext, collectCandidates, createAmountContext } from './totals/candidates.ts'
import { type EquationBudget, explainTotals } from './totals/explain-totals.ts'
import type { TotalsExplanation } from './totals/explanation.ts'
import { explainWithoutRows } from './totals/explain-without-rows.ts'
import { listChargesAsItems } from './totals/listed-charges.ts'
import { createLabelIndex } from './totals/labelled-amounts.ts'
import { findTaxRows } from './totals/tax-rows.ts'

export interface SolverWords {
  totals: WordClasses<TotalWord>
  columns: WordClasses<ColumnWord>
}

/** The interpretation of lines and totals that best explains the page. */
export interface Solution {
  style: NumeralStyle
  rowSet: RowSet | undefined
  totals: TotalsExplanation
  score: number
  /** Score of the best interpretation that yields different values. */
  rival: number
  /** False if the search stopped at its limit. */
  isComplete: boolean
  context: RowContext
  /** The amounts that the document states in words. */
  spelled: ReadonlySet<number>
}

/** True if the document also states the grand total in words. */
export function isSpelledOut({ totals: { grand_total }, spelled }: Solution): boolean {
  return grand_total !== undefined && spelled.has(grand_total.value)
}

/** Maximum number of equations to try, which takes about a second. */
const maxEquations = 300_000
/** Minimum number of unambiguous numbers that count as evidence for a style. */
const minVotes = 4
/** Maximum score for totals. Row sets that cannot win even with this score are skipped. */
const maxTotalsScore = 6.05
/** Minimum lead over the next interpretation with different values. A smaller lead is inconclusive. */
export const rivalMargin = 0.3

export function solve(
  lines: TextLine[],
  words: SolverWords,
  answered: AnsweredTotals = {},
): Solution | undefined {
  let best: Solution | undefined
  const budget = { equations: maxEquations }
  const spelled = listSpelledAmounts(lines)
  for (const style of listStyles(lines)) {
    const solution = solveStyle(lines, style, { words, answered, budget, spelled })
    const handicap = style.joinsGroups ? 0.05 : 0
    if (solution && (!best || solution.score > best.score + handicap)) best = solution
  }
  return best && listChargesAsItems({ ...best, isComplete: budget.equations > 0 })
}

/** Returns the styles that are possible for the numbers in the document. Clear evidence excludes a decimal mark. */
function listStyles(lines: TextLine[]): NumeralStyle[] {
  const votes = countNumberStyles(lines.flatMap(({ text }) => text.split(' ')))
  const [comma, point] = [votes['1.234,56'], votes['1,234.56']]
  const marks: DecimalMark[] = [
    ...(isOutvoted(comma, point) ? [] : [',' as const]),
    ...(isOutvoted(point, comma) ? [] : ['.' as const]),
  ]
  const joins = hasSpacedGroups(lines) ? [false, true] : [false]
  return joins.flatMap((joinsGroups) => marks.map((mark) => ({ mark, joinsGroups })))
}

function isOutvoted(votes: number, others: number): boolean {
  return others >= minVotes && others > 10 * votes
}

function solveStyle(
  lines: TextLine[],
  style: NumeralStyle,
  {
    words,
    answered,
    budget,
    spelled,
  }: {
    words: SolverWords
    answered: AnsweredTotals
    budget: EquationBudget
    spelled: ReadonlySet<number>
  },
): Solution | undefined {
  const numerals = readNumerals(lines, style)
  const all = numerals.flat()
  const headers = createHeaderIndex(findHeaderRows(lines, numerals, words.columns), lines)
  const labels = createLabelIndex(lines, numerals, words.totals, headers)
  const isTotalLine = createTotalLineTest(lines, numerals, words.totals, labels.findLineRoles)
  const mayBeItem = (line: number) => isItemRole(labels.findLineRoles(line))
  const context: RowContext = { lines, numerals, headers, isTotalLine, mayBeItem }
  const labelled = all.map((numeral) => ({
    numeral,
    value: numeral.value,
    ...labels.findLabel(numeral),
  }))
  const amounts = createAmountContext(
    addAnsweredRoles(labelled, answered, style.mark),
    findTaxRows(lines, numerals),
  )
  const products = findProducts(lines, numerals, headers, isTotalLine)
  const proposals = [
    ...proposeProductRows(findProductTables(products, headers), context),
    ...proposeHeaderRows(context),
    ...proposeListRows(context),
  ].toSorted((a, b) => b.score - a.score)
  const withoutRows = explainWithoutRows(amounts, spelled)
  const chosen = chooseRows(proposals, withoutRows, { amounts, budget })
  if (!chosen) return undefined
  const score = chosen.score + scoreStyle(all)
  return { style, ...chosen, score, isComplete: true, context, spelled }
}

type Choice = Pick<Solution, 'rowSet' | 'totals' | 'score' | 'rival'>

function chooseRows(
  proposals: RowProposal[],
  withoutRows: TotalsExplanation | undefined,
  { amounts, budget }: { amounts: AmountContext; budget: EquationBudget },
): Choice | undefined {
  let best: Choice | undefined = withoutRows && {
    rowSet: undefined,
    totals: withoutRows,
    score: withoutRows.score,
    rival: -Infinity,
  }
  for (const proposal of proposals) {
    if (best && proposal.score + maxTotalsScore < best.score - rivalMargin) break
    if (budget.equations <= 0) break
    const rows = proposal.rows()
    const { best: totals, second } = explainTotals(
      collectCandidates(rows, amounts),
      amounts,
      budget,
    )
    // An amount alone is no evidence of a table.
    if (rows.length === 1 && !totals.grand_total && withoutRows && rows.every(isBareRow)) continue
    const score = proposal.score + totals.score
    const rival = second ? proposal.score + second.score : -Infinity
    const rowSet = { ...proposal, rows }
    const isRepeated = best !== undefined && haveSameValues(best, { rowSet, totals })
    if (best && score <= best.score) {
      if (!isRepeated && mayRival(totals, best.totals)) best.rival = Math.max(best.rival, score)
    } else {
      const isRival = best !== undefined && !isRepeated && mayRival(best.totals, totals)
      const previous = isRival ? best?.score : best?.rival
      best = { rowSet, totals, score, rival: Math.max(rival, previous ?? -Infinity) }
    }
  }
  return best
}

/** False if the chosen interpretation adds up exactly and the other one only follows labels. */
function mayRival(other: TotalsExplanation, chosen: TotalsExplanation): boolean {
  return !other.isFromLabels || chosen.isFromLabels || !chosen.isExact
}

/** True if two interpretations yield the same lines and totals. Generators often propose the same rows. */
function haveSameValues(
  one: Pick<Choice, 'rowSet' | 'totals'>,
  other: Pick<Choice, 'rowSet' | 'totals'>,
): boolean {
  const [rows, others] = [one.rowSet?.rows ?? [], other.rowSet?.rows ?? []]
  return (
    rows.length === others.length &&
    one.totals.grand_total?.value === other.totals.grand_total?.value &&
    isClose(one.totals.tax, other.totals.tax) &&
    one.totals.isTaxIncluded === other.totals.isTaxIncluded &&
    rows.every(({ amount, quantity, unit_price }, index) => {
      const row = others[index]
      return row?.amount === amount && row.quantity === quantity && row.unit_price === unit_price
    })
  )
}

/** Scores a style to break ties, for example between round amounts: two decimals are likely, three are not. */
function scoreStyle(numerals: Numeral[]): number {
  const evidence = numerals.reduce(
    (sum, { decimals, isPercent, isThousandth }) =>
      sum + (decimals === 2 && !isPercent ? 0.04 : 0) - (isThousandth ? 0.1 : 0),
    0,
  )
  return Math.min(1.2, Math.max(-1.2, evidence))
}

/** Creates a test for lines that show a total or carry a sum over to the next page. */
function createTotalLineTest(
  lines: TextLine[],
  numerals: Numeral[][],
  words: WordClasses<TotalWord>,
  lineRoles: (line: number) => object,
): (line: number) => boolean {
  return (index) => {
    const line = lines[index]
    if (!line) return false
    if (words.startsWith(normaliseLabel(line.text), 'carried')) return true
    const label = line.segments.find(({ text }) => hasLetters(text))
    const amounts = (numerals[index] ?? []).filter(({ isPercent }) => !isPercent)
    if (label && (hasNumbersBefore(label, amounts) || namesTaxService(label.text, words)))
      return false
    const roles = lineRoles(index)
    if (isNumberedItem(line) && isItemRole(roles)) return false
    return (
      label !== undefined &&
      label.words.length <= 9 &&
      amounts.length <= 3 &&
      Object.keys(roles).length > 0
    )
  }
}

/** True for `3  2,400.00  10 %  VAT  6,480.00`: a word in a column after quantity and price does not name a total. */
function hasNumbersBefore({ box, text }: Segment, amounts: Numeral[]): boolean {
  const before = amounts.filter(({ right }) => right <= box[0])
  return before.length >= 2 && !/\d/.test(text)
}

/** Roles that an item name may suggest: `Delivery to Medan`, `Instalment 2`, `Down payment`. */
const itemRoles = ['charges', 'instalment', 'paid']

function isItemRole(roles: object): boolean {
  return Object.keys(roles).every((role) => itemRoles.includes(role))
}

/**
 * True for `2. Delivery to Medan 500.00`, also with a code before the name: the row number shows that it is an item,
 * although it is named like a charge.
 */
function isNumberedItem({ segments }: TextLine): boolean {
  const [first, ...rest] = segments
  const name = rest.find(({ text }) => !/^\d+$/.test(text))
  return /^\d{1,3}[.)]?$/.test(first?.text ?? '') && hasLetters(name?.text ?? '')
}
