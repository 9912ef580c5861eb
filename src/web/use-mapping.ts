import { useQuery } from '@tanstack/react-query'
import type { MappingSummary } from '../domain/routes/service.ts'
import { chosenMapping, mappings } from './app.ts'
import { useStore } from './store.ts'

export function useMappings() {
  return useQuery(mappings)
}

/** What the next files are read with: the chosen mapping, or the server's default. */
export function useMapping(): MappingSummary | undefined {
  const { data } = useMappings()
  const name = useStore(chosenMapping) ?? data?.default_mapping
  return data?.mappings.find((mapping) => mapping.name === name)
}
