import { type Message, message } from '../../domain/messages/message.ts'
import { listNameWarnings } from './check-names.ts'
import { seedPattern } from './grammar/times.ts'
import type { Heat } from './meet-program.ts'
import type { Row } from './page-rows.ts'

/** Input that the reader did not use, and expectations to check. */
interface Leftovers {
  unread_rows: Row[]
  /** Number of heats that a list of events states, by event. */
  stated_heats?: ReadonlyMap<string, number>
  /** True for a part of a sheet, which may lack the first heats of an event. */
  is_partial?: boolean
}

/** Checks the program for internal consistency; a mismatch means that something was not read. */
export function checkProgram(heats: Heat[], leftovers: Leftovers): Message[] {
  return [
    ...listHeatWarnings(heats, leftovers),
    ...listRankWarnings(heats),
    ...listLaneWarnings(heats),
    ...listNameWarnings(heats),
    ...listMixedRowWarnings(heats),
    ...listUnreadRowWarnings(leftovers.unread_rows),
  ]
}

/** Heats of a round are numbered from 1 without gaps; a number that restarts belongs to an event that was missed. */
function listHeatWarnings(heats: Heat[], { stated_heats, is_partial }: Leftovers): Message[] {
  const numbered = heats.filter(({ kind, number }) => kind === 'heat' && number !== null)
  const groups = groupBy(numbered, ({ event, round, session }) =>
    JSON.stringify([event.number, event.letter, round, session]),
  )
  return groups.flatMap((eventHeats) => {
    const event = formatEvent(eventHeats[0])
    const numbers = eventHeats.map(({ number }) => number ?? 0)
    const repeated = eventHeats.find((_, at) => numbers.indexOf(numbers[at] ?? 0) !== at)
    if (repeated) {
      const { number, place } = repeated
      return [message('heats_restart', null, { event, heat: number ?? 0, page: place.page })]
    }
    const [printed] = eventHeats.flatMap((heat) => heat.total ?? [])
    const first = is_partial ? Math.min(...numbers) : 1
    const last = Math.max(...numbers, stated_heats?.get(event) ?? 0)
    const total = printed ?? last - first + 1
    const found = numbers.length
    return found === total ? [] : [message('heats_missing', null, { event, total, found })]
  })
}

/** Ranks of an entry list are continuous; equal times share a rank. */
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
      message('ranks_missing', null, { event: formatEvent(heat), rank: ranks[gap] ?? 0, page }),
    ]
  })
}

function listLaneWarnings(heats: Heat[]): Message[] {
  return heats.flatMap((heat) => {
    const lanes = heat.entries.flatMap(({ number }) => number ?? [])
    const duplicates = lanes.find((lane, index) => lanes.indexOf(lane) !== index)
    if (heat.kind !== 'heat' || duplicates === undefined) return []
    const params = { event: formatEvent(heat), heat: heat.number, lane: duplicates }
    return [message('lane_twice', null, params)]
  })
}

/** A title with a time, or a row with two times, means that two page columns were merged. */
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

/** One warning for each page, so that it names the place. */
function listUnreadRowWarnings(rows: Row[]): Message[] {
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

function formatEvent(heat: Heat | undefined): string {
  return `${heat?.event.number}${heat?.event.letter ?? ''}`
}
