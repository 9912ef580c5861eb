import type { HeatSheetEvent } from '../../domain/heat-sheet/heat-sheet.ts'
import { isSameSwim, toSwimKey } from '../heat-sheet/match-swims.ts'

interface OnSheet {
  event: HeatSheetEvent
  source: unknown
}

/** Groups the appearances of each swim on different sheets. */
export function groupSwims<One extends OnSheet>(swims: readonly One[]): [One, ...One[]][] {
  const byKey = new Map<string, [One, ...One[]][]>()
  for (const one of swims) {
    const key = toSwimKey(one.event)
    const groups = byKey.get(key) ?? []
    const group = groups.find((some) =>
      some.every(({ source, event }) => source !== one.source && isSameSwim(event, one.event)),
    )
    if (group) group.push(one)
    else byKey.set(key, [...groups, [one]])
  }
  return [...byKey.values()].flat()
}
