import type { MeetVocabulary } from '../../../domain/heat-sheet/meet-vocabulary.ts'
import { createCountGrammar, type StatedCounts } from './counts.ts'
import { parseStartTime, seedPattern } from './times.ts'
import { createStartTest, toWordPattern } from './word-pattern.ts'

/** An event title, with counts if an event list states them: `(4 Läufe)`. */
export interface EventTitle extends StatedCounts {
  number: number
  letter: string | null
  name: string
}

export interface HeatTitle {
  number: number
  total: number | null
  round: string | null
  start: number | null
  estimated: boolean
  /** Set if the heat continues after a break: `Heat 3 Finals (#12 Girls 50 Meter Freestyle)`. */
  event: EventTitle | null
}

export interface TitleGrammar {
  parseEventTitle: (text: string) => EventTitle | undefined
  /** Also accepts a title without a distance, stroke or sex, which only the rows below it can confirm. */
  parseAnyEventTitle: (text: string) => EventTitle | undefined
  /**
   * Accepts `5. 100 Nage Libre Dames`: a number, a distance, a stroke and a sex. Only a heat below it can confirm it.
   */
  parseNumberedTitle: (text: string) => EventTitle | undefined
  /** True if the text mentions a numbered event anywhere. This is a quick test for whole pages. */
  mentionsEvent: (text: string) => boolean
  /** True for `Event 5` alone, which means that the name is in the next row. */
  isEventNumber: (text: string) => boolean
  parseHeatTitle: (text: string) => HeatTitle | undefined
  /** Parses `Semifinal 2` and `Final`. Only an entry below distinguishes a title from a note about the round. */
  parseRoundTitle: (text: string) => HeatTitle | undefined
  /** True for the word for "heat", with which a heat's title starts. */
  startsHeat: (word: string) => boolean
  isAlternatesTitle: (text: string) => boolean
  /** True for the first word of a title, heat or table, which marks the left edge of a page column. */
  isTitleStart: (word: string) => boolean
  isRelayName: (name: string) => boolean
  /** True for an event or heat title in a language that writes the day before the month: `Gara 4`. */
  putsDayFirst: (title: string) => boolean
  /** Returns the language of these titles, or undefined if more than one is possible or a title is unknown. */
  findLanguage: (titles: readonly string[]) => string | undefined
  /** True if the letter (W, F or M) stands for the only sex in the event's name. */
  isSexOf: (letter: string, name: string) => boolean
  /** True unless the name states exactly one sex. */
  isMixedName: (name: string) => boolean
}

/** Matches `4x50m`, `100 SC Meter`, `50m`, `25 Yard` and `1.5 km`. A bare number counts only if it is a usual distance. */
const distancePattern =
  /\b\d{1,2}\s?[x×]\s?\d{2,4}(?!\d)|\b\d{2,4}\s?(?:m|y|yd|yds|metres?|meters?|yards?|(?:sc|lc)\b)(?!\p{L})|\b\d{1,2}(?:[.,]\d{1,2})?\s?km(?!\p{L})|\b(?:25|50|75|100|150|200|300|400|500|800|1000|1500|1650)\b(?!\s*[%€$])/iu
/** `3ª`, `2.`, `1st`, `2ème`. */
const ordinalPattern = /^\d{1,3}(?:[ªº°.]|st|nd|rd|th|er|ère|e|ème|:[ae])$/iu
const maxTitleWords = 16
const maxUnknownTitleWords = 8

type TitlePatterns = ReturnType<typeof compileTitles>

export function createTitleGrammar(vocabulary: MeetVocabulary): TitleGrammar {
  const patterns = compileTitles(vocabulary)
  return {
    parseEventTitle: (text) => {
      const title = matchEvent(patterns, patterns.putWordFirst(text))
      return title && patterns.swim.test(title.name) ? title : undefined
    },
    parseAnyEventTitle: (text) => {
      const title = matchEvent(patterns, patterns.putWordFirst(text))
      return title && !text.includes('#') && isPlausibleName(title.name) ? title : undefined
    },
    parseNumberedTitle: (text) => matchNumbered(patterns, text),
    mentionsEvent: (text) => patterns.anyEvent.test(text) || patterns.anyOrdinal.test(text),
    isEventNumber: (text) => patterns.mayStartEvent(text) && patterns.eventNumber.test(text),
    parseHeatTitle: (text) => parseTimedHeat(patterns, text),
    parseRoundTitle: (text) => parseRound(patterns, text),
    startsHeat: (word) => patterns.heatWord.test(word),
    isAlternatesTitle: (text) =>
      patterns.mayStartAlternates(text) && patterns.alternates.test(text),
    isTitleStart: (word) => patterns.start.test(word) || ordinalPattern.test(word),
    isRelayName: (name) => patterns.relay.test(name),
    putsDayFirst: (title) => !title.startsWith('#') && !patterns.monthFirst.test(title),
    findLanguage: (titles) => findLanguage(vocabulary, titles),
    isSexOf: (letter, name) =>
      (/[WF]/.test(letter) ? patterns.female : patterns.male).test(name) &&
      !patterns.mixed.test(name),
    isMixedName: (name) => !patterns.sex.test(name),
  }
}

function findLanguage(
  { own_words }: MeetVocabulary,
  titles: readonly string[],
): string | undefined {
  const found = titles.map((title) =>
    title
      .toLowerCase()
      .split(/[^\p{L}]+/u)
      .flatMap((word) => own_words[word] ?? []),
  )
  const [language, ...others] = new Set(found.flat())
  return others.length === 0 && found.every((words) => words.length > 0) ? language : undefined
}

function compileTitles(words: MeetVocabulary) {
  const ordinal = '(?:№|(?:no|nr|n°|nº|n)\\.?|\\p{L}{1,4}\\.)\\s*'
  const event = `(?:(?:${toWordPattern(words.event)})\\s*(?:${ordinal})?[#:]?\\s*|#\\s?|E(?=\\d{1,3}(?!\\d)))`
  const continued = toWordPattern(words.continued)
  const sex = toWordPattern([...words.female, ...words.male, ...words.mixed])
  const stroke = toWordPattern([...words.stroke, ...words.relay])
  const round = toWordPattern(words.round)
  const final = toWordPattern(words.final)
  // `B - Final`, `A - Championship`: Meet Manager lets the user name the finals.
  const finalRound = `[A-H]\\s*[-–]\\s*(?:${final}|\\p{L}+(?:\\s\\p{L}+)?)`
  const compile = (source: string) => new RegExp(source, 'iu')
  const isEventWord = createStartTest([...words.event, ...words.continued])
  const isHeatWord = createStartTest([...words.heat, ...words.continued, ...words.final])
  return {
    mayStartEvent: (text: string) => /^\(?(?:#|E\d)/.test(text) || isEventWord(text),
    mayStartHeat: (text: string) => isHeatWord(text) || /^[A-H](?!\p{L})/u.test(text),
    mayStartRound: createStartTest(words.round),
    mayStartAlternates: createStartTest(words.alternates),
    /** Also matches an event that continues after a break: `Event 6 ...(Men 50 Meter Backstroke)`. */
    event: compile(
      `^(?:${continued}\\s+)?\\(?${event}(?<number>\\d{1,4})(?<letter>[A-Z](?![\\p{L}]))?(?:\\s*[-–—:,.|/·]{1,2}\\s+|\\s*\\.{3}\\s*|\\s+)(?<name>\\S.*)$`,
    ),
    anyEvent: compile(`${event}\\d`),
    anyOrdinal: compile(`\\d[ªº°.]\\s+${toWordPattern(words.event)}`),
    putWordFirst: createOrdinalReader(words),
    monthFirst: compile(`(?:${toWordPattern(words.month_first)})`),
    eventNumber: compile(`^${event}\\d{1,4}[A-Z]?:?$`),
    continuedEnd: compile(`\\s*[-–(]?\\s*(?:${continued})\\s*\\)?\\s*$`),
    splitCounts: createCountGrammar(words).splitCounts,
    swim: compile(
      `^\\(?(?:${sex})|${distancePattern.source}|\\d.*(?:${stroke})|(?:${sex}).*(?:${stroke})|(?:${stroke}).*(?:${sex})`,
    ),
    heat: compile(
      `^(?:${continued}\\s+)?(?:${toWordPattern(words.heat)})\\s*(?:${ordinal})?[#:]?\\s*(?<number>\\d{1,3})(?![\\d.]|:\\d)(?:\\s*,?\\s*(?:(?:${toWordPattern(words.of)})|/)\\s*(?<total>\\d{1,3}))?(?!\\d)\\s*(?<round>${finalRound}|${round})?(?<rest>.*)$`,
    ),
    heatWord: compile(`^(?:${toWordPattern(words.heat)}|H\\d{1,3})$`),
    /** Writes out `H3` and `H3/5`. */
    writeOutHeat: (text: string) =>
      text.replace(/^H(?=\d{1,3}(?:$|\s*(?:of\b|[/(–-])))/, `${words.heat[0] ?? ''} `),
    /** `Semifinal 2`, `Final`: a round that is also the title of its heats. */
    roundHeat: compile(
      `^(?:${round})\\s*(?<number>\\d{1,2})?(?:\\s*(?:(?:${toWordPattern(words.of)})|/)\\s*(?<total>\\d{1,2}))?(?![\\p{L}\\p{N}.:])(?<rest>.*)$`,
    ),
    /** Text allowed after a heat number, so that a name such as "Heat 3 Lane 5" is not a title. */
    heatRest: compile(
      `^[:,]?$|^[-–(*]|^[:|·]\\s*\\(?\\d{1,2}[:.h]\\d{2}|${toWordPattern(words.starts)}|${toWordPattern(words.approx)}|\\d[:h]\\d\\d|^(?:${continued})`,
    ),
    finalHeat: compile(
      `^(?:(?<before>[A-H])\\s*[-–]?\\s*(?:${final})|(?:${final})\\s*[-–]?\\s*(?<after>[A-H]))(?![\\p{L}])(?<rest>.*)$`,
    ),
    estimated: compile(toWordPattern(words.approx)),
    alternates: compile(`^(?:${toWordPattern(words.alternates)})`),
    start: compile(
      `^(?:${toWordPattern([...words.heat, ...words.event, ...words.continued, ...words.lane, ...words.alternates])}|#\\d*[A-Z]?|[EH]\\d+):?$`,
    ),
    ...compileNames(words),
  }
}

/** Compiles the patterns for what an event's name states. */
function compileNames(words: MeetVocabulary) {
  const compile = (source: string) => new RegExp(source, 'iu')
  return {
    relay: compile(
      `${toWordPattern(words.relay)}|(?:${words.relay.join('|')})(?!\\p{L})|\\b\\d{1,2}\\s?[x×]\\s?\\d`,
    ),
    sex: compile(toWordPattern([...words.female, ...words.male])),
    female: compile(toWordPattern(words.female)),
    male: compile(toWordPattern(words.male)),
    mixed: compile(toWordPattern(words.mixed)),
    anySex: compile(toWordPattern([...words.female, ...words.male, ...words.mixed])),
    stroke: compile(toWordPattern([...words.stroke, ...words.relay])),
  }
}

/**
 * Returns "PROVA 3 - 50 METROS" for "3ª PROVA - 50 METROS". A distance follows the word for "event", because a swimmer
 * may be named like a title: `3. Event, Ida`.
 */
function createOrdinalReader({ event, heat, of }: MeetVocabulary): (text: string) => string {
  const end = '\\s*(?:$|[-–:(/]|\\d'
  const [events, heats] = [toWordPattern(event), toWordPattern(heat)]
  const title = new RegExp(
    `^(?<number>\\d{1,3}\\S{1,3})\\s+(?:(?<event>${events})(?<name>${end}|\\p{L}[^,]*,\\s*\\d{1,4}\\s?[\\dmx×]).*)|(?<heat>${heats})(?<rest>${end}|,\\s*${toWordPattern(of)}\\s*\\d).*))$`,
    'iu',
  )
  return (text) => {
    if (!/^\d{1,3}[^\s\d]/.test(text)) return text
    const groups = title.exec(text)?.groups ?? {}
    const { number = '' } = groups
    const word = groups['event'] ?? groups['heat'] ?? ''
    const rest = groups['name'] ?? groups['rest'] ?? ''
    return ordinalPattern.test(number) ? `${word} ${Number.parseInt(number, 10)}${rest}` : text
  }
}

function matchEvent(patterns: TitlePatterns, row: string): EventTitle | undefined {
  const text = row.replace(/^\.{3}\s*/, '')
  if (!patterns.mayStartEvent(text)) return undefined
  const { number, letter, name } = patterns.event.exec(text)?.groups ?? {}
  if (number === undefined || name === undefined) return undefined
  if (name.split(' ').length > maxTitleWords) return undefined
  const isBracketed = text.startsWith('(') || name.startsWith('(')
  const bare = isBracketed ? name.replace(/^\(|\)$/g, '') : name
  const { text: title, counts } = patterns.splitCounts(bare)
  const cleaned = title
    .replace(patterns.continuedEnd, '')
    .replace(/\s*\([^()]*\d[:.h]\d\d[^()]*\)\s*$/, '')
  return {
    number: Number(number),
    letter: letter?.toUpperCase() ?? null,
    name: cleaned.trim(),
    ...counts,
  }
}

const numberedTitle =
  /^(?:n[°ºro]\.?\s*)?(?<number>\d{1,3})(?<letter>[A-Z])?(?:[.):]|\s*[-–])?\s+(?<name>\S.*)$/i

function matchNumbered(patterns: TitlePatterns, text: string): EventTitle | undefined {
  if (!/^(?:n[°ºro]\.?\s*)?\d/i.test(text)) return undefined
  const { number, letter = null, name } = numberedTitle.exec(text)?.groups ?? {}
  if (number === undefined || name === undefined) return undefined
  const words = name.split(' ')
  const isTitle =
    words.length <= maxTitleWords &&
    distancePattern.test(name) &&
    patterns.stroke.test(name) &&
    patterns.anySex.test(name) &&
    !words.some((word) => seedPattern.test(word))
  return isTitle ? { number: Number(number), letter, name } : undefined
}

/** True for a few capitalised words without a time. A sentence about an event is longer. */
function isPlausibleName(name: string): boolean {
  const words = name.split(' ')
  return (
    words.length <= maxUnknownTitleWords &&
    /^[\p{Lu}\d(]/u.test(name) &&
    /\p{L}{3}/u.test(name) &&
    !/[.!?]$/.test(name) &&
    !words.some((word) => seedPattern.test(word))
  )
}

/** `09:12 - Heat 3`: the time before the title is the heat's start. */
const timeBefore =
  /^(?<time>\d{1,2}[:.h]\d{2}(?:\s?[ap]m\b)?)\s*(?:\p{L}{1,3}\b\.?)?\s*[-–|:]?\s+(?=\p{L})/iu

function parseTimedHeat(patterns: TitlePatterns, text: string): HeatTitle | undefined {
  const found = /^\d/.test(text) ? timeBefore.exec(text) : null
  const rest = found ? text.slice(found[0].length) : text
  const heat = parseHeat(patterns, patterns.putWordFirst(patterns.writeOutHeat(rest)))
  return heat && found ? { ...heat, start: heat.start ?? parseStartTime(found[0]) } : heat
}

function parseHeat(patterns: TitlePatterns, text: string): HeatTitle | undefined {
  if (!patterns.mayStartHeat(text)) return undefined
  const { number, total, round, rest = '' } = patterns.heat.exec(text)?.groups ?? {}
  if (number === undefined) return parseFinal(patterns, text)
  if (!(total || round || patterns.heatRest.test(rest.trim()))) return undefined
  const continued = /\((#.*)$/.exec(rest)?.[1]
  const event = continued && matchEvent(patterns, continued.replace(/\)$/, ''))
  return {
    number: Number(number),
    total: total === undefined ? null : Number(total),
    round: round?.trim() ?? null,
    start: continued ? null : parseStartTime(rest),
    estimated: patterns.estimated.test(rest),
    event: event && patterns.swim.test(event.name) ? event : null,
  }
}

/** Parses `A - Final`. Finals are swum in sheet order. The heat number is the letter's position in the alphabet. */
function parseFinal(patterns: TitlePatterns, text: string): HeatTitle | undefined {
  const { before, after, rest = '' } = patterns.finalHeat.exec(text)?.groups ?? {}
  const letter = (before ?? after)?.toUpperCase()
  if (letter === undefined || !(rest.trim() === '' || patterns.heatRest.test(rest.trim())))
    return undefined
  return {
    number: letter.charCodeAt(0) - 'A'.charCodeAt(0) + 1,
    total: null,
    round: text.slice(0, text.length - rest.length).trim(),
    start: parseStartTime(rest),
    estimated: patterns.estimated.test(rest),
    event: null,
  }
}

/** Parses a round whose only heat has no number. */
function parseRound(patterns: TitlePatterns, text: string): HeatTitle | undefined {
  if (!patterns.mayStartRound(text)) return undefined
  const { number = '1', total, rest } = patterns.roundHeat.exec(text)?.groups ?? {}
  if (rest === undefined || !patterns.heatRest.test(rest.replace(/^,/, '').trim())) return undefined
  return {
    number: Number(number),
    total: total === undefined ? null : Number(total),
    round: text.replace(/[\s,]*\d.*$/, ''),
    start: parseStartTime(rest),
    estimated: patterns.estimated.test(rest),
    event: null,
  }
}
