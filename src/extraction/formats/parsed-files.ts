import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Parsed YAML files as JSON text, keyed by the YAML's hash. */
export type ParsedFiles = Record<string, string>

/** The built-in YAML files, parsed by the build, because parsing them takes half a second in each new process. */
const builtFile = new URL('../../parsed-files.json', import.meta.url)

let parsedFiles: ParsedFiles | undefined

/**
 * Returns the content that the build parsed from this text. Returns undefined for other files, and if the program runs
 * from source.
 */
export function findParsed(yaml: string): unknown {
  parsedFiles ??= loadParsedFiles()
  const json = parsedFiles[hashYaml(yaml)]
  return json === undefined ? undefined : JSON.parse(json)
}

export function hashYaml(yaml: string): string {
  return createHash('sha256').update(yaml).digest('base64url')
}

function loadParsedFiles(): ParsedFiles {
  try {
    return JSON.parse(readFileSync(builtFile, 'utf8')) as ParsedFiles
  } catch {
    // If the build is missing or incomplete, the files are parsed as usual.
    return {}
  }
}
