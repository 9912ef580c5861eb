import type { Box } from '../../../domain/reading/reading.ts'
import type { MappingText } from '../../i18n/en/mappings.ts'
import {
  type ColumnsStep,
  type Explanation,
  type LineStep,
  type MissingHeaderStep,
  explanationSteps,
} from './explanation-steps.ts'
import type { Highlight, FindingRow } from './trial-report.ts'

type ReportMessages = MappingText['report']
type PageStep = ColumnsStep | LineStep | MissingHeaderStep

/** How far letters extend above and below the baseline, in points. */
const [ascent, descent] = [9, 3]

/** Returns rows about the table's header, columns and lines on each page. */
export function tableRows(explanation: Explanation, messages: ReportMessages): FindingRow[] {
  const all = explanationSteps(explanation).filter((step): step is PageStep => 'page' in step)
  const pages = [...new Set(all.map(({ page }) => page))].sort((a, b) => a - b)
  return pages.flatMap((page) => {
    const pageSteps = all.filter((step) => step.page === page)
    const lines = pageSteps.filter((step) => step.step === 'line').toSorted((a, b) => a.y - b.y)
    const columnsStep = pageSteps.find(isColumns) ?? pageSteps.find(isHeader)
    const heads = pageSteps.filter(isHeader)
    const columns = lines.length === 0 ? [] : columnMarks(columnsStep, heads, lines)
    return [
      ...heads.map((head) => headerRow(head, columns, messages)),
      ...pageSteps
        .filter((step) => step.step === 'no_head')
        .map((step) => missingHeaderRow(step, columns, messages)),
      ...lines.map((line, index) => lineRow(line, index, columnsStep, messages)),
    ]
  })
}

const isColumns = (step: PageStep): step is ColumnsStep => step.step === 'columns'
const isHeader = (step: PageStep): step is ColumnsStep => step.step === 'head'

/** Highlights columns from their header down to the last line. */
function columnMarks(
  columnsStep: ColumnsStep | undefined,
  heads: ColumnsStep[],
  lines: LineStep[],
): Highlight[] {
  const pageSteps = lines.filter(({ role }) => role !== 'ends').map(({ y }) => y)
  const ys = [...heads.map(({ y }) => y), ...pageSteps]
  return (columnsStep?.columns ?? []).map(({ name, ...cells }): Highlight => {
    const titles = heads.flatMap(({ columns }) => columns.filter((head) => head.name === name))
    const left = Math.min(cells.left, ...titles.map((head) => head.left))
    const right = Math.max(cells.right, ...titles.map((head) => head.right))
    const box: Box = [left - 2, Math.min(...ys) - ascent, right + 2, Math.max(...ys) + descent]
    return { page: columnsStep?.page ?? 1, box, kind: 'column', text: name }
  })
}

function headerRow(
  { page }: ColumnsStep,
  marks: Highlight[],
  messages: ReportMessages,
): FindingRow {
  return {
    key: `head ${page}`,
    state: 'good',
    name: messages.onPage(page),
    value: marks.map(({ text }) => text).join(', '),
    how: messages.header,
    marks,
  }
}

function missingHeaderRow(
  { page, goes_on, heads }: MissingHeaderStep,
  columns: Highlight[],
  messages: ReportMessages,
): FindingRow {
  const missing = heads.filter(({ places }) => places.length === 0)
  const places = heads.flatMap((head) => head.places.slice(0, 1))
  const labels = missing.flatMap(({ labels }) => labels).map(messages.quoted)
  const reason =
    missing.length === 0 ? messages.headerSplit : messages.headerMissing(labels.join(', '))
  return {
    key: `no head ${page}`,
    state: 'plain',
    name: messages.onPage(page),
    value: '',
    how: goes_on ? messages.continues : reason,
    marks: goes_on ? columns : places.map((place): Highlight => ({ ...place, kind: 'near' })),
  }
}

function lineRow(
  { page, y, text, role, item = 0, lacks = [], pattern = '' }: LineStep,
  index: number,
  columnsStep: ColumnsStep | undefined,
  messages: ReportMessages,
): FindingRow {
  const lefts = columnsStep?.columns.map(({ left }) => left) ?? []
  const rights = columnsStep?.columns.map(({ right }) => right) ?? []
  const box: Box = [Math.min(...lefts) - 4, y - ascent, Math.max(...rights) + 4, y + descent]
  const how = {
    begins: messages.item(item),
    adds: messages.itemContinued(item),
    remark: messages.ignored(lacks.join(', ')),
    skipped: messages.skipped(pattern),
    ends: messages.ends(pattern),
  }
  return {
    key: `line ${page} ${index}`,
    state: role === 'begins' || role === 'adds' ? 'good' : 'plain',
    name: messages.onPage(page),
    value: text,
    how: how[role],
    marks: lefts.length === 0 ? [] : [{ page, box, kind: 'line', text: how[role] }],
  }
}
