import { useQuery } from '@tanstack/react-query'
import { type MappingKind, MappingKind as Kinds } from '../../domain/mapping/mapping.ts'
import type { MappingSummary } from '../../domain/api/routes/service.ts'
import { mappingsQuery } from '../api/client.ts'
import { parseOption, storedValue } from '../store/stored-value.ts'
import { createStore, useStore } from '../store/store.ts'

/** What the next documents are; what somebody has once is often what they have again. */
export const selectedKind = storedValue<MappingKind>('kind', 'auto', parseOption(Kinds.options))

/** A layout by name, where its kind has several. Undefined: the document itself tells which. */
export const selectedLayout = createStore<string | undefined>(undefined)

/** What was typed into the form, by parameter; those of one kind outlast a look at another. */
export const typedParams = createStore<Readonly<Record<string, string>>>({})

/** Swimmers that were asked for before, the last one first. */
export const recentSwimmers = storedValue<readonly string[]>('swimmers', [], (kept) =>
  Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : undefined,
)

const maxSwimmers = 12

export function addRecentSwimmers(names: readonly string[]): void {
  const all = [...names, ...recentSwimmers.get()]
  const byName = new Map(all.toReversed().map((name) => [name.toLowerCase(), name]))
  if (names.length > 0) recentSwimmers.set([...byName.values()].toReversed().slice(0, maxSwimmers))
}

/** The mapping that the form stands for. An invoice whose layout is to be recognised is `auto`. */
export function findMapping(
  all: readonly MappingSummary[],
  kind: MappingKind,
  layout: string | undefined,
): MappingSummary | undefined {
  const ofKind = all.filter((mapping) => mapping.kind === kind)
  const named = ofKind.find(({ name }) => name === layout)
  return named ?? (ofKind.length === 1 ? ofKind[0] : all.find((mapping) => mapping.kind === 'auto'))
}

export function useMappings() {
  return useQuery(mappingsQuery)
}

/** What the documents of the list will be read by. */
export function useSelectedMapping(): MappingSummary | undefined {
  const { data } = useMappings()
  return findMapping(data?.mappings ?? [], useStore(selectedKind), useStore(selectedLayout))
}
