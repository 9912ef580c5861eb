import type { LinkKind } from '../domain/heat-sheet/discovery.ts'

/** Kinds of links with their words, in order of precedence. */
const kinds: [Exclude<LinkKind, 'other'>, RegExp][] = [
  ['results', /\bresults?\b|\bsplits\b|\bscores?\b|\bfinal standings\b/i],
  ['psych_sheet', /\bpsych(?:e|s)?\b|\bentry lists?\b|\bperformance lists?\b|\bpre[ -]?scratch\b/i],
  [
    'heat_sheet',
    /\bheat ?-?sheets?\b|\bmeet programs?\b|\bstart ?-?lists?\b|\bheat lists?\b|\bprogram\b|\bheats\b/i,
  ],
  ['timeline', /\btime ?-?lines?\b|\bsession reports?\b/i],
]

export function classifyText(text: string): Exclude<LinkKind, 'other'> | undefined {
  return kinds.find(([, words]) => words.test(text))?.[0]
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
