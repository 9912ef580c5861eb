import { useQuery } from '@tanstack/react-query'
import { fieldsMappingName, type MappingKind } from '../../domain/mapping/mapping.ts'
import type { MappingSummary } from '../../domain/api/routes/service.ts'
import { mappingsQuery } from '../api/client.ts'
import { storedValue } from '../store/stored-value.ts'
import { createStore, useStore } from '../store/store.ts'

/**
 * The selected kind of document. Resets to `auto` on every visit, because a remembered kind would silently apply to
 * other documents.
 */
export const selectedKind = createStore<MappingKind>('auto')

/** Name of the selected layout; undefined to detect it from the document. */
export const selectedLayout = createStore<string | undefined>(undefined)

/** Entered parameters by name. They stay when the user switches the kind. */
export const enteredParams = createStore<Readonly<Record<string, string>>>({})

/** Swimmers that the user entered, most recent first. */
export const recentSwimmers = storedValue<readonly string[]>('swimmers', [], (stored) =>
  Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : undefined,
)

const maxSwimmers = 12

export function addRecentSwimmers(names: readonly string[]): void {
  const all = [...names, ...recentSwimmers.get()]
  const byName = new Map(all.toReversed().map((name) => [name.toLowerCase(), name]))
  if (names.length > 0) recentSwimmers.set([...byName.values()].toReversed().slice(0, maxSwimmers))
}

/**
 * Returns the mappings that can be selected for an upload. Omits the mapping that requires a schema, because only
 * programs use it; people save their custom fields as a mapping.
 */
export function listChoices(all: readonly MappingSummary[]): MappingSummary[] {
  return all.filter(({ name }) => name !== fieldsMappingName)
}

/** Returns the mapping of the selected kind. An invoice without a layout uses `auto`. */
export function findMapping(
  all: readonly MappingSummary[],
  kind: MappingKind,
  layout: string | undefined,
): MappingSummary | undefined {
  const sameKind = listChoices(all).filter((mapping) => mapping.kind === kind)
  const named = sameKind.find(({ name }) => name === layout)
  return (
    named ?? (sameKind.length === 1 ? sameKind[0] : all.find((mapping) => mapping.kind === 'auto'))
  )
}

export function useMappings() {
  return useQuery(mappingsQuery)
}

export function useSelectedMapping(): MappingSummary | undefined {
  const { data } = useMappings()
  return findMapping(data?.mappings ?? [], useStore(selectedKind), useStore(selectedLayout))
}
