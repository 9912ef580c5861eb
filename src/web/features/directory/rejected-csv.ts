interface RejectedRow {
  cells: readonly string[]
  reason: string
}

/** Renders a CSV file for spreadsheet programs, with the reason in the last column. */
export function rejectedCsv(headers: readonly string[], rows: readonly RejectedRow[]): string {
  const filled = rows.map(({ cells, reason }) => [
    ...headers.slice(0, -1).map((_, index) => cells[index] ?? ''),
    reason,
  ])
  return `\ufeff${[headers, ...filled].map((row) => row.map(quote).join(';')).join('\r\n')}\r\n`
}

/** Quotes a cell. Escapes text that a spreadsheet program would run as a formula. */
function quote(cell: string): string {
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
