/** Options that every command accepts. */
export interface OutputOptions {
  json?: boolean
  quiet?: boolean
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
}

/** Prints a value as one line of JSON. */
export function printJsonLine(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}

export function printLine(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Prints a note to stderr, unless the output is quiet or JSON. A note is not an error. */
export function note(text: string, { quiet = false, json = false }: OutputOptions): void {
  if (!quiet && !json) process.stderr.write(`${text}\n`)
}
