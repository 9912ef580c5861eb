import { z } from 'zod'

export const JobStatus = z.enum([
  'queued',
  'processing',
  'complete',
  'failed',
  'cancelled',
  'expired',
])
export type JobStatus = z.infer<typeof JobStatus>

/**
 * Every event that may move a job, whence and whither. Nothing else changes a job's status: each event
 * has one SQL statement of its name below db/, and a test fires all of them at all states.
 */
const transitions = {
  claim: { from: ['queued'], to: 'processing' },
  complete: { from: ['processing'], to: 'complete' },
  fail: { from: ['processing'], to: 'failed' },
  /** The attempt failed but may succeed later: it counts, and the job waits until its next `run_at`. */
  retry: { from: ['processing'], to: 'queued' },
  /** The worker shuts down: the attempt is given back. */
  release: { from: ['processing'], to: 'queued' },
  /** The lease ran out: the attempt counts, and the job keeps its place in the queue. */
  rescue: { from: ['processing'], to: 'queued' },
  /** What it needs has been away until its batch's time was over. */
  time_out: { from: ['queued'], to: 'failed' },
  cancel: { from: ['queued', 'processing'], to: 'cancelled' },
  /** A person asks for another try. */
  requeue: { from: ['failed', 'cancelled'], to: 'queued' },
  expire: { from: ['complete'], to: 'expired' },
} as const satisfies Record<string, { from: readonly JobStatus[]; to: JobStatus }>

export type Transition = keyof typeof transitions
export const Transition = z.enum(Object.keys(transitions) as [Transition, ...Transition[]])

/** The status after `event`, or undefined where the event does not apply. */
export function next(status: JobStatus, event: Transition): JobStatus | undefined {
  const { from, to } = transitions[event]
  return (from as readonly JobStatus[]).includes(status) ? to : undefined
}

/** Work is still to be done on a job in one of these. */
export const activeStatuses: readonly JobStatus[] = ['queued', 'processing']

export function isActive({ status }: { status: JobStatus }): boolean {
  return activeStatuses.includes(status)
}
