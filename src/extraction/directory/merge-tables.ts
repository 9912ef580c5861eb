import { type Directory, keysOf, type Tables, toDirectory } from './directory.ts'

export type Kind = keyof Tables
export type EntryOf<K extends Kind> = Tables[K][number]

/** What an entry is, however it is described: an entry of one's own takes the place of a built-in one that is the same. */
export const identityOf: { [K in Kind]: (entry: EntryOf<K>) => string } = {
  parties: (party) => keysOf.parties({ ...party, aliases: [], codes: [] })[0] ?? '',
  units: ({ code }) => code,
  goods: ({ option, code }) => `${option}${code}`,
}

/** The built-in entries that no own one takes the place of. A company goes by any of its names. */
export function builtInLeft<K extends Kind>(
  kind: K,
  base: readonly EntryOf<K>[],
  own: readonly EntryOf<K>[],
): EntryOf<K>[] {
  const identity = identityOf[kind] as (entry: EntryOf<K>) => string
  const keys = keysOf[kind] as (entry: EntryOf<K>) => string[]
  const taken = new Set(kind === 'parties' ? own.flatMap(keys) : own.map(identity))
  return base.filter((entry) => {
    const mine = kind === 'parties' ? keys(entry) : [identity(entry)]
    return !mine.some((key) => taken.has(key))
  })
}

/** The tables of an owner over those that everyone has; a key that both have leads to the owner's entry. */
export function mergeTables(base: Tables, own: Tables): Directory {
  return toDirectory({
    parties: [...builtInLeft('parties', base.parties, own.parties), ...own.parties],
    units: [...builtInLeft('units', base.units, own.units), ...own.units],
    goods: [...builtInLeft('goods', base.goods, own.goods), ...own.goods],
  })
}
