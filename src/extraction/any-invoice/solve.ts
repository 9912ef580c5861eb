import { hasLetters, type TextLine } from '../text/text-lines.ts'
import type { ColumnWord, TotalWord } from '../../domain/mapping/invoice-vocabulary.ts'
import { normaliseLabel, type WordClasses } from './labels/word-classes.ts'
import {
  hasSpacedGroups,
  type Numeral,
  type NumeralStyle,
  readNumerals,
} from './numerals/read-numerals.ts'
import type { DecimalMark } from './numerals/parse-numeral.ts'
import { countNumberStyles } from '../values/numbers.ts'
import { createHeadWitness } from './rows/head-witness.ts'
import { headRowSets } from './rows/head-rows.ts'
import { listRowSets } from './rows/list-rows.ts'
import { findProducts } from './rows/products.ts'
import { findProductTables } from './rows/product-rows.ts'
import { productRowSets, type RowContext } from './rows/row-sets.ts'
import type { RowProposal, RowSet } from './rows/row.ts'
import { findTableHeads } from './rows/table-heads.ts'
import { type AmountContext, collectCandidates, createAmountContext } from './totals/candidates.ts'
import { type Budget, explainTotals } from './totals/explain-totals.ts'
import type { Explanation } from './totals/explanation.ts'
import { explainWithoutRows } from './totals/labels-only.ts'
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
  totals: Explanation
  score: number
  /** Score of the best interpretation with different values. */
  rival: number
  /** False if the search reached its limit. */
  isComplete: boolean
  context: RowContext
}

/** Takes about a second. */
const maxEquations = 300_000
/** Fewer unambiguous numbers decide nothing. */
const minVotes = 4
/** The highest score that totals can reach; skips row sets that cannot win. */
const maxTotalsScore = 6.05
/** A smaller lead over an interpretation with different values is inconclusive. */
export const rivalMargin = 0.3

export function solve(lines: TextLine[], words: SolverWords): Solution | undefined {
  let best: Solution | undefined
  const budget = { equations: maxEquations }
  for (const style of stylesOf(lines)) {
    const solution = solveStyle(lines, style, words, budget)
    const handicap = style.joinsGroups ? 0.05 : 0
    if (solution && (!best || solution.score > best.score + handicap)) best = solution
  }
  return best && { ...best, isComplete: budget.equations > 0 }
}

/** Returns the styles that the document's numbers allow; clear evidence excludes a decimal mark. */
function stylesOf(lines: TextLine[]): NumeralStyle[] {
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
  words: SolverWords,
  budget: Budget,
): Solution | undefined {
  const numerals = readNumerals(lines, style)
  const all = numerals.flat()
  const witness = createHeadWitness(findTableHeads(lines, numerals, words.columns))
  const labels = createLabelIndex(lines, numerals, words.totals, witness)
  const isTotalLine = createTotalLineTest(lines, numerals, labels.lineRoles)
  const context: RowContext = { lines, numerals, witness, isTotalLine }
  const labelled = all.map((numeral) => ({
    numeral,
    value: numeral.value,
    ...labels.labelOf(numeral),
  }))
  const amounts = createAmountContext(labelled, findTaxRows(lines, numerals))
  const products = findProducts(lines, numerals, witness, isTotalLine)
  const proposals = [
    ...productRowSets(findProductTables(products, witness), context),
    ...headRowSets(context),
    ...listRowSets(context),
  ].toSorted((a, b) => b.score - a.score)
  const chosen = choose(proposals, amounts, budget)
  if (!chosen) return undefined
  const score = chosen.score + styleEvidence(all)
  return { style, ...chosen, score, isComplete: true, context }
}

type Chosen = Pick<Solution, 'rowSet' | 'totals' | 'score' | 'rival'>

function choose(
  proposals: RowProposal[],
  amounts: AmountContext,
  budget: Budget,
): Chosen | undefined {
  const withoutRows = explainWithoutRows(amounts)
  let best: Chosen | undefined = withoutRows && {
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
    const score = proposal.score + totals.score
    const rival = second ? proposal.score + second.score : -Infinity
    if (best && score <= best.score) best.rival = Math.max(best.rival, score)
    else {
      const rowSet = { ...proposal, rows }
      best = { rowSet, totals, score, rival: Math.max(rival, best?.score ?? -Infinity) }
    }
  }
  return best
}

/** Breaks ties between styles, such as for round amounts: cents are likely, three decimals are not. */
function styleEvidence(numerals: Numeral[]): number {
  const evidence = numerals.reduce(
    (sum, { decimals, isPercent, isThousandth }) =>
      sum + (decimals === 2 && !isPercent ? 0.04 : 0) - (isThousandth ? 0.1 : 0),
    0,
  )
  return Math.min(1.2, Math.max(-1.2, evidence))
}

const carriedSum = /^(?:carried|brought|ubertrag|report|pindahan|page|seite|halaman)\b/

function createTotalLineTest(
  lines: TextLine[],
  numerals: Numeral[][],
  lineRoles: (line: number) => object,
): (line: number) => boolean {
  return (index) => {
    const line = lines[index]
    if (!line) return false
    if (carriedSum.test(normaliseLabel(line.text))) return true
    const label = line.segments.find(({ text }) => hasLetters(text))
    const amounts = (numerals[index] ?? []).filter(({ isPercent }) => !isPercent)
    return (
      label !== undefined &&
      label.words.length <= 9 &&
      amounts.length <= 3 &&
      Object.keys(lineRoles(index)).length > 0
    )
  }
}
