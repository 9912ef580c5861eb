import { z } from 'zod'
import { Swimmer } from './heat-sheet.ts'
import { removeAccents } from './swimmer-names.ts'

/** A swimmer whom the user can select. */
export const ProgramSwimmer = Swimmer.extend({
  events: z.int().describe('Number of events.'),
  request: z.string().describe('The `swimmer` option that selects exactly this swimmer.'),
})
export type ProgramSwimmer = z.infer<typeof ProgramSwimmer>

/**
 * Finds swimmers by surname, part of a name, or club. Every search word must be the start of a word in the name or
 * club. Ignores case and accents. Names that start with the text come first.
 */
export function searchSwimmers(
  text: string,
  swimmers: readonly ProgramSwimmer[],
): ProgramSwimmer[] {
  const wanted = splitWords(text)
  if (wanted.length === 0) return []
  const matches = swimmers.flatMap((swimmer) => {
    const names = splitWords(swimmer.swimmer_name)
    const clubs = splitWords(swimmer.team ?? '')
    const isMatch = wanted.every((word) =>
      [...names, ...clubs].some((known) => known.startsWith(word)),
    )
    const isByName = wanted.some((word) => names.some((name) => name.startsWith(word)))
    const isSurname = names[0]?.startsWith(wanted[0] ?? '') ?? false
    return isMatch ? [{ swimmer, rank: isSurname ? 0 : isByName ? 1 : 2 }] : []
  })
  return matches.toSorted((a, b) => a.rank - b.rank).map(({ swimmer }) => swimmer)
}

function splitWords(text: string): string[] {
  return removeAccents(text.toLowerCase())
    .replace(/['’ʼ`´.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}
