import type { LinkKind } from '../domain/heat-sheet/discovery.ts'
import type { MeetVocabulary } from '../domain/heat-sheet/meet-vocabulary.ts'
import { toWordPattern } from '../extraction/heat-sheet/grammar/word-pattern.ts'

type NamedKind = Exclude<LinkKind, 'other'>

/** Recognises links to documents by their words, in the languages of the vocabulary. */
export interface LinkWords {
  classify: (text: string) => NamedKind | undefined
  /** True for text about meet documents, such as a link to the page that lists them. */
  mentionsDocuments: (text: string) => boolean
}

/** Words on English websites, including spellings that do not occur on sheets. */
const englishWords: Record<NamedKind, string> = {
  results: '\\b(?:results?|splits|scores?|final standings)\\b',
  psych_sheet: '\\b(?:psych[es]?|entry lists?|performance lists?|pre[ -]?scratch)\\b',
  heat_sheet: '\\b(?:heat ?-?sheets?|meet programs?|start ?-?lists?|heat lists?|program|heats)\\b',
  timeline: '\\b(?:time ?-?lines?|session reports?)\\b',
}

const documentWords = /psych|meet (?:documents?|docs|files|packet|info(?:rmation)?)/i

export function createLinkWords({
  program,
  psych,
}: Pick<MeetVocabulary, 'program' | 'psych'>): LinkWords {
  const compile = (kind: NamedKind, words: readonly string[] = []) =>
    new RegExp(
      [englishWords[kind], ...(words.length > 0 ? [toWordPattern(words)] : [])].join('|'),
      'iu',
    )
  // In order of precedence.
  const kinds: [NamedKind, RegExp][] = [
    ['results', compile('results')],
    ['psych_sheet', compile('psych_sheet', psych)],
    ['heat_sheet', compile('heat_sheet', program)],
    ['timeline', compile('timeline')],
  ]
  return {
    classify: (text) => kinds.find(([, words]) => words.test(text))?.[0],
    mentionsDocuments: (text) =>
      documentWords.test(text) ||
      kinds.some(([kind, words]) => kind !== 'results' && words.test(text)),
  }
}

const sessionNumber = /\b(?:session|sess|day)\s*#?\d{1,2}\b/i
const weekday = /\b(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\b/i
const sessionPart =
  /\b(?:am|pm|morning|afternoon|evening|prelims?|finals?|11 ?& ?over|12 ?& ?under|10 ?& ?under)\b/i

/** Finds the session in a text, such as "Session 3 Saturday AM". */
export function findSession(text: string): string | undefined {
  const found = [sessionNumber, weekday, sessionPart].flatMap((part) => part.exec(text)?.[0] ?? [])
  return found.length > 0 ? found.join(' ') : undefined
}

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** Returns a sort key, which is greater for later sessions. */
export function sessionOrder(session: string | undefined): number {
  if (session === undefined) return Infinity
  const number = Number(/\d+/.exec(sessionNumber.exec(session)?.[0] ?? '')?.[0] ?? NaN)
  const day = days.indexOf((weekday.exec(session)?.[0] ?? '').slice(0, 3).toLowerCase())
  const isLate = /\b(?:pm|afternoon|evening|finals?)\b/i.test(session)
  return Number.isNaN(number) ? day * 2 + (isLate ? 1 : 0) : number
}

/** Extracts the words in a file name: "Fall_Classic-HeatSheetSat.pdf" becomes "Fall Classic Heat Sheet Sat". */
export function filenameWords(url: URL): string {
  const last = url.pathname.split('/').findLast((part) => part !== '') ?? ''
  return collapseSpaces(
    decodeOrKeep(last)
      .replace(/\.pdf$/i, '')
      .replace(/[_+.-]+/g, ' ')
      .replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\d)|(?<=\d)(?=\p{Lu}\p{Ll})/gu, ' '),
  )
}

function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Link texts that do not describe the target. */
const uninformative = /^(?:click|tap)?\s*(?:here|download|pdf|view|open|link|file|more|print|\W)*$/i

export function isDescriptive(text: string): boolean {
  return /\p{L}{3}/u.test(text) && !uninformative.test(text)
}

export function collapseSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
