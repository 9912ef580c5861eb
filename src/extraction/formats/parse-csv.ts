import { CsvError, type Options, parse } from 'csv-parse/sync'

/** A row, and the line on which it starts. */
export interface CsvRow {
  line: number
  cells: string[]
}

/** Thrown if a quoted cell in the row that starts on this line is never closed. */
export class UnclosedQuote extends Error {
  readonly line: number

  constructor(line: number, cause: CsvError) {
    super(`Unclosed quote in line ${line}`, { cause })
    this.line = line
  }
}

/** Thrown if the table has too many rows, or if a row has too many characters. */
export class CsvTooLong extends Error {
  readonly line: number

  constructor(line: number) {
    super(`Too long at line ${line}`)
    this.line = line
  }
}

/** Maximum number of rows, which is more than a directory can hold. */
export const maxCsvRows = 20_000
/** Maximum number of records, including the empty rows that spreadsheets leave behind. */
const maxRecords = 50_000
const maxRowLength = 64 * 1024

const options = {
  max_record_size: maxRowLength,
  bom: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  // A quote inside an unquoted cell is text: `5" pipe`.
  relax_quotes: true,
  raw: true,
} satisfies Options

/**
 * Parses RFC 4180 CSV as spreadsheets save it: with or without a byte order mark, and with any line ending. The
 * delimiter is the comma, semicolon, tab or pipe that is most frequent in the first line. Skips empty rows.
 */
export function parseCsv(text: string): CsvRow[] {
  const delimiter = detectDelimiter(text.split(/\r\n?|\n/, 1)[0] ?? '')
  const rows: CsvRow[] = []
  let line = 1
  let records = 0
  const keep = (given: unknown) => {
    // The csv-parse types do not describe how `raw` changes a record.
    const { record, raw } = given as { record: string[]; raw: string }
    records += 1
    if (rows.length > maxCsvRows || records > maxRecords) throw new CsvTooLong(line)
    if (record.some((cell) => cell !== '')) rows.push({ line, cells: record })
    // csv-parse counts a CRLF inside quotes as two lines.
    line += raw.match(/\r\n?|\n/g)?.length ?? 0
    return null
  }
  try {
    parse(text, { ...options, delimiter, on_record: keep })
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED') {
      throw new UnclosedQuote(line, error)
    }
    if (error instanceof CsvError && error.code === 'CSV_MAX_RECORD_SIZE') {
      throw new CsvTooLong(line)
    }
    throw error
  }
  return rows
}

function detectDelimiter(head: string): string {
  const counts = [',', ';', '\t', '|'].map((it) => ({ it, count: head.split(it).length }))
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).it
}
