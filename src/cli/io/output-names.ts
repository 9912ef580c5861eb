import { toOutputFilename } from '../../domain/document/filename.ts'

/** Returns an unused name and reserves it. */
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
