import type { ExampleLine } from '../example/example-reading.ts'
import type { Example } from '../example/example.ts'
import { toComparableText } from '../example/same-value.ts'

/** Offsets from an item's main line to the lines that may contain its numbers. */
export const nearbyLineOffsets = [0, 1, -1, 2, -2, 3, -3]
const maxDistanceEm = 3.2

/**
 * Returns, for each item in order, the index of the line with the most of its numbers, or undefined if an item has
 * none.
 */
export function findItemLines(example: Example): number[] | undefined {
  const { lines: items } = example.reading
  const count = example.document.lines.length
  let best: number[] = Array.from({ length: count + 1 }, () => 0)
  const choices: number[][] = []
  for (const item of items) {
    const scores = [-Infinity]
    const chosen = [-1]
    for (let line = 0; line < count; line++) {
      const score = scoreLine(example, item, line)
      const taken = score >= 1 ? (best[line] ?? -Infinity) + score : -Infinity
      const left = scores[line] ?? -Infinity
      scores.push(Math.max(taken, left))
      chosen.push(taken > left ? line : (chosen[line] ?? -1))
    }
    best = scores
    choices.push(chosen)
  }
  return Number.isFinite(best[count]) ? backtrack(choices, count) : undefined
}

function backtrack(choices: number[][], count: number): number[] {
  const rows: number[] = []
  let end = count
  for (const chosen of choices.toReversed()) {
    end = chosen[end] ?? -1
    rows.unshift(end)
  }
  return rows
}

function scoreLine(example: Example, item: ExampleLine, line: number): number {
  const used = new Set<number>()
  let score = 0
  for (const [weight, value] of [
    [1.2, item.amount],
    [1, item.unit_price],
    [1, item.quantity],
  ] as const) {
    if (!value) continue
    const numbers = example.numbers[line] ?? []
    const own = numbers.findIndex((it, at) => !used.has(at) && it.value === value)
    if (own >= 0) {
      used.add(own)
      score += weight
    } else if (isPrintedNearby(example, line, value)) score += 0.4
  }
  const start = toComparableText(item.description ?? '').slice(0, 8)
  const text = toComparableText(example.document.lines[line]?.text ?? '')
  return score > 0 && start !== '' && text.includes(start) ? score + 0.5 : score
}

function isPrintedNearby(example: Example, line: number, value: string): boolean {
  return nearbyLineOffsets.some(
    (step) =>
      step !== 0 &&
      isNearby(example, line, line + step) &&
      example.numbers[line + step]?.some((it) => it.value === value),
  )
}

/** True if two lines are close enough to be part of one item. */
export function isNearby({ document: { lines } }: Example, line: number, other: number): boolean {
  const [one, two] = [lines[line], lines[other]]
  if (one?.page !== two?.page || !one || !two) return false
  return Math.abs(one.baseline - two.baseline) < maxDistanceEm * one.font_size
}
