import { z } from 'zod'
import { encodeFault } from '../messages/fault-codes.ts'

/** Words as printed. Comparisons ignore case, accents and a trailing period. */
const Words = z.array(z.string().regex(/\p{L}/u, encodeFault('phrase_blank', {}))).min(1)

/** Columns that describe the entries in a heat. */
export const entryColumns = [
  'lane',
  'rank',
  'name',
  'age',
  'team',
  'relay_column',
  'seed',
  'finals',
] as const
export type EntryColumn = (typeof entryColumns)[number]

/** The kinds of words that heat sheets use. */
const wordKinds = [
  'event',
  'continued',
  'heat',
  'of',
  'heats',
  'entries',
  'total',
  'break',
  ...entryColumns,
  'session',
  'approx',
  'clock',
  'starts',
  'round',
  'final',
  'female',
  'male',
  'mixed',
  'relay',
  'stroke',
  'withdrawn',
  'alternates',
  'page',
  'printed',
  'no_time',
  'vacant',
  'open',
  'squad',
  'program',
  'psych',
  'to',
  'day',
  'pool',
  'venue_label',
] as const
export type WordKind = (typeof wordKinds)[number]

const WordLists = z.object(
  Object.fromEntries(wordKinds.map((kind) => [kind, Words])) as Record<WordKind, typeof Words>,
)

/** One language's words for heat sheets. */
export const MeetLanguage = WordLists.extend({
  language: z.string(),
  date_order: z
    .enum(['day', 'month'])
    .describe('Whether the day or the month comes first in an ambiguous numeric date.'),
  weekdays: z.array(Words).length(7).describe('Names and abbreviations, Sunday first.'),
  months: z
    .array(z.union([z.string(), Words]))
    .length(12)
    .describe('The first letters of each month, or of each form of its name.'),
}).strict()
export type MeetLanguage = z.infer<typeof MeetLanguage>

/** The words in all languages, because a sheet may mix languages. */
export type MeetVocabulary = Record<WordKind, string[]> & {
  weekdays: string[][]
  months: string[][]
  /** Words for "event" and "heat" in languages whose dates may start with the month. */
  month_first: string[]
  /** Maps each lower-case title word that occurs in only one language to that language. */
  own_words: Readonly<Record<string, string>>
}

export function mergeMeetLanguages(languages: readonly MeetLanguage[]): MeetVocabulary {
  const merge = (kind: WordKind) => [...new Set(languages.flatMap((one) => one[kind]))]
  const lists = Object.fromEntries(wordKinds.map((kind) => [kind, merge(kind)]))
  const nth = (count: number, list: (one: MeetLanguage, index: number) => string[]) =>
    Array.from({ length: count }, (_, index) => languages.flatMap((one) => list(one, index)))
  return {
    ...(lists as Record<WordKind, string[]>),
    weekdays: nth(7, (one, index) => one.weekdays[index] ?? []),
    months: nth(12, (one, index) => [one.months[index] ?? []].flat()),
    month_first: languages.flatMap((one) =>
      one.date_order === 'month' ? [...one.event, ...one.heat] : [],
    ),
    own_words: listOwnWords(languages),
  }
}

const titleKinds = ['event', 'heat', 'stroke', 'female', 'male', 'relay'] as const

function listOwnWords(languages: readonly MeetLanguage[]): Record<string, string> {
  const words = languages.flatMap((one) =>
    titleKinds.flatMap((kind) =>
      one[kind].map((word) => [word.toLowerCase(), one.language] as const),
    ),
  )
  const isOwn = ([word, language]: readonly [string, string]) =>
    words.every(([other, its]) => other !== word || its === language)
  return Object.fromEntries(words.filter(isOwn))
}
