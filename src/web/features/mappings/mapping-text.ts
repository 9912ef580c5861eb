const nameLine = /^name:[ \t]*(['"]?)([^'"#\r\n]*?)\1[ \t]*(#.*)?$/m

/** Returns the value of the top-level `name` key. */
export function parseName(yaml: string): string | undefined {
  return nameLine.exec(yaml)?.[2] || undefined
}

export function renameMapping(yaml: string, name: string): string {
  if (nameLine.test(yaml)) return yaml.replace(nameLine, () => `name: ${name}`)
  return `name: ${name}\n${yaml}`
}

/** Increments the version number at the end of the name. */
export function nextName(name: string): string {
  return name.replace(/\d+$/, (number) => String(Number(number) + 1))
}

/** Returns the start and end offsets of a line; lines are numbered from 1. */
export function lineRange(text: string, line: number): [start: number, end: number] {
  const lines = text.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0)
  return [
    Math.min(start, text.length),
    Math.min(start + (lines[line - 1] ?? '').length, text.length),
  ]
}

/** Returns the indentation of the line at this position. */
export function indentAt(text: string, position: number): string {
  const start = text.lastIndexOf('\n', position - 1) + 1
  return /^[ \t]*/.exec(text.slice(start, position))?.[0] ?? ''
}
