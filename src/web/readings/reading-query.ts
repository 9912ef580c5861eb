import { queryOptions } from '@tanstack/react-query'
import type { Job } from '../../domain/job/job.ts'
import { jobRoutes } from '../../domain/api/routes/jobs.ts'
import { client } from '../api/client.ts'
import { fetchReading } from './reading-view.tsx'

/** Loads a reading and caches it forever. `updated_at` in the key changes when the job is read again. */
export function readingQuery({ id, outputs, updated_at }: Job) {
  return queryOptions({
    queryKey: ['reading', id, updated_at],
    queryFn: ({ signal }) =>
      fetchReading(outputs, (format) =>
        client.call(jobRoutes.downloadJob, { params: { id }, query: { format }, signal }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
