import { useQuery } from '@tanstack/react-query'
import { parseOption, storedValue } from '../store/stored-value.ts'
import { useStore } from '../store/store.ts'
import { meQuery } from './client.ts'

/** The last known kind of user, which determines the buttons on a page before the server responds. */
export const lastKnownUser = storedValue<'nobody' | 'editor' | 'viewer'>(
  'user',
  'nobody',
  parseOption(['nobody', 'editor', 'viewer']),
)

export function useMe() {
  return useQuery(meQuery)
}

/** False for viewers, who have read-only access to their team's documents. */
export function useCanEdit(): boolean {
  const { data } = useMe()
  const lastKnown = useStore(lastKnownUser)
  return data ? data.scopes.includes('write') : lastKnown !== 'viewer'
}
