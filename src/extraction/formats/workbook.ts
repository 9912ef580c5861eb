import { Readable } from 'node:stream'
import { isDate } from '../../domain/mapping/param-kinds.ts'
import { toXmlSafeText } from '../text/xml-text.ts'
import type { CsvCell } from './write-csv.ts'
import { createZip } from './zip.ts'
import { escapeMarkup } from '../../domain/values/escape-markup.ts'

/** The cells of `number` and `date` columns are decimals and ISO dates as text. Any other text is written unchanged. */
export interface SheetColumn {
  name: string
  kind: 'text' | 'number' | 'date'
  /** Column width in characters. */
  width: number
}

export interface Sheet {
  name: string
  columns: readonly SheetColumn[]
  /** Called when the sheet is written, so that the rows do not have to be in memory. */
  rows: () => AsyncIterable<CsvCell[]>
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Fixed, so that identical rows produce identical bytes. */
const changed_at = '1980-01-01T12:00:00Z'

/** Indexes into `cellXfs` of the styles below. */
const styles = { header: 1, date: 2 }
const styleXml = `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="14" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

/** Streams an XLSX file, one sheet after another. */
export function writeWorkbook(sheets: readonly Sheet[]): Readable {
  const parts = [
    { name: '[Content_Types].xml', text: contentTypesXml(sheets) },
    { name: '_rels/.rels', text: relationsXml([['officeDocument', 'xl/workbook.xml']]) },
    { name: 'xl/workbook.xml', text: workbookXml(sheets) },
    { name: 'xl/_rels/workbook.xml.rels', text: sheetRelationsXml(sheets) },
    { name: 'xl/styles.xml', text: styleXml },
  ]
  return createZip([
    ...parts.map(({ name, text }) => ({
      name,
      changed_at,
      open: async () => Readable.from([Buffer.from(declaration + text)]),
    })),
    ...sheets.map((sheet, index) => ({
      name: `xl/${sheetPath(index)}`,
      changed_at,
      open: async () => Readable.from(writeSheet(sheet), { objectMode: false }),
    })),
  ])
}

function sheetPath(index: number): string {
  return `worksheets/sheet${index + 1}.xml`
}

function contentTypesXml(sheets: readonly Sheet[]): string {
  const overrides = [
    ['/xl/workbook.xml', `${types}.sheet.main+xml`],
    ['/xl/styles.xml', `${types}.styles+xml`],
    ...sheets.map((_, index) => [`/xl/${sheetPath(index)}`, `${types}.worksheet+xml`]),
  ].map(([name, type]) => `<Override PartName="${name}" ContentType="${type}"/>`)
  return `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`
}

function relationsXml(targets: readonly (readonly [type: string, target: string])[]): string {
  const entries = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${packages}/relationships">${entries.join('')}</Relationships>`
}

function sheetRelationsXml(sheets: readonly Sheet[]): string {
  return relationsXml([
    ...sheets.map((_, index) => ['worksheet', sheetPath(index)] as const),
    ['styles', 'styles.xml'],
  ])
}

function workbookXml(sheets: readonly Sheet[]): string {
  const entries = sheets.map(
    ({ name }, index) =>
      `<sheet name="${escapeMarkup(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  return `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${entries.join('')}</sheets></workbook>`
}

async function* writeSheet({ columns, rows }: Sheet): AsyncGenerator<string> {
  const widths = columns.map(
    ({ width }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  const frozen = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  yield `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${frozen}</sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`
  const header = columns.map(({ name }, index) =>
    textCell(`${letters(index)}1`, name, styles.header),
  )
  yield `<row r="1">${header.join('')}</row>`
  let number = 1
  for await (const row of rows()) {
    number++
    const cells = columns.map((column, index) =>
      toCell(`${letters(index)}${number}`, row[index] ?? null, column),
    )
    yield `<row r="${number}">${cells.join('')}</row>`
  }
  yield '</sheetData></worksheet>'
}

/** Excel stores 15 significant digits and would change longer numbers, so they stay text. */
const exactNumber = /^-?(?=\D*(?:\d\D*){1,15}$)\d+(\.\d+)?$/

function toCell(at: string, cell: CsvCell, { kind }: SheetColumn): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`
  const text = String(cell)
  if (kind === 'number' && exactNumber.test(text)) return `<c r="${at}"><v>${text}</v></c>`
  if (kind === 'date' && isDate(text)) {
    return `<c r="${at}" s="${styles.date}"><v>${toSerialDay(text)}</v></c>`
  }
  return textCell(at, text)
}

/** Writes an inline string, which a spreadsheet never evaluates as a formula. */
function textCell(at: string, text: string, style = 0): string {
  const value = escapeMarkup(toXmlSafeText(text).slice(0, maxCellLength))
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`
}

/** Excel's maximum text length per cell, in characters. */
const maxCellLength = 32_767

const dayMs = 24 * 60 * 60_000

/** Returns the number of days since 30 December 1899, as Excel counts them. */
function toSerialDay(date: string): number {
  return (Date.parse(date) - Date.UTC(1899, 11, 30)) / dayMs
}

function letters(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest > 0 ? letters(rest - 1) : '') + String.fromCharCode(65 + (index % 26))
}
