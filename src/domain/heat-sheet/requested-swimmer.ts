import type { Swimmer } from './heat-sheet.ts'
import { splitNames } from './swimmer-names.ts'

/** A requested swimmer: a name and, to distinguish swimmers with the same name, the team and age. */
export interface RequestedSwimmer {
  /** The request as text: "Ahlgren, Ada | AQUA-XX | 11". */
  requested: string
  name: string
  team: string | undefined
  age: string | undefined
}

/** Parses a list such as "Elly Liu; Ahlgren, Ada | AQUA-XX | 11". */
export function parseRequestedSwimmers(text: string): RequestedSwimmer[] {
  return [...new Set(splitNames(text))].map((requested) => {
    const [name = '', team, age] = requested.split('|').map((part) => part.trim())
    return { requested, name, team: team || undefined, age: age || undefined }
  })
}

/** Formats a request that finds this swimmer. `isUnique` means that no other swimmer in the program has this name. */
export function formatRequestedSwimmer(
  { swimmer_name, team, age }: Swimmer,
  isUnique: boolean,
): string {
  const name = swimmer_name.replace(/[;|\n]+/g, ' ')
  if (isUnique) return name
  return [name, team ?? '', age ?? ''].join(' | ').replace(/[ |]+$/, '')
}
