import { toOutputFilename } from '../../domain/document/filename.ts'

/** Returns a name that is not in use, and reserves it. */
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
