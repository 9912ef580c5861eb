import type { TotalWord } from '../../domain/mapping/invoice-vocabulary.ts'
import type { Reason } from '../../domain/invoice/review-reasons.ts'
import { message } from '../../domain/messages/message.ts'
import type { Word } from '../../domain/reading/reading.ts'
import { hasLetters, joinWords, type TextLine } from '../text/text-lines.ts'
import { isCurrency } from '../values/numbers.ts'
import { normaliseLabel, type WordClasses } from './labels/word-classes.ts'
import type { RowContext } from './rows/row-sets.ts'
import { isSpelledOut, type Solution } from './solve.ts'
import { type ReadLines, rowsToLines, toEvidence } from './table/row-text.ts'

const maxPurposeLines = 6
const maxLineGapEm = 2.2
const maxLabelWords = 4
const sameEdgeEm = 1

/**
 * Builds the only line of an invoice without a table, from the net amount in a letter that lists net amount, tax and
 * total, or from the total on a receipt that states its purpose (`Payment for: …`). The line needs review unless the
 * purpose is stated and the amount is confirmed by its tax or in words.
 */
export function readOnlyLine(
  solution: Solution,
  words: WordClasses<TotalWord>,
): (ReadLines & { reasons: Reason[] }) | undefined {
  const { totals, context } = solution
  const purpose = findPurpose(context.lines, words)
  const amount = totals.isFromLabels ? purpose && totals.grand_total : totals.subtotal
  if (!amount) return undefined
  const row = { amount: amount.numeral, quantity: null, unit_price: null, modifier: null }
  const { lines, evidence } = rowsToLines([{ ...row, method: 'column' }], context)
  const isConfirmed = totals.isFromLabels
    ? isSpelledOut(solution) && !statesTax(context, words)
    : totals.isTaxRated
  const reasons =
    purpose && isConfirmed ? [] : [message('lines_doubtful', 'lines', { cause: 'sum_not_printed' })]
  if (!purpose) return { lines, evidence, reasons }
  const [first] = purpose.words
  return {
    lines: lines.map((line) => ({ ...line, description: joinWords(purpose.words) })),
    evidence: {
      ...evidence,
      ...(first && { 'lines.0.description': toEvidence(purpose.words, purpose.page) }),
    },
    reasons,
  }
}

/** True if a line names a tax with a number, as in `plus PPN 11% Rp 1,320,000`: the total then includes it. */
function statesTax({ lines, numerals }: RowContext, words: WordClasses<TotalWord>): boolean {
  return lines.some(({ text }, index) => {
    const label = normaliseLabel(text)
    const isNamed = words.has(label, 'tax') && !words.has(label, 'withheld')
    return isNamed && (numerals[index]?.length ?? 0) > 0
  })
}

/** Returns the text after a label such as `Payment for:`, and in the lines that continue it. */
export function findPurpose(
  lines: TextLine[],
  words: WordClasses<TotalWord>,
): { words: Word[]; page: number } | undefined {
  for (const [index, line] of lines.entries()) {
    const at = line.segments.findIndex(({ text }) =>
      words.startsWith(normaliseLabel(text), 'purpose'),
    )
    if (at < 0) continue
    const all = line.segments.slice(at).flatMap((segment) => segment.words)
    const start = findLabelEnd(all, words)
    const own = all.slice(start).filter(({ text }) => text !== ':')
    const [first] = own
    if (!first) continue
    return { words: [...own, ...findContinuation(lines, index, first.box[0])], page: line.page }
  }
  return undefined
}

function findLabelEnd(all: Word[], words: WordClasses<TotalWord>): number {
  for (let end = 1; end <= maxLabelWords; end++)
    if (words.equals(normaliseLabel(joinWords(all.slice(0, end))), 'purpose')) return end
  return all.length
}

/** Returns the words in the lines below that start at the same edge, up to the first line that names an amount. */
function findContinuation(lines: TextLine[], from: number, left: number): Word[] {
  const found: Word[] = []
  for (let index = from + 1; index <= from + maxPurposeLines; index++) {
    const [line, above] = [lines[index], lines[index - 1]]
    if (!line || !above || line.page !== above.page) break
    if (line.baseline - above.baseline > maxLineGapEm * line.font_size) break
    const [segment, ...others] = line.segments
    const isAligned =
      segment !== undefined && Math.abs(segment.box[0] - left) < sameEdgeEm * line.font_size
    const isText = hasLetters(segment?.text ?? '') && !isCurrency(segment?.words[0]?.text ?? '')
    if (!isAligned || !isText || others.length > 0) break
    found.push(...segment.words)
  }
  return found
}
