import { type Message, message } from '../../domain/messages/message.ts'
import type { Entry, Heat } from './meet-program.ts'

/** The largest lane number in any pool. */
const maxLane = 20
/** If more than this share of entries have a team, a missing team is suspicious. */
const usualShare = 0.9
const mostShare = 0.5
/** Matches symbols that appear in text set in a font without an encoding: `V¶ 7¢`. */
const brokenPattern = /[^\p{L}\p{M}\p{N}\s.,@'’‘`´"“”„()[\]/*&+#?!:;_·•‐‑–—-]/u
/** `S9`, `SB8` and `SM10`. */
const sportClass = /S[BM]?\d{1,2}/g
const furniturePattern = /https?:|www\.|\S@\S|\.(?:com|org|net|de)\b|\d:\d\d|©/i

/** Reports names that contain another column or a page footer. */
export function listNameWarnings(heats: Heat[]): Message[] {
  const entries = heats.flatMap((heat) =>
    heat.kind === 'report' ? [] : heat.entries.map((entry) => ({ entry, heat })),
  )
  const named = entries.filter(({ heat }) => !heat.event.is_relay)
  const withTeam = named.filter(({ entry }) => entry.team !== null).length
  const hasTeams = named.length > 0 && withTeam / named.length >= usualShare
  const hasAges = named.some(({ entry }) => entry.age !== null)
  const teams = new Set(named.flatMap(({ entry }) => entry.team ?? []))
  const isUnknownCode = findUnknownCodes(named.map(({ entry }) => entry))
  const isPartOfYear = findPartsOfYears(named.map(({ entry }) => entry))
  // Pseudonyms such as "Swimmer12" contain digits everywhere.
  const numbered = named.filter(({ entry }) => /\d/.test(entry.name ?? '')).length
  const hasPseudonyms = numbered / named.length > mostShare
  const suspects = entries.filter(({ entry, heat }) => {
    if (heat.kind === 'heat' && (entry.number ?? 0) > maxLane) return true
    if (heat.event.is_relay) return isSuspectRelay(entry)
    return (
      isSuspectName(entry, { teams, hasAges, hasPseudonyms }) ||
      (hasTeams && entry.team === null) ||
      isUnknownCode(entry) ||
      isPartOfYear(entry)
    )
  })
  const pages = new Set(suspects.map(({ entry }) => entry.place.page))
  return [...pages].map((page) => {
    const own = suspects.filter(({ entry }) => entry.place.page === page)
    const text = own[0]?.entry.place.text.slice(0, 80) ?? ''
    return message('names_suspect', null, { count: own.length, page, text })
  })
}

/**
 * Finds entries without a time whose team ends with an unknown code for "no time": `Lake Club WITHOUT`. Almost all
 * other entries must have a time.
 */
function findUnknownCodes(entries: readonly Entry[]): (entry: Entry) => boolean {
  const timed = entries.filter(({ seed_time }) => seed_time !== null)
  const teams = [...new Set(timed.flatMap(({ team }) => team ?? []))]
  const hasTimes = entries.length > 0 && timed.length / entries.length >= usualShare
  return ({ seed_time, team }) =>
    hasTimes && seed_time === null && teams.some((other) => team?.startsWith(`${other} `))
}

/**
 * Finds short ages, and digits in names, if most ages are years of birth. These are parts of a year that a long name
 * overlaps.
 */
function findPartsOfYears(entries: readonly Entry[]): (entry: Entry) => boolean {
  const ages = entries.flatMap(({ age }) => age ?? [])
  const years = ages.filter((age) => /^\d{4}$/.test(age))
  const hasYears = years.length / ages.length > mostShare
  return ({ name, age }) =>
    hasYears &&
    (/^\d{1,3}$/.test(age ?? '') || /\p{L}\d\s|\d\p{L}/u.test(name?.replace(sportClass, '') ?? ''))
}

/**
 * True if a name contains other text. Accepts digits in a name only if age and team were found beside it, and never
 * three in a row.
 */
function isSuspectName(
  { name, age, team, cells, is_guess }: Entry,
  {
    teams,
    hasAges,
    hasPseudonyms,
  }: { teams: ReadonlySet<string>; hasAges: boolean; hasPseudonyms: boolean },
): boolean {
  if (name === null || !/\p{L}/u.test(name) || furniturePattern.test(name)) return true
  if (/^[-–—=_.:;,|/·•)]|\(\d/.test(name) || brokenPattern.test(name)) return true
  // The year of birth was read as the team, after another number.
  if (/^(?:\((?:19|20)\d{2}\).*|(?:19|20)\d{2})$/.test(team ?? '')) return true
  // The end of a long name was read as part of the team: `Ann LAKE-XX`.
  const [, code] = /^\p{Lu}\S* (\p{Lu}[\p{Lu}\d-]+)$/u.exec(team ?? '') ?? []
  if (code !== undefined && teams.has(code)) return true
  if (/\d{3}/.test(name)) return true
  // One of the two cells may be a team. A single letter is a sex, a country or an age group that was read as the name.
  if (cells || is_guess || /^\p{L}$/u.test(name)) return true
  // A bracket was cut apart: `Ann Roe (Lake`.
  if (name.split('(').length !== name.split(')').length) return true
  if (/^[A-Z][A-Z\d&-]{1,7}$/.test(name) && team?.includes(', ')) return true
  // The year of birth touches a long name, and another number was read as the age.
  if (!hasPseudonyms && /\p{L}\d{2}$/u.test(name)) return true
  if (/\d/.test(name) && ((hasAges && age === null) || team === null)) return true
  // The team starts with an age that could not be read.
  if (hasAges && age === null && /^\d\S{0,2}\s/.test(team ?? '')) return true
  // A team code before the name was read as part of it: `LAKE Roe, Ann`.
  const [, leading] = /^([A-Z]{2,8}) .*,/.exec(name) ?? []
  if (teams.has(name) || (leading !== undefined && teams.has(leading))) return true
  return (
    team === null &&
    [...teams].some((other) => name.endsWith(` ${other}`) || name.startsWith(`${other} `))
  )
}

function isSuspectRelay({ team, legs }: Entry): boolean {
  return team === null || legs.some(({ name }) => /\d{2}/.test(name) || furniturePattern.test(name))
}
