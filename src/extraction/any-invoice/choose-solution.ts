import type { InvoiceTotals } from '../../domain/invoice/invoice.ts'
import type { Reason } from '../../domain/invoice/review-reasons.ts'
import type { FieldCode } from '../../domain/messages/reading-codes.ts'
import { message } from '../../domain/messages/message.ts'
import type { TextLine } from '../text/text-lines.ts'
import { toInvoiceTotals } from './to-invoice-totals.ts'
import type { AnsweredTotals } from './model/answered-roles.ts'
import type { VerifiedAnswer } from './model/verify-answer.ts'
import { solve, type Solution, type SolverWords } from './solve.ts'
import { listSolutionReasons } from './solution-reasons.ts'

export interface ChosenSolution {
  solution: Solution | undefined
  /** Review reasons, one for each value that the language model changed. */
  reasons: Reason[]
}

/**
 * Solves the lines and totals. If the totals are uncertain, solves them again with the totals from the language model.
 * The model never removes a review reason: unchanged values keep their reasons, and every changed value is marked for
 * review.
 */
export function chooseSolution(
  lines: TextLine[],
  words: SolverWords,
  answer: VerifiedAnswer | undefined,
): ChosenSolution {
  const own = solve(lines, words)
  const answered = toTotals(answer)
  if (Object.keys(answered).length === 0 || !isDoubtful(own)) return { solution: own, reasons: [] }
  const swayed = solve(lines, words, answered)
  const changed = changedFields(own, swayed)
  if (!swayed || changed.length === 0) return { solution: own, reasons: [] }
  return {
    solution: swayed,
    reasons: changed.map((field) => message('value_from_model', field, { field })),
  }
}

function toTotals(answer: VerifiedAnswer | undefined): AnsweredTotals {
  const { values = {} } = answer ?? {}
  return {
    ...(values['totals.subtotal'] && { subtotal: values['totals.subtotal'].value }),
    ...(values['totals.tax'] && { tax: values['totals.tax'].value }),
    ...(values['totals.grand_total'] && { grand_total: values['totals.grand_total'].value }),
  }
}

/**
 * True if the totals are missing or uncertain. Ignores adjusted prices, which do not affect the totals and are never
 * reported for IDR invoices.
 */
function isDoubtful(solution: Solution | undefined): boolean {
  if (!solution?.totals.grand_total) return true
  return listSolutionReasons(solution, 'IDR').some(({ path }) => path?.startsWith('totals'))
}

function changedFields(own: Solution | undefined, other: Solution | undefined): FieldCode[] {
  const [before, after] = [totalsOf(own), totalsOf(other)]
  const totals = (['subtotal', 'tax', 'grand_total'] as const).filter(
    (key) => before?.[key] !== after?.[key],
  )
  const isOtherEquation =
    JSON.stringify([before?.charges, before?.withheld]) !==
    JSON.stringify([after?.charges, after?.withheld])
  const fields = new Set(totals.map((key): FieldCode => `totals.${key}`))
  if (isOtherEquation) fields.add('totals.grand_total')
  if (rowTexts(own) !== rowTexts(other)) fields.add('lines')
  return [...fields]
}

function totalsOf(solution: Solution | undefined): InvoiceTotals | undefined {
  return solution && toInvoiceTotals(solution.totals).totals
}

function rowTexts(solution: Solution | undefined): string {
  const rows = solution?.rowSet?.rows ?? []
  return JSON.stringify(
    rows.map(({ amount, quantity, unit_price }) =>
      [amount, quantity, unit_price].map((it) => it?.text),
    ),
  )
}
