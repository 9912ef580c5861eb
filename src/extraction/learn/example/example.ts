import type { Word, Page } from '../../../domain/reading/reading.ts'
import { type DateOrder, voteDateOrder } from '../../values/dates.ts'
import { type NumberStyle, parseNumber, voteNumberStyle } from '../../values/numbers.ts'
import { joinSpacedNumbers } from '../../values/spaced-numbers.ts'
import { readTextDocument, type TextDocument } from '../../text/text-document.ts'
import type { ExampleReading } from './example-reading.ts'
import { toCanonicalAmount } from './same-value.ts'

/** A number on the page. */
export interface PrintedNumber {
  word: Word
  value: string
}

/** A document with its corrected reading, prepared as for the layout engine. */
export interface Example {
  pages: Page[]
  reading: ExampleReading
  document: TextDocument
  style: NumberStyle
  order: DateOrder
  /** The numbers on each line. */
  numbers: PrintedNumber[][]
}

export function createExample(pages: Page[], reading: ExampleReading): Example {
  const joined = joinSpacedNumbers(pages)
  const document = readTextDocument(joined)
  const words = joined.flatMap((page) => page.words.map(({ text }) => text))
  const style = voteNumberStyle(words)
  const numbers = document.lines.map(({ segments }) =>
    segments
      .flatMap((segment) => segment.words)
      .flatMap((word) => {
        const value = /\d/.test(word.text) ? parseNumber(word.text, style) : undefined
        return value === undefined ? [] : [{ word, value }]
      }),
  )
  return {
    pages,
    reading: canonicaliseAmounts(reading),
    document,
    style,
    order: voteDateOrder(words),
    numbers,
  }
}

function canonicaliseAmounts(reading: ExampleReading): ExampleReading {
  const amount = (text: string | null | undefined) => (text ? toCanonicalAmount(text) : text)
  const { lines, totals } = reading
  return {
    ...reading,
    lines: lines.map((line) => ({
      ...line,
      quantity: amount(line.quantity),
      unit_price: amount(line.unit_price),
      discount: amount(line.discount),
      amount: amount(line.amount),
    })),
    totals: {
      ...totals,
      subtotal: amount(totals.subtotal),
      tax_base: amount(totals.tax_base),
      tax: amount(totals.tax),
      grand_total: amount(totals.grand_total),
    },
  }
}
