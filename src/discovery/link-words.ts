import type { LinkKind } from '../domain/heat-sheet/discovery.ts'

/** Which words tell a kind; where several do, the first here. */
const kinds: [Exclude<LinkKind, 'other'>, RegExp][] = [
  ['results', /\bresults?\b|\bsplits\b|\bscores?\b|\bfinal standings\b/i],
  ['psych_sheet', /\bpsych(?:e|s)?\b|\bentry lists?\b|\bperformance lists?\b|\bpre[ -]?scratch\b/i],
  [
    'heat_sheet',
    /\bheat ?-?sheets?\b|\bmeet programs?\b|\bstart ?-?lists?\b|\bheat lists?\b|\bprogram\b|\bheats\b/i,
  ],
  ['timeline', /\btime ?-?lines?\b|\bsession reports?\b/i],
]

export function kindOf(text: string): Exclude<LinkKind, 'other'> | undefined {
  return kinds.find(([, words]) => words.test(text))?.[0]
}

const numbered = /\b(?:session|sess|day)\s*#?\d{1,2}\b/i
const weekday = /\b(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\b/i
const half =
  /\b(?:am|pm|morning|afternoon|evening|prelims?|finals?|11 ?& ?over|12 ?& ?under|10 ?& ?under)\b/i

/** "Session 3 Saturday AM" of whatever surrounds these words. */
export function sessionOf(text: string): string | undefined {
  const found = [numbered, weekday, half].flatMap((part) => part.exec(text)?.[0] ?? [])
  return found.length > 0 ? found.join(' ') : undefined
}

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** For sorting: a later session is greater. */
export function sessionOrder(session: string | undefined): number {
  if (session === undefined) return Infinity
  const number = Number(/\d+/.exec(numbered.exec(session)?.[0] ?? '')?.[0] ?? NaN)
  const day = days.indexOf((weekday.exec(session)?.[0] ?? '').slice(0, 3).toLowerCase())
  const isLate = /\b(?:pm|afternoon|evening|finals?)\b/i.test(session)
  return Number.isNaN(number) ? day * 2 + (isLate ? 1 : 0) : number
}

/** What a file is called, as words: "Fall_Classic-HeatSheetSat.pdf" is "Fall Classic Heat Sheet Sat". */
export function fileWords(url: URL): string {
  const last = url.pathname.split('/').findLast((part) => part !== '') ?? ''
  return squeeze(
    decoded(last)
      .replace(/\.pdf$/i, '')
      .replace(/[_+.-]+/g, ' ')
      .replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\d)|(?<=\d)(?=\p{Lu}\p{Ll})/gu, ' '),
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Words that say nothing of what is behind them. */
const empty = /^(?:click|tap)?\s*(?:here|download|pdf|view|open|link|file|more|print|\W)*$/i

export function saysSomething(text: string): boolean {
  return /\p{L}{3}/u.test(text) && !empty.test(text)
}

export function yearsIn(text: string): number[] {
  return [...text.matchAll(/(?<!\d)20\d{2}(?!\d)/g)].map(([year]) => Number(year))
}

export function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
