import type { Job } from '../../../domain/job/job.ts'
import { jobRoutes } from '../../../domain/api/routes/jobs.ts'
import { client } from '../../api/client.ts'

/** Returns another job that needs review, if any. */
export async function fetchNextToReview(id: string): Promise<Job | undefined> {
  const query = { needs_review: true, limit: 2 }
  const { jobs } = await client.call(jobRoutes.listJobs, { query })
  return jobs.find((job) => job.id !== id)
}
