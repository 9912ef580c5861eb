import type { Step } from '../extraction/layout/trace.ts'
import type { Explanation } from '../extraction/mapping/explain.ts'
import { aligned, shortened } from './aligned.ts'
import { placeText } from './explain-values.ts'

type Of<K extends Step['step']> = Extract<Step, { step: K }>

/** The table page by page: its head, its columns, and what became of each line. */
export function tableText({ steps, nearest }: Explanation): string[] {
  const onPages = steps.filter((step) => 'page' in step)
  const pages = [...new Set(onPages.map(({ page }) => page))]
  return pages.flatMap((page) => {
    const own = onPages.filter((step) => step.page === page)
    const lines = own
      .filter((step) => step.step === 'line')
      .toSorted((a, b) => a.y - b.y)
      .map(lineRow)
    return [...own.flatMap((step) => headText(step, nearest)), ...aligned(lines, '      ')]
  })
}

function headText(step: Step, nearest: Explanation['nearest']): string[] {
  if (step.step === 'no_head') return noHeadText(step, nearest)
  if (step.step === 'head') return [`    page ${step.page}: head at y ${Math.round(step.y)}`]
  if (step.step !== 'columns') return []
  const columns = step.columns.map(
    ({ name, left, right }) => `${name} ${Math.round(left)}–${Math.round(right)}`,
  )
  return [`      ${columns.join(' | ')}`]
}

function noHeadText(step: Of<'no_head'>, nearest: Explanation['nearest']): string[] {
  const { page, goes_on, heads } = step
  if (goes_on) return [`    page ${page}: no head, the table goes on`]
  if (heads.every(({ places }) => places.length === 0)) {
    const like = headRows(step, nearest).filter(([, , where]) => where?.includes('nearest'))
    return [`    page ${page}: no head, and none of its words`, ...aligned(like, '      ')]
  }
  const hint = heads.every(({ places }) => places.length > 0)
    ? ': its words are not on one line from left to right'
    : ''
  return [`    page ${page}: no head${hint}`, ...aligned(headRows(step, nearest), '      ')]
}

/** Where each label stands: all on one line, from left to right, would be a head. */
function headRows({ page, heads }: Of<'no_head'>, nearest: Explanation['nearest']): string[][] {
  return heads.map(({ column, labels, places }) => {
    const wanted = labels.map((label) => `"${label}"`).join(' or ')
    const [first] = places
    if (first) return [column, wanted, placeText(first)]
    const like = labels.map((label) => nearest[label]).find((place) => place?.page === page)
    return [column, wanted, `not on this page${like ? `; nearest: "${like.text}"` : ''}`]
  })
}

function lineRow({ y, text, role, item, fills, lacks, pattern }: Of<'line'>): string[] {
  const says = {
    begins: `item ${item}`,
    adds: `+ item ${item}`,
    remark: 'left out',
    skipped: 'skipped',
    ends: 'end',
  }
  const why = {
    begins: '',
    adds: `${fills?.join(', ')}; no item without ${lacks?.join(', ')}`,
    remark: `no item without ${lacks?.join(', ')}`,
    skipped: `by ${pattern}`,
    ends: `by ${pattern}`,
  }
  return [`y ${Math.round(y)}`, says[role], shortened(text, 60), why[role]]
}
