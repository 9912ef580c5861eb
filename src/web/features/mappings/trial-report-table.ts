import type { Box } from '../../../domain/reading/reading.ts'
import type { MappingWords } from '../../i18n/en/mappings.ts'
import {
  type ColumnsStep,
  type Explanation,
  type LineStep,
  type NoHeadStep,
  explanationSteps,
} from './explanation-steps.ts'
import type { Mark, Row } from './trial-report.ts'

type Said = MappingWords['told']
type PageStep = ColumnsStep | LineStep | NoHeadStep

/** Points that letters extend above and below their baseline. */
const [rise, drop] = [9, 3]

/** Table header, columns and lines of each page. */
export function tableRows(explanation: Explanation, said: Said): Row[] {
  const all = explanationSteps(explanation).filter((step): step is PageStep => 'page' in step)
  const pages = [...new Set(all.map(({ page }) => page))].sort((a, b) => a - b)
  return pages.flatMap((page) => {
    const own = all.filter((step) => step.page === page)
    const lines = own.filter((step) => step.step === 'line').toSorted((a, b) => a.y - b.y)
    const known = own.find(isColumns) ?? own.find(isHead)
    const heads = own.filter(isHead)
    const columns = lines.length === 0 ? [] : columnMarks(known, heads, lines)
    return [
      ...heads.map((head) => headRow(head, columns, said)),
      ...own
        .filter((step) => step.step === 'no_head')
        .map((step) => noHeadRow(step, columns, said)),
      ...lines.map((line, index) => lineRow(line, index, known, said)),
    ]
  })
}

const isColumns = (step: PageStep): step is ColumnsStep => step.step === 'columns'
const isHead = (step: PageStep): step is ColumnsStep => step.step === 'head'

/** Columns span their header and cells, down to the last line. */
function columnMarks(
  known: ColumnsStep | undefined,
  heads: ColumnsStep[],
  lines: LineStep[],
): Mark[] {
  const own = lines.filter(({ role }) => role !== 'ends').map(({ y }) => y)
  const ys = [...heads.map(({ y }) => y), ...own]
  return (known?.columns ?? []).map(({ name, ...cells }): Mark => {
    const titles = heads.flatMap(({ columns }) => columns.filter((head) => head.name === name))
    const left = Math.min(cells.left, ...titles.map((head) => head.left))
    const right = Math.max(cells.right, ...titles.map((head) => head.right))
    const box: Box = [left - 2, Math.min(...ys) - rise, right + 2, Math.max(...ys) + drop]
    return { page: known?.page ?? 1, box, kind: 'column', text: name }
  })
}

function headRow({ page }: ColumnsStep, marks: Mark[], said: Said): Row {
  return {
    key: `head ${page}`,
    state: 'good',
    name: said.onPage(page),
    value: marks.map(({ text }) => text).join(', '),
    how: said.head,
    marks,
  }
}

function noHeadRow({ page, goes_on, heads }: NoHeadStep, columns: Mark[], said: Said): Row {
  const missing = heads.filter(({ places }) => places.length === 0)
  const places = heads.flatMap((head) => head.places.slice(0, 1))
  const wanted = missing.flatMap(({ labels }) => labels).map(said.quoted)
  const why = missing.length === 0 ? said.headNotOnOneLine : said.noHead(wanted.join(', '))
  return {
    key: `no head ${page}`,
    state: 'plain',
    name: said.onPage(page),
    value: '',
    how: goes_on ? said.goesOn : why,
    marks: goes_on ? columns : places.map((place): Mark => ({ ...place, kind: 'near' })),
  }
}

function lineRow(
  { page, y, text, role, item = 0, lacks = [], pattern = '' }: LineStep,
  index: number,
  known: ColumnsStep | undefined,
  said: Said,
): Row {
  const lefts = known?.columns.map(({ left }) => left) ?? []
  const rights = known?.columns.map(({ right }) => right) ?? []
  const box: Box = [Math.min(...lefts) - 4, y - rise, Math.max(...rights) + 4, y + drop]
  const how = {
    begins: said.begins(item),
    adds: said.adds(item),
    remark: said.remark(lacks.join(', ')),
    skipped: said.skipped(pattern),
    ends: said.ends(pattern),
  }
  return {
    key: `line ${page} ${index}`,
    state: role === 'begins' || role === 'adds' ? 'good' : 'plain',
    name: said.onPage(page),
    value: text,
    how: how[role],
    marks: lefts.length === 0 ? [] : [{ page, box, kind: 'line', text: how[role] }],
  }
}
