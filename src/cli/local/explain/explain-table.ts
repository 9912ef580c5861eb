import type { TraceStep } from '../../../extraction/layout/trace.ts'
import type { MappingExplanation } from '../../../extraction/mapping/explain.ts'
import { alignColumns, shorten } from '../../io/align-columns.ts'
import { placeText } from './explain-values.ts'

type TableStep<K extends TraceStep['step']> = Extract<TraceStep, { step: K }>

/** Explains the table page by page: header, columns and every line. */
export function tableText({ steps, nearest }: MappingExplanation): string[] {
  const onPages = steps.filter((step) => 'page' in step)
  const pages = [...new Set(onPages.map(({ page }) => page))]
  return pages.flatMap((page) => {
    const pageSteps = onPages.filter((step) => step.page === page)
    const lines = pageSteps
      .filter((step) => step.step === 'line')
      .toSorted((a, b) => a.y - b.y)
      .map(lineRow)
    return [
      ...pageSteps.flatMap((step) => headerText(step, nearest)),
      ...alignColumns(lines, '      '),
    ]
  })
}

function headerText(step: TraceStep, nearest: MappingExplanation['nearest']): string[] {
  if (step.step === 'no_head') return missingHeaderText(step, nearest)
  if (step.step === 'head') return [`    page ${step.page}: header at y ${Math.round(step.y)}`]
  if (step.step !== 'columns') return []
  const columns = step.columns.map(
    ({ name, left, right }) => `${name} ${Math.round(left)}–${Math.round(right)}`,
  )
  return [`      ${columns.join(' | ')}`]
}

function missingHeaderText(
  step: TableStep<'no_head'>,
  nearest: MappingExplanation['nearest'],
): string[] {
  const { page, goes_on, heads } = step
  if (goes_on) return [`    page ${page}: no header, the table continues`]
  if (heads.every(({ places }) => places.length === 0)) {
    const closestRows = headerRows(step, nearest).filter(([, , where]) =>
      where?.includes('closest match'),
    )
    return [
      `    page ${page}: no header, none of its labels found`,
      ...alignColumns(closestRows, '      '),
    ]
  }
  const hint = heads.every(({ places }) => places.length > 0)
    ? ': its labels are not on one line'
    : ''
  return [
    `    page ${page}: no header${hint}`,
    ...alignColumns(headerRows(step, nearest), '      '),
  ]
}

/** Lists where each header label was found. All labels of a header must be on the same line. */
function headerRows(
  { page, heads }: TableStep<'no_head'>,
  nearest: MappingExplanation['nearest'],
): string[][] {
  return heads.map(({ column, labels, places }) => {
    const labelList = labels.map((label) => `"${label}"`).join(' or ')
    const [first] = places
    if (first) return [column, labelList, placeText(first)]
    const closestMatch = labels.map((label) => nearest[label]).find((place) => place?.page === page)
    return [
      column,
      labelList,
      `not on this page${closestMatch ? `; closest match: "${closestMatch.text}"` : ''}`,
    ]
  })
}

function lineRow({ y, text, role, item, fills, lacks, pattern }: TableStep<'line'>): string[] {
  const roleTexts = {
    begins: `item ${item}`,
    adds: `+ item ${item}`,
    remark: 'ignored',
    skipped: 'skipped',
    ends: 'end',
  }
  const reasonTexts = {
    begins: '',
    adds: `adds ${fills?.join(', ')}; missing ${lacks?.join(', ')}`,
    remark: `missing ${lacks?.join(', ')}`,
    skipped: `matches ${pattern}`,
    ends: `matches ${pattern}`,
  }
  return [`y ${Math.round(y)}`, roleTexts[role], shorten(text, 60), reasonTexts[role]]
}
