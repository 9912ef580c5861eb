import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { StatusWriter } from '../../jobs/job-status.ts'

const AnyJob = z.object({ id: z.uuid(), batch_id: z.uuid() })

/** Finds the jobs in the response to an upload, a cancellation or a retry. */
const JobsIn = z.union([
  AnyJob.transform((job) => [job]),
  z.object({ job: AnyJob }).transform(({ job }) => [job]),
  z.object({ jobs: z.array(AnyJob) }).transform(({ jobs }) => jobs),
  z
    .object({ items: z.array(z.object({ job: AnyJob.optional() })) })
    .transform(({ items }) => items.flatMap(({ job }) => job ?? [])),
])

/** Caches the status of every job that a request creates or changes. */
export function cacheStatuses(
  app: FastifyInstance,
  { statuses }: { statuses: StatusWriter },
): void {
  app.addHook('preSerialization', async ({ method }, _reply, payload) => {
    if (method === 'GET' || method === 'HEAD') return payload
    for (const { id } of JobsIn.safeParse(payload).data ?? []) statuses.changed(id)
    return payload
  })
}
