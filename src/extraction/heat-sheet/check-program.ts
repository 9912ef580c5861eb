import { say } from '../../domain/i18n/say.ts'
import type { Heat, Warning } from './meet-program.ts'
import type { Row } from './page-rows.ts'
import { seedPattern } from './titles.ts'

/** Checks the program against its own statements; a mismatch means that something was not read. */
export function checkProgram(heats: Heat[], unread: Row[]): Warning[] {
  return [
    ...missingHeats(heats),
    ...duplicateLanes(heats),
    ...mixedRows(heats),
    ...unreadRows(unread),
  ]
}

function missingHeats(heats: Heat[]): Warning[] {
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
    const message = say`Event ${eventLabel(eventHeats[0])} has ${total} heats, but ${found} were read.`
    return [{ code: 'heats_missing', message }]
  })
}

function duplicateLanes(heats: Heat[]): Warning[] {
  return heats.flatMap((heat) => {
    const lanes = heat.entries.flatMap(({ number }) => number ?? [])
    const twice = lanes.find((lane, index) => lanes.indexOf(lane) !== index)
    if (heat.kind !== 'heat' || twice === undefined) return []
    const message = say`Event ${eventLabel(heat)}, heat ${heat.number} has lane ${twice} twice.`
    return [{ code: 'lane_twice', message }]
  })
}

/** A title with a time, or a row with two, means that two page columns were merged. */
function mixedRows(heats: Heat[]): Warning[] {
  const timesIn = (text: string) =>
    text.split(' ').filter((word) => /\d/.test(word) && seedPattern.test(word))
  const mixed = heats
    .flatMap(({ event, entries }) => [
      ...(timesIn(event.name).length > 0 ? [event.place] : []),
      ...entries.flatMap(({ place }) => (timesIn(place.text).length > 1 ? [place] : [])),
    ])
    .at(0)
  if (!mixed) return []
  const message = say`The columns of page ${mixed.page} were not told apart: "${mixed.text.slice(0, 80)}".`
  return [{ code: 'columns_mixed', message }]
}

function unreadRows(strays: Row[]): Warning[] {
  const [first] = strays
  if (!first) return []
  const text = first.text.slice(0, 80)
  const message =
    strays.length === 1
      ? say`One row could not be read, the first on page ${first.page}: "${text}".`
      : say`${strays.length} rows could not be read, the first on page ${first.page}: "${text}".`
  return [{ code: 'unread_rows', message }]
}

function eventLabel(heat: Heat | undefined): string {
  return `${heat?.event.number}${heat?.event.letter ?? ''}`
}
