const nameLine = /^name:[ \t]*(['"]?)([^'"#\r\n]*?)\1[ \t]*(#.*)?$/m

/** The name that a mapping gives itself, where it gives one. */
export function parseName(yaml: string): string | undefined {
  return nameLine.exec(yaml)?.[2] || undefined
}

/** The same mapping under another name. */
export function renameMapping(yaml: string, name: string): string {
  if (nameLine.test(yaml)) return yaml.replace(nameLine, () => `name: ${name}`)
  return `name: ${name}\n${yaml}`
}

/** What the next version of it is called. */
export function nextName(name: string): string {
  return name.replace(/\d+$/, (number) => String(Number(number) + 1))
}

/** From where to where a line of the text goes; lines are counted from 1. */
export function lineRange(text: string, line: number): [start: number, end: number] {
  const lines = text.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0)
  return [
    Math.min(start, text.length),
    Math.min(start + (lines[line - 1] ?? '').length, text.length),
  ]
}

/** How far the line at this place is indented, for the next one to go on there. */
export function indentAt(text: string, position: number): string {
  const start = text.lastIndexOf('\n', position - 1) + 1
  return /^[ \t]*/.exec(text.slice(start, position))?.[0] ?? ''
}
