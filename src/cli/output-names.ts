import path from 'node:path'
import { toOutputFilename } from '../domain/document/filename.ts'

/** Output names derived from the file names; duplicates get a number. */
export function outputNames(files: string[], format: string): string[] {
  const usedNames = new Set<string>()
  return files.map((file) => reserveUniqueName(path.basename(file), format, usedNames))
}

/** Returns an unused name and marks it as taken. */
export function reserveUniqueName(
  filename: string,
  format: string,
  usedNames: Set<string>,
): string {
  const stem = filename.replace(/\.pdf$/i, '')
  let name = toOutputFilename(stem, format)
  for (let n = 2; usedNames.has(name.toLowerCase()); n++)
    name = toOutputFilename(`${stem}-${n}`, format)
  usedNames.add(name.toLowerCase())
  return name
}
