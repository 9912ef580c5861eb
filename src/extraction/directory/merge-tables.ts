import { type Directory, listEntryKeys, type Tables, toDirectory } from './directory.ts'

export type TableKind = keyof Tables
export type TableEntry<K extends TableKind> = Tables[K][number]

/** Returns an entry's identity. An owner's entry replaces the built-in entry with the same identity. */
export const identifyEntry: { [K in TableKind]: (entry: TableEntry<K>) => string } = {
  parties: (party) => listEntryKeys.parties({ ...party, aliases: [], codes: [] })[0] ?? '',
  units: ({ code }) => code,
  goods: ({ option, code }) => `${option}${code}`,
}

/** Returns the built-in entries that no owner entry replaces. Companies match if they share any name. */
export function findRemainingBuiltIns<K extends TableKind>(
  kind: K,
  base: readonly TableEntry<K>[],
  own: readonly TableEntry<K>[],
): TableEntry<K>[] {
  const identity = identifyEntry[kind] as (entry: TableEntry<K>) => string
  const keys = listEntryKeys[kind] as (entry: TableEntry<K>) => string[]
  const taken = new Set(kind === 'parties' ? own.flatMap(keys) : own.map(identity))
  return base.filter((entry) => {
    const mine = kind === 'parties' ? keys(entry) : [identity(entry)]
    return !mine.some((key) => taken.has(key))
  })
}

/** Merges an owner's tables with the built-in ones. If keys are equal, the owner's entry wins. */
export function mergeTables(base: Tables, own: Tables): Directory {
  return toDirectory({
    parties: [...findRemainingBuiltIns('parties', base.parties, own.parties), ...own.parties],
    units: [...findRemainingBuiltIns('units', base.units, own.units), ...own.units],
    goods: [...findRemainingBuiltIns('goods', base.goods, own.goods), ...own.goods],
  })
}
