import { parseDate } from '../values/dates.ts'
import type { Example } from './example/example.ts'
import { isSameAmount, toComparableText } from './example/same-value.ts'

/** A value in an example that is not printed on any page. */
export interface AbsentValue {
  path: string
  value: string
}

/** Finds values that are not printed on the pages, so that no layout can read them. */
export function findAbsentValues(example: Example): AbsentValue[] {
  const { reading } = example
  const text = toComparableText(example.document.lines.map((line) => line.text).join(' '))
  const numbers = new Set(example.numbers.flat().map(({ value }) => value.replace(/^-/, '')))
  const hasText = (value: string) => text.includes(toComparableText(value))
  const hasNumber = (value: string) =>
    isSameAmount(value, '0') || numbers.has(value.replace(/^-/, ''))
  const check = (
    path: string,
    value: string | null | undefined,
    isPrinted: (value: string) => boolean,
  ) => (value && !isPrinted(value) ? [{ path, value }] : [])
  return [
    check('number', reading.number, hasText),
    check('date', reading.date, (date) => hasDate(example, date)),
    check('buyer.name', reading.buyer.name, hasText),
    ...(['subtotal', 'tax_base', 'tax', 'grand_total'] as const).map((name) =>
      check(`totals.${name}`, reading.totals[name], hasNumber),
    ),
    ...reading.lines.flatMap((line, index) => [
      check(`lines.${index}.description`, line.description, (it) => hasWords(example, it)),
      check(`lines.${index}.quantity`, line.quantity, hasNumber),
      check(`lines.${index}.unit_price`, line.unit_price, hasNumber),
      check(`lines.${index}.amount`, line.amount, hasNumber),
    ]),
  ].flat()
}

function hasDate({ document, order }: Example, wanted: string): boolean {
  return document.segments.some(({ words }) =>
    words.some((_, from) =>
      [1, 2, 3, 4, 5].some((count) => {
        const text = words
          .slice(from, from + count)
          .map((word) => word.text)
          .join(' ')
        return parseDate(text.replace(/^[:(]+|[).,;]+$/g, ''), order) === wanted
      }),
    ),
  )
}

/**
 * True if all words of the text are printed. Searches for each word separately, because other cells may interrupt a
 * description.
 */
function hasWords({ document }: Example, text: string): boolean {
  const printed = toComparableText(document.segments.map((segment) => segment.text).join(' '))
  return text.split(/\s+/).every((word) => printed.includes(toComparableText(word)))
}
