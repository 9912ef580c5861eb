import { z } from 'zod'
import { encodeFault } from '../messages/fault-codes.ts'

/** Words as printed; case, accents and a trailing period do not matter. */
const Words = z.array(z.string().regex(/\p{L}/u, encodeFault('phrase_blank', {}))).min(1)

/** The words that heat sheets use for each concept. */
const wordKinds = [
  'event',
  'continued',
  'heat',
  'of',
  'heats',
  'lane',
  'rank',
  'name',
  'age',
  'team',
  'relay_column',
  'seed',
  'finals',
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
  'no_time',
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
  weekdays: z.array(Words).length(7).describe('Names and abbreviations, Sunday first.'),
  months: z.array(z.string()).length(12).describe('The first letters of each month.'),
}).strict()
export type MeetLanguage = z.infer<typeof MeetLanguage>

/** The words of all languages together; a sheet may mix languages. */
export type MeetVocabulary = Record<WordKind, string[]> & {
  weekdays: string[][]
  months: string[][]
}

export function mergeMeetLanguages(languages: readonly MeetLanguage[]): MeetVocabulary {
  const merge = (kind: WordKind) => [...new Set(languages.flatMap((one) => one[kind]))]
  const lists = Object.fromEntries(wordKinds.map((kind) => [kind, merge(kind)]))
  const nth = (count: number, list: (one: MeetLanguage, index: number) => string[]) =>
    Array.from({ length: count }, (_, index) => languages.flatMap((one) => list(one, index)))
  return {
    ...(lists as Record<WordKind, string[]>),
    weekdays: nth(7, (one, index) => one.weekdays[index] ?? []),
    months: nth(12, (one, index) => [one.months[index] ?? '']),
  }
}
