import type { MeetVocabulary } from '../../../domain/heat-sheet/meet-vocabulary.ts'
import { toAlternatives, toWordPattern } from './word-pattern.ts'

/**
 * A notation for one day, or for the first and last day of a meet. Its pattern has the groups d1, m1, y1 and d2, m2,
 * y2.
 */
export interface DateFormat {
  pattern: RegExp
  /** True if day and month may be swapped. */
  is_open: boolean
}

const number = '\\d{1,2}'
const year = '(?:\\d{4}|\\d{2}(?![\\d.:/-]|,\\d))'
const nth = '(?:st|nd|rd|th|er|º|ª|\\.)?'
const link = '\\s*(?:de\\s+|of\\s+)?'
const minMonthLetters = 3
const and = ['and', 'und', 'et', 'y', 'och', 'en', 'e']

/** Lists the notations. Ranges come before single days. */
export function listDateFormats({ months, weekdays, to }: MeetVocabulary): DateFormat[] {
  const starts = months.flat()
  const short = toAlternatives(starts.flatMap(listAbbreviations))
  const month = (group: string) =>
    `(?<${group}>(?<!\\p{L})(?:${toAlternatives(starts)}\\p{L}{0,8}|${short}(?!\\p{L}))\\.?)`
  const weekday = `(?:${toWordPattern(weekdays.flat())},?\\s+)?`
  const joint = `\\s*(?:[-–—/&+]|${toWordPattern([...to, ...and])})\\s*${weekday}`
  const day = (group: string) => `(?<${group}>${number})${nth}`
  const compile = (source: string, is_open = false) => ({
    pattern: new RegExp(`(?<![\\d.:,/-])${source}(?!\\d)`, 'iu'),
    is_open,
  })
  const iso = (at: 1 | 2) =>
    `(?<y${at}>\\d{4})(?<s${at}>[-./])\\s?(?<m${at}>${number})\\k<s${at}>\\s?(?<d${at}>${number})\\.?`
  const namedIso = (at: 1 | 2) =>
    `(?<y${at}>\\d{4})\\.?\\s+${month(`m${at}`)}\\s+(?<d${at}>${number})\\.?`
  const numeric = (at: 1 | 2, separator: string) =>
    `(?<d${at}>${number})${separator}(?<m${at}>${number})${separator}(?<y${at}>${year})`
  const lastDay = `(?<d2>${number})(?<s>[/.])(?<m2>${number})\\k<s>(?<y2>\\d{4})`
  const spacedDay = `(?<d2>${number})\\.\\s(?<m2>${number})\\.\\s(?<y2>\\d{4})`
  return [
    compile(`${iso(1)}${joint}${iso(2)}`),
    compile(`${iso(1)}${joint}(?:(?<m2>${number})\\k<s1>\\s?)?(?<d2>${number})\\.?(?![.:]?\\d)`),
    compile(iso(2)),
    compile(`${namedIso(1)}${joint}(?:${month('m2')}\\s+)?(?<d2>${number})\\.?(?![.:]?\\d)`),
    compile(namedIso(2)),
    compile(`${numeric(1, '\\.')}${joint}${numeric(2, '\\.')}`),
    compile(`${numeric(1, '/')}${joint}${numeric(2, '/')}`, true),
    compile(`${numeric(1, '-')}${joint}${numeric(2, '-')}`, true),
    compile(`(?<d1>${number})[/.](?<m1>${number})\\.?${joint}${lastDay}`),
    compile(`(?<d1>${number})\\.?${joint}${lastDay}`),
    compile(`(?<m2>${number})/(?<d1>${number})\\s?[-–]\\s?(?<d2>${number})/(?<y2>\\d{4})`),
    compile(numeric(2, '\\.')),
    compile(`(?:(?<d1>${number})\\.\\s?(?:(?<m1>${number})\\.)?${joint})?${spacedDay}`),
    compile(spacedDay),
    compile(numeric(2, '/'), true),
    compile(numeric(2, '-'), true),
    compile(
      `${day('d1')}${link}${month('m1')}\\s*(?<y1>\\d{4})?${joint}${day('d2')}${link}${month('m2')},?${link}(?<y2>\\d{4})`,
    ),
    compile(`${day('d1')}${joint}${day('d2')}${link}${month('m2')},?${link}(?<y2>\\d{4})`),
    compile(`${day('d2')}${link}${month('m2')},?${link}(?<y2>\\d{4})`),
    compile(
      `${month('m1')}\\s*${day('d1')}(?:,?\\s*(?<y1>\\d{4}))?${joint}${month('m2')}\\s*${day('d2')},?\\s*(?<y2>\\d{4})`,
    ),
    compile(`${month('m2')}\\s*${day('d1')}${joint}${day('d2')},?\\s*(?<y2>\\d{4})`),
    compile(`${month('m2')}\\s*${day('d2')},?\\s*(?<y2>\\d{4})`),
  ]
}

function listAbbreviations(start: string): string[] {
  const count = Math.max(start.length - minMonthLetters, 0)
  return Array.from({ length: count }, (_, index) => start.slice(0, minMonthLetters + index))
}
