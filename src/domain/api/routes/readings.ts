import { z } from 'zod'
import { Change, maxChanges, ReadingResponse } from '../../review/change.ts'
import { Job } from '../../job/job.ts'
import { idParams, type Route } from '../route.ts'

export const readingRoutes = {
  getReading: {
    method: 'GET',
    path: '/api/jobs/:id/reading',
    tag: 'Readings',
    summary: 'Get a reading with its evidence and change history',
    params: idParams,
    success: { status: 200, body: ReadingResponse, headers: ['ETag'] },
  },
  correctReading: {
    method: 'PATCH',
    path: '/api/jobs/:id/reading',
    tag: 'Readings',
    summary: 'Correct a reading',
    description:
      'Applies all changes in order, or none. Checks run again, all outputs are rewritten and an approval is withdrawn. Without changes, the outputs are rewritten with the current directory.',
    params: idParams,
    requestHeaders: ['If-Match'],
    body: z.strictObject({ changes: z.array(Change).max(maxChanges) }),
    maxBodyBytes: 256 * 1024,
    success: { status: 200, body: ReadingResponse, headers: ['ETag'] },
  },
  approveJob: {
    method: 'POST',
    path: '/api/jobs/:id/approve',
    tag: 'Readings',
    summary: 'Approve a reading',
    params: idParams,
    requestHeaders: ['If-Match'],
    success: { status: 200, body: Job, headers: ['ETag'] },
  },
  unapproveJob: {
    method: 'POST',
    path: '/api/jobs/:id/unapprove',
    tag: 'Readings',
    summary: 'Withdraw the approval of a reading',
    description:
      'The job needs review again for every reason that no correction settled. The history records who withdrew the approval. A job without approval stays as it is.',
    params: idParams,
    requestHeaders: ['If-Match'],
    success: { status: 200, body: Job },
  },
} as const satisfies Record<string, Route>
