/** Options that every command accepts. */
export interface OutputOptions {
  json?: boolean
  quiet?: boolean
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
}

/** Prints one line in a stream of JSON objects. */
export function printJsonLine(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}

export function printLine(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Prints a remark for people to stderr; not an error. */
export function note(text: string, { quiet = false, json = false }: OutputOptions): void {
  if (!quiet && !json) process.stderr.write(`${text}\n`)
}
