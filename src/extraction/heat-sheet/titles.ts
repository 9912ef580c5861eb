const sexWords = '(?:Boys|Girls|Men|Women|Mixed|Male|Female|Open)'
const eventWord = '(?:Event\\s+|Wettkampf\\s+|#\\s?)'

/** Also matches an event that continues after a break: `Event 6 ...(Men 50 Meter Backstroke)`. */
const eventTitlePattern = new RegExp(
  `^(?:noch\\s+)?\\(?${eventWord}(?<number>\\d{1,4})(?<letter>[A-Z])?(?:\\s+-\\s+|\\s*\\.{3}\\s*|\\s+)(?<name>\\S.*)$`,
  'i',
)
const swimPattern = new RegExp(
  `^\\(?${sexWords}\\b|\\b\\d+\\s?(?:x\\s?\\d+\\s?)?(?:m|meter|metre|yard|yd)?s?\\b.*\\b(?:free|back|breast|fly|butter|IM|medley|relay|kick|frei|rücken|brust|schmett|lagen|delphin)`,
  'i',
)

export interface EventTitle {
  number: number
  letter: string | null
  name: string
}

export function parseEventTitle(text: string): EventTitle | undefined {
  const { number, letter, name } = eventTitlePattern.exec(text)?.groups ?? {}
  if (number === undefined || name === undefined || !swimPattern.test(name)) return undefined
  const isBracketed = text.startsWith('(') || name.startsWith('(')
  const bare = isBracketed ? name.replace(/^\(|\)$/g, '') : name
  return { number: Number(number), letter: letter?.toUpperCase() ?? null, name: bare.trim() }
}

const roundWords =
  '(?:Timed\\s+)?(?:Finals?|Prelims?|Preliminaries|Semis?|Semi-?finals?|Swim-?offs?)'
const heatTitlePattern = new RegExp(
  `^(?:Heat|Lauf)\\s+(?<number>\\d{1,3})(?:\\s*(?:of|/)\\s*(?<total>\\d{1,3}))?\\b\\s*(?<round>${roundWords}\\b)?(?<rest>.*)$`,
  'i',
)
/** Text allowed after a heat number, because a swimmer could be called "Heat 3 Lane 5". */
const heatTitleRest = /^$|^[-–(*]|\bstarts?\b|\best\b|\d:\d\d/i

export interface HeatTitle {
  number: number
  total: number | null
  round: string | null
  start: number | null
  estimated: boolean
  /** Set if the heat continues after a break: `Heat 3 Finals (#12 Girls 50 Meter Freestyle)`. */
  event: EventTitle | null
}

export function parseHeatTitle(text: string): HeatTitle | undefined {
  const { number, total, round, rest = '' } = heatTitlePattern.exec(text)?.groups ?? {}
  if (number === undefined || !(total || round || heatTitleRest.test(rest.trim()))) return undefined
  const continued = /\((#.*)$/.exec(rest)?.[1]
  return {
    number: Number(number),
    total: total === undefined ? null : Number(total),
    round: round ?? null,
    start: continued ? null : parseStartTime(rest),
    estimated: /\b(?:est|approx|ca)\b/i.test(rest),
    event: continued ? (parseEventTitle(continued.replace(/\)$/, '')) ?? null) : null,
  }
}

/** Returns minutes after midnight: `Starts at 01:00 PM`, `(est. 9:05 AM)`, `(ca. 09:06 Uhr)`. */
export function parseStartTime(text: string): number | null {
  const [, hours = '', minutes = '', half = ''] =
    /(?<![\d.:,])(\d{1,2})[:.](\d{2})(?![.:,\d])\s*([ap]m?\b)?/i.exec(text) ?? []
  return toMinutes(Number(hours || NaN), Number(minutes), half.toLowerCase()[0])
}

function toMinutes(hours: number, minutes: number, half: string | undefined): number | null {
  const isTwelve = half !== undefined
  if (!(hours <= (isTwelve ? 12 : 23) && minutes < 60)) return null
  const hour = isTwelve ? (hours % 12) + (half === 'p' ? 12 : 0) : hours
  return hour * 60 + minutes
}

export function isAlternatesTitle(text: string): boolean {
  return /^Alternates?\b/i.test(text)
}

/** Matches a time or a no-time code: `1:29.56`, `2:51,37`, `32.77Y`, `X31.02`, `NT`, `XNT`. */
export const seedPattern =
  /^X?(?:NT|NS|NP|SCR|DQ|(?:\d{1,2}:)?\d{1,2}[.,]\d{2}|\d{1,2}:\d{2}:\d{2}[.,]\d{2})[YLSM]?[#*]?$/i

/** Ignores the course suffix. */
export function parseSeedSeconds(seed: string | null): number | undefined {
  const [, hours = 0, minutes = 0, seconds] =
    /^X?(?:(\d+):(?=\d+:))?(?:(\d+):)?(\d+[.,]\d{2})/i.exec(seed ?? '') ?? []
  if (seconds === undefined) return undefined
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'))
}

const tableHeaderPattern =
  /^(?:Lane\s+|Place\s+|Rank\s+)?(?:Name\b.*\b(?:Team|School|Club)\b|Team\s+(?:Relay|Seed))/i

export function isTableHeader(text: string): boolean {
  return tableHeaderPattern.test(text)
}
