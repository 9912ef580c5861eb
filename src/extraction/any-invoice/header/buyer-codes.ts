import type { InvoiceVocabulary } from '../../../domain/mapping/invoice-vocabulary.ts'
import type { Word } from '../../../domain/reading/reading.ts'
import type { TextDocument } from '../../text/text-document.ts'
import { type FieldMatch, findField } from './find-field.ts'
import { indexVocabulary } from '../labels/vocabulary-index.ts'
import { DateFinder } from './dates.ts'

/** Extracts the buyer's customer number and tax number, which are printed next to their labels. */
export function readBuyerCodes(
  document: TextDocument,
  vocabulary: InvoiceVocabulary,
  table: ReadonlySet<Word>,
): { code: FieldMatch | undefined; tin: FieldMatch | undefined } {
  const { labels } = indexVocabulary(vocabulary)
  const dates = new DateFinder(vocabulary)
  const search = { document, labels, table }
  const { fields } = vocabulary
  const [code] = findField(fields['buyer.code'].sure, search, (text) => parseCode(text, dates))
  const [tin] = findField(
    fields['buyer.tin'].sure,
    search,
    (text) => text.replace(/\D/g, '') || undefined,
  )
  return { code, tin }
}

/**
 * Returns the code in a text. A text of up to four words in capital letters and digits, at least one of them a digit,
 * is itself the code. In any other text, the first word is the code if it contains a digit. Dates are not codes.
 */
export function parseCode(text: string, dates: DateFinder): string | undefined {
  const [first = ''] = text.split(' ')
  const isDate = (part: string) => dates.find(part).length > 0
  const isCode = /^[\p{Lu}\p{N}#./_-]+( [\p{Lu}\p{N}./_-]+){0,3}$/u.test(text) && /\d/.test(text)
  if (isCode && !isDate(text)) return text
  return /\d/.test(first) && !isDate(first) ? first.replace(/[,;]$/, '') : undefined
}
