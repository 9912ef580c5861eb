import { z } from 'zod'
import { Change, ChangeRecord, CorrectableReading, mostChanges } from '../../review/change.ts'
import { Job } from '../../job/job.ts'
import { Timestamp } from '../../values/timestamp.ts'
import { jobId, type Route } from '../route.ts'

const ReadingAnswer = z
  .object({
    reading: CorrectableReading,
    revision: z.int().describe('Also the ETag: name it in If-Match to change the reading.'),
    approved_at: Timestamp.nullable(),
    approved_by: z.string().nullable(),
    changes: z.array(ChangeRecord).describe('The latest thousand, oldest first.'),
  })
  .meta({ id: 'Reading' })
export type ReadingAnswer = z.infer<typeof ReadingAnswer>

export const readingRoutes = {
  getReading: {
    method: 'GET',
    path: '/api/jobs/:id/reading',
    tag: 'Readings',
    summary: 'What was read, where it stands, and what people have changed',
    params: jobId,
    success: { status: 200, body: ReadingAnswer, tells: ['ETag'] },
  },
  correctReading: {
    method: 'PATCH',
    path: '/api/jobs/:id/reading',
    tag: 'Readings',
    summary: 'Correct what was read',
    description:
      'All changes are made, in their order, or none. The checks are made anew and all outputs are written anew. An approval is over. Without changes, outputs are written by what the directory says now.',
    params: jobId,
    honours: ['If-Match'],
    body: z.strictObject({ changes: z.array(Change).max(mostChanges) }),
    success: { status: 200, body: ReadingAnswer, tells: ['ETag'] },
  },
  approveJob: {
    method: 'POST',
    path: '/api/jobs/:id/approve',
    tag: 'Readings',
    summary: 'Stand by what was read: it needs no more review',
    params: jobId,
    honours: ['If-Match'],
    success: { status: 200, body: Job, tells: ['ETag'] },
  },
} as const satisfies Record<string, Route>
