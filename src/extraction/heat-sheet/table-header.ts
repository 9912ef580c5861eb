import type { Row } from './page-rows.ts'
import { isTableHead } from './titles.ts'

/** Where the columns of a table begin, from the left of its page column. */
export interface TableHead {
  age: number | null
  team: number | null
}

/** Heads that are set like a sentence do not tell where columns are. */
const apart = 2

export function readTableHead({ words, left, text }: Row): TableHead | undefined {
  if (!isTableHead(text)) return undefined
  const find = (pattern: RegExp) => words.findIndex((word) => pattern.test(word.text))
  const name = words[find(/^Name$/i)]
  const age = words[find(/^(?:Age|Yr|Year|Class)$/i)]
  const team = words[find(/^(?:Team|School|Club)$/i)]
  const next = age ?? team
  const isSpread = name && next && next.box[0] - name.box[2] > apart * name.font_size
  if (!isSpread) return { age: null, team: null }
  return {
    age: age ? age.box[0] - left : null,
    team: team ? team.box[0] - left : null,
  }
}
