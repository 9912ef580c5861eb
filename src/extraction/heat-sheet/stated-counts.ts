import type { ReadingParams } from '../../domain/messages/reading-codes.ts'
import type { CountTable } from './grammar/counts.ts'
import type { MeetGrammar } from './grammar/grammar.ts'
import type { Heat, MeetEvent, Session } from './meet-program.ts'
import type { SheetLine } from './page-rows.ts'

/** A stated heat or entry count that differs from the number found. */
export type CountMismatch = ReadingParams['count_differs']

/** A swimmer marked as withdrawn, whom the stated counts may include. */
export interface Withdrawal {
  event: MeetEvent | undefined
  session: number
}

/** An event's entry count as stated on the sheet. */
export interface StatedEvent {
  event: Pick<MeetEvent, 'number' | 'letter'>
  entries: number
  page: number
}

/** A session's individual and relay entries, as stated in a table of clubs. */
interface StatedSession {
  number: number
  entries: [number, number]
  page: number
}

/** Finds each session's total in tables of entries per club. The largest total includes the others. */
export function findStatedSessions(
  rows: readonly SheetLine[],
  grammar: MeetGrammar,
): StatedSession[] {
  const found = new Map<number, StatedSession>()
  let table: CountTable | undefined
  for (const { text, page } of rows) {
    table = grammar.parseCountTable(text) ?? table
    const totals = table && grammar.parseCountTotals(text, table)
    if (!table || !totals) continue
    for (const [index, entries] of totals.entries()) {
      const number = table.sessions[index] ?? 0
      const known = found.get(number)?.entries ?? [-1, -1]
      if (entries[0] + entries[1] > known[0] + known[1])
        found.set(number, { number, entries, page })
    }
  }
  return [...found.values()]
}

interface ReadEntries {
  heats: readonly Heat[]
  sessions: readonly Session[]
  withdrawn: readonly Withdrawal[]
}

/** Compares each session's stated entry count with the number found. */
export function checkSessionCounts(
  stated: readonly StatedSession[],
  { heats, sessions, withdrawn }: ReadEntries,
  grammar: MeetGrammar,
): CountMismatch[] {
  return stated.flatMap(({ number, entries, page }) => {
    const own = new Set(
      sessions.flatMap(({ name }, at) =>
        grammar.findSessionNumber(name ?? '') === number ? [at] : [],
      ),
    )
    if (own.size === 0) return []
    const found = countEntries(
      heats.filter(({ session }) => own.has(session)),
      withdrawn.filter(({ session }) => own.has(session)).length,
    )
    const total = entries[0] + entries[1]
    return found === total
      ? []
      : [{ part: 'session', number: String(number), unit: 'entries', stated: total, found, page }]
  })
}

/** Compares each event's stated entry count with the number found. A sheet may or may not count withdrawals. */
export function checkEventCounts(
  stated: readonly StatedEvent[],
  { heats, withdrawn }: Omit<ReadEntries, 'sessions'>,
): CountMismatch[] {
  const byEvent = new Map<string, { counts: Set<number>; page: number }>()
  for (const { event, entries, page } of stated) {
    const known = byEvent.get(formatEvent(event)) ?? { counts: new Set(), page }
    known.counts.add(entries)
    byEvent.set(formatEvent(event), known)
  }
  return [...byEvent].flatMap(([number, { counts, page }]) => {
    const own = heats.filter(({ event }) => formatEvent(event) === number)
    const gone = withdrawn.filter(({ event }) => event && formatEvent(event) === number).length
    const found = countEntries(own, 0)
    // Each round of an event may have its own stated count.
    const sum = [...counts].reduce((total, count) => total + count, 0)
    const isRight = [...counts, sum].some((count) => count === found || count === found + gone)
    return isRight ? [] : [{ part: 'event', number, unit: 'entries', stated: sum, found, page }]
  })
}

/** Returns the number with its letter: "12A". */
export function formatEvent({ number, letter }: Pick<MeetEvent, 'number' | 'letter'>): string {
  return `${number}${letter ?? ''}`
}

function countEntries(heats: readonly Heat[], withdrawn: number): number {
  return heats.reduce((sum, { entries }) => sum + entries.length, withdrawn)
}
