import type { HeatSheetEvent } from '../../../src/domain/heat-sheet/heat-sheet.ts'
import { formatClock, type SheetLayout } from '../../fixtures/sheets/draw-parts.ts'
import { meetDays, type RandomSheet } from '../../fixtures/sheets/random-sheet.ts'

const identity = ['event_number', 'heat_number', 'lane', 'seed_rank', 'leg'] as const
const values = [
  'swimmer_name',
  'age',
  'team',
  'seed_time',
  'relay',
  'session_date',
  'heat_start_time',
] as const

/** An entry as printed. Values that the sheet does not state are absent and not compared. */
export type TrueEntry = Partial<
  Pick<HeatSheetEvent, (typeof values)[number] | (typeof identity)[number]>
>

export interface Score {
  right: number
  missing: number
  wrong: number
  extra: number
  mistakes: string[]
}

/** Compares entries by event, heat and lane, or by event and rank. */
export function scoreEntries(read: readonly HeatSheetEvent[], truth: readonly TrueEntry[]): Score {
  const unmatched = new Map<string, HeatSheetEvent[]>()
  for (const event of read) {
    const key = toKey(event)
    unmatched.set(key, [...(unmatched.get(key) ?? []), event])
  }
  const score: Score = { right: 0, missing: 0, wrong: 0, extra: 0, mistakes: [] }
  for (const entry of truth) {
    const candidates = unmatched.get(toKey(entry)) ?? []
    const exact = candidates.findIndex((one) => listDifferences(one, entry).length === 0)
    const [found] = candidates.splice(Math.max(exact, 0), 1)
    if (!found) {
      score.missing += 1
      score.mistakes.push(`missing ${JSON.stringify(entry)}`)
    } else if (exact >= 0) score.right += 1
    else {
      score.wrong += 1
      score.mistakes.push(`wrong ${toKey(entry)}: ${listDifferences(found, entry).join(', ')}`)
    }
  }
  for (const extra of [...unmatched.values()].flat()) {
    score.extra += 1
    score.mistakes.push(`extra ${toKey(extra)} ${extra.swimmer_name ?? extra.team}`)
  }
  return score
}

function toKey(entry: TrueEntry): string {
  return identity.map((field) => entry[field] ?? '').join('/')
}

function listDifferences(read: HeatSheetEvent, truth: TrueEntry): string[] {
  return values.flatMap((field) =>
    truth[field] === undefined || truth[field] === read[field]
      ? []
      : [`${field} ${read[field]} instead of ${truth[field]}`],
  )
}

/** Returns all entries on a generated sheet. */
export function listTrueEntries(
  { sessions }: RandomSheet,
  { id, has_starts, is_psych = false, prints = { age: true, seed: true } }: SheetLayout,
): TrueEntry[] {
  const { year, month, from } = meetDays
  return sessions.flatMap((session) => {
    const date = new Date(Date.UTC(year, month - 1, from + session.day)).toISOString().slice(0, 10)
    return session.events.flatMap((event) =>
      event.heats.flatMap((heat) =>
        heat.entries.map((entry) => ({
          event_number: event.number,
          heat_number: is_psych ? null : heat.number,
          lane: is_psych ? null : entry.lane,
          seed_rank: is_psych ? entry.lane : null,
          swimmer_name: entry.name,
          ...(!event.is_relay && prints.age && { age: entry.age }),
          team: entry.team,
          ...(prints.seed && { seed_time: entry.seed }),
          ...(event.is_relay && { relay: toSquad(id, entry.squad ?? '') }),
          session_date: date,
          ...(has_starts && { heat_start_time: formatClock(heat.start) }),
        })),
      ),
    )
  })
}

function toSquad(layout: string, squad: string): string | null {
  if (layout === 'heat-list') return null
  return layout === 'easywk' || layout.startsWith('splash')
    ? squad
    : ('ABC'[Number(squad) - 1] ?? '')
}
