import { type Message, message } from '../../domain/messages/message.ts'
import type { Heat } from './meet-program.ts'
import type { Row } from './page-rows.ts'
import { seedPattern } from './titles.ts'

/** Checks the program for internal consistency; a mismatch means that something was not read. */
export function checkProgram(heats: Heat[], unread: Row[]): Message[] {
  return [
    ...missingHeatWarnings(heats),
    ...duplicateLaneWarnings(heats),
    ...mixedRowWarnings(heats),
    ...unreadRowWarnings(unread),
  ]
}

function missingHeatWarnings(heats: Heat[]): Message[] {
  const byEvent = new Map<string, Heat[]>()
  for (const heat of heats.filter(({ kind }) => kind === 'heat')) {
    const { event, round, session } = heat
    const key = JSON.stringify([event.number, event.letter, round, session])
    byEvent.set(key, [...(byEvent.get(key) ?? []), heat])
  }
  return [...byEvent.values()].flatMap((eventHeats) => {
    const [total] = eventHeats.flatMap((heat) => heat.total ?? [])
    const found = new Set(eventHeats.map(({ number }) => number)).size
    if (total === undefined || found === total) return []
    return [message('heats_missing', null, { event: formatEvent(eventHeats[0]), total, found })]
  })
}

function duplicateLaneWarnings(heats: Heat[]): Message[] {
  return heats.flatMap((heat) => {
    const lanes = heat.entries.flatMap(({ number }) => number ?? [])
    const duplicates = lanes.find((lane, index) => lanes.indexOf(lane) !== index)
    if (heat.kind !== 'heat' || duplicates === undefined) return []
    const params = { event: formatEvent(heat), heat: heat.number, lane: duplicates }
    return [message('lane_twice', null, params)]
  })
}

/** A title with a time, or a row with two times, means that two page columns were merged. */
function mixedRowWarnings(heats: Heat[]): Message[] {
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

function unreadRowWarnings(rows: Row[]): Message[] {
  const [first] = rows
  if (!first) return []
  const params = { count: rows.length, page: first.page, text: first.text.slice(0, 80) }
  return [message('unread_rows', null, params)]
}

function formatEvent(heat: Heat | undefined): string {
  return `${heat?.event.number}${heat?.event.letter ?? ''}`
}
