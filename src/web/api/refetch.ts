import { hashKey, type QueryKey } from '@tanstack/react-query'
import { queryClient } from './client.ts'

const scheduled = new Set<string>()

/**
 * Refetches after the running fetch ends, because its data may be stale. If every change cancelled the running fetch,
 * it might never finish.
 */
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
