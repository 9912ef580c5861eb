import path from 'node:path'
import { outputFilename } from '../domain/filename.ts'

/** A name for the output of each file, after the file's own; files of one name in two folders get numbers. */
export function outputNames(files: string[], format: string): string[] {
  const taken = new Set<string>()
  return files.map((file) => {
    const stem = path.basename(file).replace(/\.pdf$/i, '')
    let name = outputFilename(stem, format)
    for (let n = 2; taken.has(name.toLowerCase()); n++)
      name = outputFilename(`${stem}-${n}`, format)
    taken.add(name.toLowerCase())
    return name
  })
}
