import type { InvoiceVocabulary } from '../../../domain/mapping/invoice-vocabulary.ts'
import { foldLetters, isAscii } from '../../../domain/values/fold-letters.ts'

/** The part that comes first in a numeric date. */
export type DateOrder = 'day' | 'month'

export interface FoundDate {
  /** YYYY-MM-DD. */
  value: string
  text: string
  start: number
  /** True if day and month could be swapped. */
  is_ambiguous: boolean
}

type DateParts = Record<'year' | 'month' | 'day', string>

/** Finds dates, including those with month names in any supported language. */
export class DateFinder {
  readonly #months = new Map<string, number>()
  readonly #named: RegExp[]
  readonly #numeric: RegExp[]

  constructor({ months }: Pick<InvoiceVocabulary, 'months'>, order: DateOrder = 'day') {
    this.#numeric =
      order === 'day'
        ? [isoPattern, dayFirstPattern]
        : [isoPattern, dottedPattern, monthFirstPattern]
    for (const [index, names] of months.entries()) {
      for (const name of names) this.#months.set(fold(name), index + 1)
    }
    const name = [...this.#months.keys()].toSorted((a, b) => b.length - a.length).join('|')
    const year = "(?<year>\\d{4}|'?\\d{2})"
    this.#named = [
      `(?<day>\\d{1,2})(?:st|nd|rd|th|er|[.º°])?\\s*[-./]?\\s*(?:de\\s+)?(?<month>${name})\\.?\\s*[-./,]?\\s*(?:del?\\s+)?${year}`,
      `(?<month>${name})\\.?\\s*(?<day>\\d{1,2})(?:st|nd|rd|th|er)?\\s*,?\\s*(?<year>\\d{4})`,
    ].map((pattern) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'gu'))
  }

  /** Returns the dates from left to right, without overlaps. */
  find(text: string): FoundDate[] {
    if (!/\d/.test(text)) return []
    const folded = fold(text)
    const found: FoundDate[] = []
    for (const pattern of [...this.#numeric, ...this.#named]) {
      for (const match of folded.matchAll(pattern)) {
        const value = this.#toDate(match.groups as DateParts | undefined)
        const end = match.index + match[0].length
        const isTaken = found.some(
          ({ start, text: taken }) => start < end && start + taken.length > match.index,
        )
        if (!value || isTaken) continue
        const raw = text.slice(match.index, end)
        found.push({ value, text: raw, start: match.index, is_ambiguous: isAmbiguous(match[0]) })
      }
    }
    return found.toSorted((a, b) => a.start - b.start)
  }

  #toDate(parts: DateParts | undefined): string | undefined {
    if (!parts) return undefined
    const month = /^\d+$/.test(parts.month) ? Number(parts.month) : this.#months.get(parts.month)
    const year = expandYear(parts.year.replace("'", ''))
    if (!month || month > 12 || year < 1980 || year > 2100) return undefined
    const date = new Date(Date.UTC(year, month - 1, Number(parts.day)))
    const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === Number(parts.day)
    return isReal ? date.toISOString().slice(0, 10) : undefined
  }
}

const boundaryBefore = '(?<![\\p{L}\\p{N}.,/-])'
const boundaryAfter = '(?![\\p{L}\\p{N}]|[./-]\\d)'
const buildDatePattern = (first: string, second: string, third: string) =>
  new RegExp(
    `${boundaryBefore}${first}\\s?(?<mark>[./-])\\s?${second}\\s?\\k<mark>\\s?${third}${boundaryAfter}`,
    'gu',
  )
const isoPattern = buildDatePattern('(?<year>\\d{4})', '(?<month>\\d{1,2})', '(?<day>\\d{1,2})')
const yearPattern = '(?<year>\\d{4}|\\d{2})'
const dayFirstPattern = buildDatePattern('(?<day>\\d{1,2})', '(?<month>\\d{1,2})', yearPattern)
/** Dates with dots start with the day in every country. */
const dottedPattern = new RegExp(dayFirstPattern.source.replace('[./-]', '[.]'), 'gu')
const monthFirstPattern = buildDatePattern('(?<month>\\d{1,2})', '(?<day>\\d{1,2})', yearPattern)

/** True for 03/04/2025 but not for 03.04.2025, because no country uses dots with the month first. */
function isAmbiguous(text: string): boolean {
  const [, first, second] = /^(\d{1,2})\s?[/-]\s?(\d{1,2})\s?[/-]\s?\d{2,4}$/.exec(text) ?? []
  return first !== undefined && first !== second && Number(first) <= 12 && Number(second) <= 12
}

/** Interprets two-digit years below 70 as 20xx. */
function expandYear(year: string): number {
  if (year.length === 4) return Number(year)
  return Number(year) + (Number(year) < 70 ? 2000 : 1900)
}

/** Folds case and accents but keeps the length, so offsets stay valid. */
function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  return [...text]
    .map((char) => {
      const plain = foldLetters(char)
      return plain.length === char.length ? plain : char
    })
    .join('')
}
