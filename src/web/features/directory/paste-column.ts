/**
 * Fills rows from a pasted column, one line per row. An empty line skips a row. Returns undefined for a single line,
 * which the field itself handles.
 */
export function fillDown(
  rows: readonly string[],
  pasted: string,
): Record<string, string> | undefined {
  const lines = pasted.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n')
  if (lines.length < 2) return undefined
  const pairs = rows.slice(0, lines.length).map((row, index) => [row, firstCell(lines[index])])
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''))
}

/** Returns the first cell of a line. Spreadsheet programs separate columns with tabs. */
function firstCell(line = ''): string {
  return (line.split('\t').find((cell) => cell.trim() !== '') ?? '').trim().replace(/^'/, '')
}
