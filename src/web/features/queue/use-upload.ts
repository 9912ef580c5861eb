import { useQuery } from '@tanstack/react-query'
import { uploadRoutes } from '../../../domain/api/routes/uploads.ts'
import { client } from '../../api/client.ts'
import { useRefetchOnChange } from '../../api/use-refetch-on-change.ts'
import { useIsFeedReady } from '../../live/use-live-jobs.ts'
import type { ViewCounts } from './job-filter.ts'

export const uploadKey = (id: string | undefined) => ['upload', id]

/** Returns the progress of an upload. Reloads when any job changes its status. */
export function useUpload(id: string | undefined, live: ViewCounts | undefined) {
  const version = live && JSON.stringify([live.counts, live.needs_review_count])
  const isFeedReady = useIsFeedReady()
  useRefetchOnChange(uploadKey(id), version)
  return useQuery({
    queryKey: uploadKey(id),
    queryFn: ({ signal }) =>
      client.call(uploadRoutes.getUpload, { params: { id: id ?? '' }, signal }),
    enabled: isFeedReady && id !== undefined,
  })
}
