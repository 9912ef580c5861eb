import { toXmlSafeText } from '../text/xml-text.ts'

export type CsvCell = string | number | boolean | null

/** Writes CSV as defined in RFC 4180. */
export function toCsv(columns: readonly string[], rows: CsvCell[][]): string {
  return [columns, ...rows].map((row) => `${row.map(toField).join(',')}\r\n`).join('')
}

/** Prepends an apostrophe to text that a spreadsheet would evaluate as a formula. Negative numbers are safe. */
function toField(cell: CsvCell): string {
  const text = toXmlSafeText(String(cell ?? ''))
  const isFormula =
    /^\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text)
  const guarded = guardLaterFormulas(text)
  const safe = isFormula ? `'${guarded}` : guarded
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * Prepends an apostrophe to formulas after a semicolon or a line break. Where decimals have commas, spreadsheets
 * separate columns by semicolons and ignore quotes within a column, so that such text would start a cell.
 */
function guardLaterFormulas(text: string): string {
  return text.replace(/[;\r\n] *(?='*[=+\-@\uff1d\uff0b\uff0d\uff20])/g, "$&'")
}

/** Undoes `guardLaterFormulas`, even in text that already contained apostrophes. */
export function dropLaterGuards(text: string): string {
  return text.replace(/([;\r\n] *)'(?='*[=+\-@\uff1d\uff0b\uff0d\uff20])/g, '$1')
}
