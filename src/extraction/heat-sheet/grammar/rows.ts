import type { MeetVocabulary } from '../../../domain/heat-sheet/meet-vocabulary.ts'
import { seedPattern } from './times.ts'
import { createStartTest, toWordPattern } from './word-pattern.ts'

/** Drops brackets, the mark that shortens a year of birth, and the day of birth: `(11)`, `-10`, `'10`, `4.3.2011`. */
export function toAge(printed: string): string {
  return printed
    .replace(/[(),]|^[-–'’](?=\d)/g, '')
    .replace(/^\d{1,2}[./]\d{1,2}[./](?=\d{4}$)/, '')
}

const yearPattern = /^\(?(?:19|20)\d{2}\)?$/
const sexAndAges = /^\(?(?:[MWFXDH]\d{2}|[MWFXDH]?\d{2}[-–]\d{2}|[MWFXDH]?\d{2}\+)\)?[,:]?$/i

/** Drops the age group beside a year of birth, because it is not read: `F25 (2001)`, `2001 M25-29`. */
export function dropGroupBesideYear<Part extends { text: string }>(words: Part[]): Part[] {
  const isYear = (word: Part | undefined) => word !== undefined && yearPattern.test(word.text)
  return words.filter(
    ({ text }, at) => !sexAndAges.test(text) || !(isYear(words[at - 1]) || isYear(words[at + 1])),
  )
}

/** The start of a swimmer's row: a lane or rank, sometimes with the heat. */
export interface RowFront {
  /** Number of words that it takes up. */
  count: number
  number: number
  /** Set if the row also starts a heat: `H2 L4`. */
  heat: number | null
  /** True if a word or letter marks the number as a lane. */
  is_lane: boolean
}

export interface RowGrammar {
  readFront: (text: string) => RowFront | undefined
  isWithdrawn: (text: string) => boolean
  /** True for text that marks a lane without a swimmer: `--- frei ---`. */
  isVacant: (text: string) => boolean
  /** True for a seed time or a code such as NT. */
  isSeed: (word: string) => boolean
  /** True for an age, a year of birth, a school year or an open class. */
  isAge: (word: string) => boolean
  /** True for an age group with its label: `AK 65`. */
  isAgeGroup: (text: string) => boolean
  /** Returns a relay team's number or name: `2. Mannschaft (X)`. */
  parseSquad: (text: string) => string | null
  /** Splits a club from its relay team's number: `SV Lake 04 2. Mannschaft`, `SK Lake lag 2`. */
  splitSquad: (text: string) => { team: string; relay: string } | undefined
  /** True for a row that can only be a swimmer's: a number or lane, a name and a time. */
  looksLikeEntry: (text: string) => boolean
}

/**
 * Matches `11`, `W11` in a mixed event, a school year, a year of birth, `-10`, a day of birth, `1978/AK`, `65+` and
 * `(11)`.
 */
const agePattern =
  /^\(?(?:[-–'’]\d{2}|[MWFX]?\d{1,2}|FR|SO|JR|SR|GR|5Y|(?:19|20)\d{2}(?:\/\p{L}{0,3}\s?\d{0,3})?|\d{1,2}[./]\d{1,2}[./](?:19|20)\d{2}|\d{2}\+)(?:\),?)?$/iu

/** A time left blank: `--:--.--`. */
const blankTime = /^[-–—_*]{1,2}[:.,'][-–—_*]{2}(?:[:.,"][-–—_*]{2})?$/

function compileSquads(words: MeetVocabulary) {
  const compile = (source: string) => new RegExp(source, 'iu')
  const squad = toWordPattern(words.squad)
  const squadNumber = compile(
    `^(?<before>\\d{1,3})\\.?\\s*${squad}|^${squad}\\s*(?<after>\\d{1,3}|[A-Z])$`,
  )
  const clubSquad = compile(
    `^(?<team>\\S.*?)\\s+(?:(?<before>\\d{1,2})\\.?\\s*${squad}|${squad}\\s*(?<after>\\d{1,2}|[A-H]))(?:\\s*\\([MWFX]\\))?$`,
  )
  return { squadNumber, clubSquad }
}

export function createRowGrammar(words: MeetVocabulary): RowGrammar {
  const compile = (source: string) => new RegExp(source, 'iu')
  const lane = compile(
    `^(?<front>${toWordPattern(words.lane)}\\s*(?:n[°ºo]\\.?|nr\\.?|#)?\\s*(?<lane>\\d{1,2})(?:\\s*[:.),;|]|\\s+[-–—](?=\\s))?)(?=\\s|$)`,
  )
  const isLaneWord = createStartTest(words.lane)
  const isWithdrawnWord = createStartTest(words.withdrawn)
  const listed = /^(?<front>(?:H(?<heat>\d{1,3})\s+)?L(?<lane>\d{1,2})(?:\s+\(\d+\))?)(?=\s|$)/
  const bare = /^(?<front>(?<lane>\d{1,3})\.?)(?=\s|$)/
  const withdrawn = compile(`^${toWordPattern(words.withdrawn)}(?=\\s)`)
  const noTime = compile(`^X?${toWordPattern(words.no_time)}$`)
  const vacant = compile(`^[-–—.*(\\s]*${toWordPattern(words.vacant)}[-–—.*)\\s]*$|^[-–—.*\\s]+$`)
  const open = compile(`^${toWordPattern(words.open)}$`)
  const ageGroup = compile(`^${toWordPattern(words.age)}\\s*\\d{1,3}\\+?$`)
  const { squadNumber, clubSquad } = compileSquads(words)
  const isSeed = (word: string) =>
    seedPattern.test(word) || noTime.test(word) || blankTime.test(word)
  const readFront = (text: string): RowFront | undefined => {
    const marked = (isLaneWord(text) ? lane.exec(text) : null) ?? listed.exec(text)
    const groups = (marked ?? bare.exec(text))?.groups
    if (!groups) return undefined
    const { front = '', lane: number, heat } = groups
    return {
      count: front.split(/\s+/).length,
      number: Number(number),
      heat: heat === undefined ? null : Number(heat),
      is_lane: marked !== null,
    }
  }
  return {
    readFront,
    isWithdrawn: (text) => isWithdrawnWord(text) && withdrawn.test(text),
    isVacant: (text) => vacant.test(text),
    isSeed,
    isAge: (word) => agePattern.test(word) || open.test(word),
    isAgeGroup: (text) => ageGroup.test(text),
    parseSquad: (text) => {
      const plain = text.replace(/\s*\([MWFX]\)\s*$/i, '').trim()
      const { before, after } = squadNumber.exec(plain)?.groups ?? {}
      return before ?? after ?? (plain === '' ? null : plain)
    },
    splitSquad: (text) => {
      const { team, before, after } = clubSquad.exec(text)?.groups ?? {}
      const relay = before ?? after
      return team !== undefined && relay !== undefined ? { team, relay } : undefined
    },
    looksLikeEntry: (text) => {
      const front = readFront(text)
      const rest = text.split(' ').slice(front?.count ?? 0)
      const isNamed = /^[*"'’(]?\p{L}/u.test(rest[0] ?? '') && /\p{L}{2}/u.test(rest.join(' '))
      // A standard has a colon before its time: `1 юн Открытые: 41.80`, `Q : 26.70`.
      const isStandard = rest.some((word, at) => word.endsWith(':') && isSeed(rest[at + 1] ?? ''))
      const isTimed = rest.some((word, at) => at > 0 && isSeed(word))
      return front !== undefined && isNamed && isTimed && !isStandard
    },
  }
}
