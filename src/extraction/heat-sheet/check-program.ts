import { type Message, message } from '../../domain/messages/message.ts'
import { listNameWarnings } from './check-names.ts'
import { parseStartTime, seedPattern } from './grammar/times.ts'
import type { Entry, Heat, Session } from './meet-program.ts'
import type { SheetLine } from './page-rows.ts'
import { type CountMismatch, formatEvent } from './stated-counts.ts'

/** Rows that the reader did not use, and stated counts to compare with the program. */
interface Leftovers {
  unread_rows: SheetLine[]
  /** Heat counts stated in event lists, by event. */
  stated_heats?: ReadonlyMap<string, readonly number[]>
  mismatches?: readonly CountMismatch[]
  /** True if this is only part of a sheet, which may lack an event's first heats. */
  is_partial?: boolean
  /** True for a seed time or a word for "no time" in the sheet's language. */
  isSeed?: (word: string) => boolean
  /** True for a list that may contain only some of each heat's swimmers. */
  is_excerpt?: boolean
}

/** Checks the program for internal consistency. A mismatch means that part of the sheet was not read correctly. */
export function checkProgram(heats: Heat[], leftovers: Leftovers): Message[] {
  return [
    ...(leftovers.is_excerpt ? [] : listHeatWarnings(heats, leftovers)),
    ...listLostEventWarnings(heats, leftovers),
    ...(leftovers.mismatches ?? []).map((one) => message('count_differs', null, { ...one })),
    ...listRankWarnings(heats),
    ...listLaneWarnings(heats),
    ...listNameWarnings(heats),
    ...listMixedRowWarnings(heats),
    // A model's values were compared with their rows, and those that differ are counted.
    ...(leftovers.is_partial
      ? []
      : [...listUnreadTimeWarnings(heats, leftovers), ...listEventNameWarnings(heats)]),
    ...listUnreadRowWarnings(leftovers.unread_rows),
  ]
}

/** Sessions are printed in order, so a date before the previous session's date is a misprint or was misread. */
export function listDayWarnings(sessions: readonly Session[]): Message[] {
  const dated = sessions.flatMap(({ name, date }) => (date === null ? [] : [{ name, date }]))
  return dated.flatMap(({ name, date }, at) => {
    const before = dated[at - 1]?.date
    if (before === undefined || before <= date) return []
    return [message('session_days', null, { session: name ?? '', date, before })]
  })
}

/** Heats in a round are numbered from 1 without gaps. If the numbers restart, an event title was missed. */
function listHeatWarnings(heats: Heat[], { stated_heats, is_partial }: Leftovers): Message[] {
  const numbered = heats.filter(({ kind, number }) => kind === 'heat' && number !== null)
  const groups = groupBy(numbered, ({ event, round, session }) =>
    JSON.stringify([event.number, event.letter, dropFinalLetter(round), session]),
  )
  return groups.flatMap((eventHeats) => {
    const [{ event: first, place }] = eventHeats
    const event = formatEvent(first)
    const numbers = eventHeats.map(({ number }) => number ?? 0)
    const repeated = eventHeats.find((_, at) => numbers.indexOf(numbers[at] ?? 0) !== at)
    if (repeated) {
      const { number: heat, place: at } = repeated
      return [message('heats_restart', null, { event, heat: heat ?? 0, page: at.page })]
    }
    const found = numbers.length
    const printed = eventHeats.find((heat) => heat.total !== null && heat.total !== found)
    const stated = stated_heats?.get(event) ?? [found]
    const lowest = is_partial ? Math.min(...numbers) : 1
    const total =
      printed?.total ?? (stated.includes(found) ? Math.max(...numbers) - lowest + 1 : stated[0])
    const { page } = (printed ?? { place }).place
    return total === undefined || found === total
      ? []
      : [message('heats_missing', null, { event, total, found, page })]
  })
}

/**
 * Removes a final's letter, so that A and B finals count as one round, even if the finals have names: `A -
 * Championship`, `B - Consolation`.
 */
function dropFinalLetter(round: string | null): string | null {
  if (round !== null && /^[A-H]\s*[-–]/.test(round)) return 'A-H'
  return round?.replace(/(?<!\p{L})[A-H](?!\p{L})\s*[-–]?\s*/u, '').trim() ?? null
}

/** Warns about events in an event list whose heats were not found. */
function listLostEventWarnings(heats: Heat[], { stated_heats }: Leftovers): Message[] {
  const known = new Set(heats.map(({ event }) => formatEvent(event)))
  const lost = [...(stated_heats ?? [])].filter(([event]) => !known.has(event))
  return lost.flatMap(([event, [total = 0]]) =>
    total > 0 ? [message('event_missing', null, { event, total })] : [],
  )
}

/** Ranks in an entry list have no gaps, except after equal times, which share a rank. */
function listRankWarnings(heats: Heat[]): Message[] {
  return heats.flatMap((heat) => {
    if (heat.kind !== 'psych') return []
    const ranks = heat.entries.map(({ number }) => number ?? 0)
    const gap = ranks.findIndex((rank, at) => {
      const previous = ranks[at - 1] ?? 0
      return rank !== previous + 1 && rank !== at + 1 && !(at > 0 && rank === previous)
    })
    if (gap < 0) return []
    const { page } = heat.entries[gap]?.place ?? heat.place
    return [
      message('ranks_missing', null, {
        event: formatEvent(heat.event),
        rank: ranks[gap] ?? 0,
        page,
      }),
    ]
  })
}

function listLaneWarnings(heats: Heat[]): Message[] {
  return heats.flatMap((heat) => {
    const lanes = heat.entries.flatMap(({ number }) => number ?? [])
    const duplicates = lanes.find((lane, index) => lanes.indexOf(lane) !== index)
    if (heat.kind !== 'heat' || duplicates === undefined) return []
    const params = { event: formatEvent(heat.event), heat: heat.number, lane: duplicates }
    return [message('lane_twice', null, params)]
  })
}

/** Warns if two page columns were merged: a title then contains a time, or a row contains two times. */
function listMixedRowWarnings(heats: Heat[]): Message[] {
  const findTimes = (text: string) =>
    text.split(' ').filter((word) => /\d/.test(word) && seedPattern.test(word))
  const mixedTexts = heats
    .flatMap(({ event, entries }) => [
      ...(findTimes(event.name).length > 0 ? [event.place] : []),
      ...entries.flatMap(({ place }) => (findTimes(place.text).length > 1 ? [place] : [])),
    ])
    .at(0)
  if (!mixedTexts) return []
  return [
    message('columns_mixed', null, { page: mixedTexts.page, text: mixedTexts.text.slice(0, 80) }),
  ]
}

/** Reports entries without a seed time whose row contains one, because its column was not found. */
function listUnreadTimeWarnings(
  heats: Heat[],
  { isSeed = (word) => seedPattern.test(word) }: Leftovers,
): Message[] {
  const hasUnreadTime = ({ start }: Heat, { name, team, place }: Entry) => {
    const known = new Set(`${name ?? ''} ${team ?? ''}`.split(/\s+/))
    return place.text.split(/[\s()[\];|]+/).some((part) => {
      const word = part.replace(/[,.:]+$/, '')
      const isStart = start !== null && parseStartTime(word) === start
      return /[\p{L}\d]/u.test(word) && !known.has(part) && !isStart && [part, word].some(isSeed)
    })
  }
  const places = heats.flatMap((heat) =>
    heat.kind === 'report'
      ? []
      : heat.entries.flatMap((entry) =>
          entry.seed_time === null && entry.legs.length === 0 && hasUnreadTime(heat, entry)
            ? [entry.place]
            : [],
        ),
  )
  return groupBy(places, ({ page }) => String(page)).map(([{ page, text }]) =>
    message('columns_mixed', null, { page, text: text.slice(0, 80) }),
  )
}

/** Reports a number with the names of two events: the columns of event, heat and lane were confused. */
function listEventNameWarnings(heats: Heat[]): Message[] {
  const toName = ({ name }: Heat['event']) =>
    name
      .toLowerCase()
      .replace(/[^\p{L}\d]+/gu, ' ')
      .trim()
  const groups = groupBy(
    heats.filter(({ kind }) => kind === 'heat'),
    ({ event, session }) => JSON.stringify([event.number, event.letter, session]),
  )
  const other = groups
    .flatMap(
      ([first, ...more]) => more.find(({ event }) => toName(event) !== toName(first.event)) ?? [],
    )
    .at(0)
  if (!other) return []
  const { page, text } = other.event.place
  return [message('columns_mixed', null, { page, text: text.slice(0, 80) })]
}

/** Issues one warning per page, so that each warning names its page. */
function listUnreadRowWarnings(rows: SheetLine[]): Message[] {
  return groupBy(rows, ({ page }) => String(page)).map(([first, ...more]) => {
    const { page, text } = first
    return message('unread_rows', null, { count: more.length + 1, page, text: text.slice(0, 80) })
  })
}

function groupBy<One>(all: One[], toKey: (one: One) => string): [One, ...One[]][] {
  const groups = new Map<string, [One, ...One[]]>()
  for (const one of all) {
    const group = groups.get(toKey(one))
    if (group) group.push(one)
    else groups.set(toKey(one), [one])
  }
  return [...groups.values()]
}
