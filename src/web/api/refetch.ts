import { hashKey, type QueryKey } from '@tanstack/react-query'
import { queryClient } from './client.ts'

const scheduled = new Set<string>()

/** Asks once more, after what is under way, which may be older than the news: ended by each news, it would never arrive. */
export async function refetch(queryKey: QueryKey): Promise<void> {
  const query = { queryKey, exact: true }
  const hash = hashKey(queryKey)
  if (scheduled.has(hash)) return
  if (queryClient.isFetching(query) > 0) {
    scheduled.add(hash)
    await queryClient.refetchQueries(query, { cancelRefetch: false })
    scheduled.delete(hash)
  }
  await queryClient.invalidateQueries(query)
}
