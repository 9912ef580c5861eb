import path from 'node:path'
import { outputFilename } from '../domain/document/filename.ts'

/** A name for the output of each file, after the file's own; files of one name in two folders get numbers. */
export function outputNames(files: string[], format: string): string[] {
  const taken = new Set<string>()
  return files.map((file) => freeName(path.basename(file), format, taken))
}

/** A name that is not taken yet, and now is. */
export function freeName(filename: string, format: string, taken: Set<string>): string {
  const stem = filename.replace(/\.pdf$/i, '')
  let name = outputFilename(stem, format)
  for (let n = 2; taken.has(name.toLowerCase()); n++) name = outputFilename(`${stem}-${n}`, format)
  taken.add(name.toLowerCase())
  return name
}
