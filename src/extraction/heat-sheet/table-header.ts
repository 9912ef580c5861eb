import type { Row } from './page-rows.ts'
import { isTableHeader } from './titles.ts'

/** Left edges of the table columns, relative to the page column. */
export interface TableHeader {
  age: number | null
  team: number | null
}

/** In ems: a header row with smaller gaps is a sentence and does not reveal column positions. */
const minHeaderGapEm = 2

export function readTableHeader({ words, left, text }: Row): TableHeader | undefined {
  if (!isTableHeader(text)) return undefined
  const find = (pattern: RegExp) => words.findIndex((word) => pattern.test(word.text))
  const name = words[find(/^Name$/i)]
  const age = words[find(/^(?:Age|Yr|Year|Class)$/i)]
  const team = words[find(/^(?:Team|School|Club)$/i)]
  const next = age ?? team
  const isSpread = name && next && next.box[0] - name.box[2] > minHeaderGapEm * name.font_size
  if (!isSpread) return { age: null, team: null }
  return {
    age: age ? age.box[0] - left : null,
    team: team ? team.box[0] - left : null,
  }
}
