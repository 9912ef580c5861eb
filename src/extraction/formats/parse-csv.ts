/** A row of a table, with the line of the file that it begins in. */
export interface CsvRow {
  line: number
  cells: string[]
}

/**
 * The rows of a table after RFC 4180, as spreadsheets save it: with a byte order mark or without, lines that end in any
 * way, and a comma, semicolon or tab between cells, whichever the first line has most of. Empty lines are left out.
 */
export function csvRows(text: string): CsvRow[] {
  const content = text.replace(/^\ufeff/, '')
  const separator = separatorOf(content.split(/\r\n?|\n/, 1)[0] ?? '')
  const rows: CsvRow[] = []
  let line = 1
  let row: CsvRow = { line, cells: [] }
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    row.cells.push(cell)
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (row.cells.some((it) => it !== '')) rows.push(row)
    row = { line, cells: [] }
  }
  for (let at = 0; at < content.length; at += 1) {
    const letter = content[at] ?? ''
    const isLineEnd = letter === '\n' || (letter === '\r' && content[at + 1] !== '\n')
    if (isLineEnd) line += 1
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (content[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (letter === '"' && cell === '') isQuoted = true
    else if (letter === separator) endCell()
    else if (isLineEnd) endRow()
    else if (letter !== '\r') cell += letter
  }
  endRow()
  return rows
}

function separatorOf(head: string): string {
  const counts = [',', ';', '\t'].map((it) => ({ it, count: head.split(it).length }))
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).it
}
