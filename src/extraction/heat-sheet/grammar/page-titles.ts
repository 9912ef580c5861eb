import type { MeetVocabulary } from '../../../domain/heat-sheet/meet-vocabulary.ts'
import { createDateGrammar } from './dates.ts'
import { parseStartTime } from './times.ts'
import { createStartTest, toAlternatives, toWordPattern } from './word-pattern.ts'

/** `Meet Program - Saturday AM`, `Psych Sheet`. */
export interface PageTitle {
  is_psych: boolean
  session: string | null
}

export interface PageGrammar {
  parsePageTitle: (text: string) => PageTitle | undefined
  /** True for a line that starts with the sheet's title, even if other text follows. */
  isPageTitle: (text: string) => boolean
  /** Removes a page number from the start or end of a line. */
  dropPageNumber: (text: string) => string
  hasPageNumber: (text: string) => boolean
  /** Returns the name of a session that starts with this row: `Abschnitt 3 - Sonntag 04.12.2022`. */
  parseSessionTitle: (text: string) => string | undefined
  /** True for a day, with or without a session: `Sabtu, 7 November 2026 (Sesi pagi)`, `Sunday 8 November 2026`. */
  isDayTitle: (text: string) => boolean
  /** True for a day with a session or a weekday, beside other text: `Some Pool – 08/03/2026 – 2ª giornata – ore 9:00`. */
  isSessionBanner: (text: string) => boolean
  /** True for text that contains the word for "session". */
  namesSession: (text: string) => boolean
  /** Returns 3 for `Abschnitt 3 - Sonntag 04.12.2022`. */
  findSessionNumber: (text: string) => number | undefined
  /** Removes the session number, which could be read as a day. */
  dropSessionNumber: (text: string) => string
  /** Returns the session's start from `Beginn: 08:30 Uhr`, in minutes after midnight. */
  parseSessionStart: (text: string) => number | null
  /** True for text that names a pool. */
  namesPool: (text: string) => boolean
  isVenueLabel: (text: string) => boolean
  /**
   * True for a break in the schedule, or text after a time of day or a row of signs: `--- 30 Minuten ---`, `16:45 - Beginn der Finalläufe`.
   */
  isAnnouncement: (text: string) => boolean
  /** True for web addresses, and for notices and print dates added by the program that created the sheet. */
  isNotice: (text: string) => boolean
}

const noticePattern =
  /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}, \d{1,2}:\d{2}(?:\s?[AP]M)?(?:\s|$)|\b\d{1,2}:\d{2}:\d{2} (?:[A-Z]{3,4} )?20\d{2}\b|https?:|\bwww\.|\S@\S+\.\S|\.(?:com|org|net|de|ch|at|fr|es|se|nl|it|uk|eu)(?:\/\S*)?$|\bmeet manager\b|\bregistered to\b|\b(?:erzeugt|erstellt) (?:mit|am)\b|\bpowered by\b|\bcopyright\b|©|\(c\)|\blicen[sc]ed? to\b/i
const announcement = /^(?:[-–*=]{2,}|\d{1,2}[:.]\d{2}\s*(?:(?:Uhr|h|[ap]m)(?!\p{L})|[-–:]))/iu
/** Signs before an announcement: `— Pause —`, `*** Pause ***`. */
const decoration = /^[-–—*=•·~>#_\s]+/
const maxSessionWords = 14

export function createPageGrammar(words: MeetVocabulary): PageGrammar {
  const compile = (source: string) => new RegExp(source, 'iu')
  const psych = toWordPattern(words.psych)
  const title = `(?:${toWordPattern(words.program)}|(?<psych>${psych}))`
  const pageTitle = compile(`^${title}(?:\\s*[-–:]\\s*(?<session>.+))?$`)
  const startsTitle = compile(`^(?:${title}|Session\\s+Report(?!\\p{L}))`)
  const page = toWordPattern(words.page)
  const pageNumber = compile(`\\s*[-–]?\\s*${page}:?\\s*\\d+.*$`)
  const matchSession = createSessionMatcher(words)
  const isDayTitle = createDayTitleTest(words)
  const numberedSession = /^\d{1,2}\s+[-–]\s+\p{L}.*\d{4}\s+[-–]\s+\d{1,2}[:.]\d{2}$/u
  const sessionWord = compile(toWordPattern(words.session))
  const isSessionWord = createStartTest([...words.session, ...words.day])
  const isBreak = createBreakTest(words)
  const isStartWord = createStartTest(words.starts)
  const starts = compile(`^${toWordPattern(words.starts)}\\s*:?\\s*(?<time>\\d{1,2}[:.h]\\d{2}.*)$`)
  const clock = compile(`^\\d{1,2}[:.h]\\d{2}\\s*(?:${toWordPattern(words.clock)})?$`)
  const pool = compilePool(words)
  const printDate = compile(
    `^${toWordPattern(words.printed)}\\s*:?.*\\d{4}|^\\d[\\d./-]{6,9}\\s+\\d{1,2}:\\d{2}\\s*[-–]?\\s*${page}`,
  )
  const venue = compile(`^${toWordPattern(words.venue_label)}\\s*:?$`)
  return {
    parsePageTitle: (text) => {
      const groups = pageTitle.exec(text)?.groups
      if (!groups) return undefined
      return { is_psych: groups['psych'] !== undefined, session: groups['session']?.trim() ?? null }
    },
    isPageTitle: (text) => startsTitle.test(text),
    dropPageNumber: (text) => text.replace(pageNumber, '').trim(),
    hasPageNumber: (text) => pageNumber.test(text),
    parseSessionTitle: (text) => {
      if (!isSessionWord(text) && !/^\d/.test(text)) return undefined
      if (text.split(' ').length > maxSessionWords) return undefined
      const rest = matchSession(text)?.['rest']
      const isTitle = rest !== undefined && /^\s*(?:$|[-–:,(/]|\p{L})/u.test(rest)
      return isTitle || numberedSession.test(text) ? text : undefined
    },
    isDayTitle,
    isSessionBanner: createBannerTest(words, isDayTitle),
    namesSession: (text) => sessionWord.test(text),
    findSessionNumber: (text) => {
      const number = matchSession(text)?.['number'] ?? /^(\d{1,2})\s+[-–]\s+\p{L}/u.exec(text)?.[1]
      return number === undefined ? undefined : Number(number)
    },
    dropSessionNumber: (text) =>
      (matchSession(text)?.['rest'] ?? text.replace(/^\d{1,2}\s+[-–]\s+(?=\p{L})/u, '')).trim(),
    parseSessionStart: (text) => {
      if (!isStartWord(text)) return null
      const time = starts.exec(text)?.groups?.['time']
      return time !== undefined && clock.test(time.trim()) ? parseStartTime(time) : null
    },
    namesPool: (text) => pool.test(text),
    isVenueLabel: (text) => venue.test(text),
    isAnnouncement: (text) => announcement.test(text) || isBreak(text),
    isNotice: (text) => noticePattern.test(text) || printDate.test(text),
  }
}

/** Creates a test for a break in the schedule, also between signs: `*** Pause ***`. */
function createBreakTest(words: MeetVocabulary): (text: string) => boolean {
  const isBreakWord = createStartTest(words.break)
  const breaks = new RegExp(`^(?:${toWordPattern(words.break)})`, 'iu')
  return (text) => {
    const plain = text.replace(decoration, '')
    return isBreakWord(plain) && breaks.test(plain)
  }
}

function compilePool(words: MeetVocabulary): RegExp {
  const compile = (source: string) => new RegExp(source, 'iu')
  return compile(
    `(?<!\\p{L})${toAlternatives(words.pool)}(?!\\p{L})(?!\\s*:?\\s*(?:de\\s+)?\\d{2}\\s?m)|schwimm\\p{L}*bad`,
  )
}

/** Tests whether the parts of a line, between separators, include one day and a session or a weekday. */
function createBannerTest(
  words: MeetVocabulary,
  isDayTitle: (text: string) => boolean,
): (text: string) => boolean {
  const { findDates } = createDateGrammar(words)
  const session = toWordPattern([...words.session, ...words.day])
  const sessionPart = new RegExp(`^(?:\\d{1,2}\\S{0,3}\\s+)?${session}(?:\\s+[\\p{L}\\d]+)?$`, 'iu')
  return (text) => {
    const parts = text.split(/\s+[-–—|•·]\s+/)
    const dated = parts.filter((part) => findDates(part) !== undefined)
    const isSession = (part: string) => sessionPart.test(part) || isDayTitle(part)
    return parts.length > 1 && dated.length === 1 && parts.some(isSession)
  }
}

/** Matches `Abschnitt 3 - Sonntag`, `2ème réunion - Dimanche`, `Hari 2 - Minggu` and `2 день - 08.11.2026`. */
function createSessionMatcher(words: MeetVocabulary) {
  const compile = (source: string) => new RegExp(source, 'iu')
  const session = compile(
    `^${toWordPattern(words.session)}\\s*(?:n[°ºo]\\.?|nr\\.?|#)?\\s*(?:(?<number>\\d{1,2})[ªº°]?|[IVX]{1,4})(?![\\p{L}\\p{N}.]|:\\d)(?<rest>.*)$`,
  )
  const ordinalSession = compile(
    `^(?<number>\\d{1,2})\\s?(?:[.°ºª]|:?\\p{Ll}{1,3}\\.?)?\\s+${toWordPattern(words.session)}(?<rest>.*)$`,
  )
  const day = toWordPattern(words.day)
  const numberedDay = compile(
    `^(?:${day}\\s*#?\\d{1,2}|\\d{1,2}(?:[.°ºª]|-?\\p{Ll}{1,3}\\.?)?\\s+${day}(?:\\s+\\p{L}+)?)(?<rest>\\s*[-–:,(]\\s*(?:${toWordPattern(words.weekdays.flat())}|\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}).*)$`,
  )
  return (text: string) =>
    (session.exec(text) ?? ordinalSession.exec(text) ?? numberedDay.exec(text))?.groups
}

/** Maximum number of words, such as `Mattina` or `Warm-up`, that a title adds to its day, weekday and session. */
const maxOtherWords = 2

function createDayTitleTest(words: MeetVocabulary): (text: string) => boolean {
  const { findDates, findWeekdays } = createDateGrammar(words)
  const weekday = toWordPattern(words.weekdays.flat())
  const session = toWordPattern([...words.session, ...words.day])
  const known = new RegExp(
    `${weekday}|${session}|${toWordPattern([...words.starts, ...words.clock])}|[^\\p{L}]+`,
    'giu',
  )
  const isSession = new RegExp(session, 'iu')
  return (text) => {
    if (text.split(' ').length > maxSessionWords || !/\d/.test(text)) return false
    const dates = findDates(text)
    const range = dates?.read('day') ?? dates?.read('month')
    if (!dates || !range || range.start !== range.end) return false
    if (findWeekdays(text).length === 0 && !isSession.test(text)) return false
    const others = `${dates.before} ${dates.after}`.replace(known, ' ').trim()
    return others.split(/\s+/).length <= maxOtherWords
  }
}
