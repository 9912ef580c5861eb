import { z } from 'zod'
import { jobSorts, sortOrders } from '../../job/job-sort.ts'
import { Timestamp } from '../../values/timestamp.ts'
import { noContent, type Route, TaxPeriod } from '../route.ts'

/** The queue page's filter and sort order, as in its URL. */
const QueueSearch = z.strictObject({
  status: z.enum(['active', 'complete', 'review', 'failed']).optional(),
  q: z.string().trim().min(1).max(200).optional().describe('Search terms.'),
  seller: z.string().max(200).optional(),
  period: TaxPeriod.optional(),
  reason: z.string().max(100).optional().describe('Code of an open review reason.'),
  sort: z.enum(jobSorts).optional(),
  order: z.enum(sortOrders).optional(),
})
export type QueueSearch = z.infer<typeof QueueSearch>

const QueueView = z
  .object({ name: z.string(), search: QueueSearch, saved_at: Timestamp })
  .meta({ id: 'QueueView' })
export type QueueView = z.infer<typeof QueueView>

export const maxViewName = 60

const tag = 'Jobs'
const params = z.object({ name: z.string().trim().min(1).max(maxViewName) })

export const queueViewRoutes = {
  listQueueViews: {
    method: 'GET',
    path: '/api/views',
    tag,
    summary: 'List the saved views of your job list, by name',
    success: { status: 200, body: z.object({ views: z.array(QueueView) }) },
  },
  saveQueueView: {
    method: 'PUT',
    path: '/api/views/:name',
    tag,
    summary: 'Save a filter and sort order of the job list under a name',
    description: 'Replaces the view of that name. A workspace has at most 50 views.',
    params,
    body: z.strictObject({ search: QueueSearch }),
    success: { status: 200, body: QueueView },
  },
  deleteQueueView: {
    method: 'DELETE',
    path: '/api/views/:name',
    tag,
    summary: 'Delete a saved view',
    params,
    success: noContent,
  },
} as const satisfies Record<string, Route>
