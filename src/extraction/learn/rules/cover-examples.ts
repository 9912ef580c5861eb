import type { Rule } from '../../../domain/mapping/invoice-layout.ts'

/** Maximum number of rules per value, tried in order. */
const maxRules = 3

/**
 * Chooses rules that together cover every example: the best rule that covers all of them or, if there is none, as few
 * rules as possible. Each list contains the rules for one example. An example with an empty list needs no rule.
 */
export function coverExamples(lists: { rule: Rule; score: number }[][]): Rule[] {
  const scoresByRule = new Map<string, { rule: Rule; scores: Map<number, number> }>()
  for (const [index, list] of lists.entries()) {
    for (const { rule, score } of list) {
      const key = JSON.stringify(rule)
      const known = scoresByRule.get(key) ?? { rule, scores: new Map<number, number>() }
      known.scores.set(index, score)
      scoresByRule.set(key, known)
    }
  }
  const open = new Set(lists.flatMap((list, index) => (list.length > 0 ? [index] : [])))
  const chosen: Rule[] = []
  while (open.size > 0 && chosen.length < maxRules) {
    const [best] = [...scoresByRule.values()]
      .map(({ rule, scores }) => {
        const openScores = [...scores].filter(([index]) => open.has(index))
        return { rule, openScores, score: sum(openScores.map(([, score]) => score)) }
      })
      .toSorted((a, b) => b.openScores.length - a.openScores.length || b.score - a.score)
    if (!best || best.openScores.length === 0) break
    chosen.push(best.rule)
    for (const [index] of best.openScores) open.delete(index)
  }
  return chosen
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
