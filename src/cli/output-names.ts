import path from 'node:path'
import { toOutputFilename } from '../domain/document/filename.ts'

/** Output names derived from the file names; duplicates get a number. */
export function outputNames(files: string[], format: string): string[] {
  const taken = new Set<string>()
  return files.map((file) => freeName(path.basename(file), format, taken))
}

/** Returns an unused name and marks it as taken. */
export function freeName(filename: string, format: string, taken: Set<string>): string {
  const stem = filename.replace(/\.pdf$/i, '')
  let name = toOutputFilename(stem, format)
  for (let n = 2; taken.has(name.toLowerCase()); n++)
    name = toOutputFilename(`${stem}-${n}`, format)
  taken.add(name.toLowerCase())
  return name
}
