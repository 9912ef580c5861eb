import type { InvoiceVocabulary } from '../../../domain/mapping/invoice-vocabulary.ts'
import {
  answerFields,
  type AnswerPath,
  type InvoiceReply,
} from '../../../domain/invoice/invoice-answer.ts'
import type { LanguageModelUse } from '../../../domain/invoice/invoice.ts'
import type { TextLocation } from '../../text/location.ts'
import type { TextDocument } from '../../text/text-document.ts'
import { boundingBox, joinWords } from '../../text/text-lines.ts'
import { restoreSpaces } from '../../values/spaced-numbers.ts'
import { toValueKey } from '../header/candidate.ts'
import { decideDateOrder } from '../header/date-order.ts'
import { DateFinder } from '../header/dates.ts'

/** A value from a language model's response, with its position on the page. */
export interface AnsweredValue {
  /** As printed, except that dates are YYYY-MM-DD. */
  value: string
  location: TextLocation
}

export interface VerifiedAnswer {
  values: Partial<Record<AnswerPath, AnsweredValue>>
  use: LanguageModelUse
}

/** Maximum length of a value, in characters. Longer text is a sentence. */
const maxLength = 120

/**
 * Keeps the values in a response that occur on a page. Drops and counts the others. Instructions hidden in a document
 * can therefore propose only text from the document itself.
 */
export function verifyAnswer(
  { model, paths, answer }: InvoiceReply,
  document: TextDocument,
  vocabulary: InvoiceVocabulary,
): VerifiedAnswer {
  const dates = new DateFinder(vocabulary, decideDateOrder(document).order)
  const values: VerifiedAnswer['values'] = {}
  const use = { model, asked: paths, answered: answer !== null, found: 0, not_on_page: 0 }
  for (const path of paths) {
    const text = answer?.[answerFields[path]]?.trim() ?? ''
    if (text === '') continue
    const found =
      text.length > maxLength
        ? undefined
        : path === 'date'
          ? locateDate(text, document, dates)
          : locateText(text, document)
    if (found) values[path] = found
    use[found ? 'found' : 'not_on_page'] += 1
  }
  return { values, use }
}

function locateDate(
  text: string,
  { segments }: TextDocument,
  dates: DateFinder,
): AnsweredValue | undefined {
  const [wanted] = dates.find(text)
  const segment =
    wanted && segments.find((it) => dates.find(it.text).some(({ value }) => value === wanted.value))
  if (!wanted || !segment) return undefined
  const { page, box } = segment
  return { value: wanted.value, location: { page, box, text: segment.text } }
}

/**
 * Finds the text as whole words on one line, or as part of a segment between characters other than letters and digits.
 */
export function locateText(text: string, document: TextDocument): AnsweredValue | undefined {
  return locateWords(text, document) ?? locatePart(text, document)
}

function locateWords(text: string, { lines }: TextDocument): AnsweredValue | undefined {
  const wanted = plainKey(text)
  if (wanted === '') return undefined
  for (const line of lines) {
    const words = line.segments.flatMap((segment) => segment.words)
    for (const first of words.keys()) {
      let key = ''
      for (let last = first; last < words.length; last++) {
        const own = plainKey(words[last]?.text ?? '')
        if (key === '' && own === '') break
        key += own
        if (!wanted.startsWith(key)) break
        if (key !== wanted) continue
        const found = words.slice(first, last + 1)
        const value = restoreSpaces(joinWords(found))
        return {
          value: value.replace(/^[#:(*]+|[;:,)*]+$/g, ''),
          location: { page: line.page, box: boundingBox(found), text: line.text },
        }
      }
    }
  }
  return undefined
}

function plainKey(text: string): string {
  return toValueKey(text).replace(/[;:()#*]/g, '')
}

function locatePart(text: string, { segments }: TextDocument): AnsweredValue | undefined {
  for (const { page, box, text: whole } of segments) {
    const at = whole.indexOf(text)
    const [before, after] = [whole[at - 1] ?? ' ', whole[at + text.length] ?? ' ']
    if (at < 0 || /[\p{L}\p{N}]/u.test(before) || /[\p{L}\p{N}]/u.test(after)) continue
    return { value: text, location: { page, box, text: whole } }
  }
  return undefined
}
