import { hashKey, type QueryKey } from '@tanstack/react-query'
import { queryClient } from './client.ts'

const waiting = new Set<string>()

/** Asks once more, after what is under way, which may be older than the news: ended by each news, it would never arrive. */
export async function refetchOnce(queryKey: QueryKey): Promise<void> {
  const query = { queryKey, exact: true }
  const name = hashKey(queryKey)
  if (waiting.has(name)) return
  if (queryClient.isFetching(query) > 0) {
    waiting.add(name)
    await queryClient.refetchQueries(query, { cancelRefetch: false })
    waiting.delete(name)
  }
  await queryClient.invalidateQueries(query)
}
