import { z } from 'zod'
import { BatchStatus } from './batch.ts'
import { StoredDetail } from '../messages/stored-detail.ts'
import { ErrorCode } from '../errors/app-error.ts'
import { JobStatus, Transition } from './job-state.ts'
import { Stage } from './job.ts'
import { Timestamp } from '../values/timestamp.ts'

const number = z.int().describe('Event number in the batch: 1, 2, 3 … without gaps.')

/** A change to a job. */
export const JobEvent = z
  .object({
    number,
    job_id: z.uuid(),
    type: z.enum([
      'queue',
      'progress',
      'delete',
      'correct',
      'approve',
      'unapprove',
      'split',
      ...Transition.options,
    ]),
    status: JobStatus.describe('State at the time of the event, like all fields below.'),
    stage: Stage,
    progress: z.int(),
    attempt: z.int(),
    actor: z.string().nullable().describe('Who corrected, approved or split the document.'),
    error_code: ErrorCode.nullable(),
    error_detail: StoredDetail.nullable(),
    error_message: z.string().nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'JobEvent' })
export type JobEvent = z.infer<typeof JobEvent>

/** Reports that all jobs in a batch have ended. A retry reopens the batch. */
export const BatchEvent = z.object({
  number,
  type: z.literal('finish'),
  status: BatchStatus,
  created_at: Timestamp,
})
export type BatchEvent = z.infer<typeof BatchEvent>

/** True for a job event, false for a batch event. */
export function isJobEvent(event: JobEvent | BatchEvent): event is JobEvent {
  return 'job_id' in event
}
