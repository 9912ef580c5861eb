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
 * All events with their source and target states. Nothing else changes a job's status. The statements are in db/jobs/
 * and migrations/, and a test fires every event in every state.
 */
const transitions = {
  claim: { from: ['queued'], to: 'processing' },
  complete: { from: ['processing'], to: 'complete' },
  fail: { from: ['processing'], to: 'failed' },
  /**
   * The attempt failed, but another may succeed. The attempt counts, and the job stays queued until its next `run_at`.
   */
  retry: { from: ['processing'], to: 'queued' },
  /** The worker is shutting down. The attempt does not count. */
  release: { from: ['processing'], to: 'queued' },
  /**
   * The lease expired. The attempt does not count. The job stays queued until its next `run_at` and keeps its position.
   */
  rescue: { from: ['processing'], to: 'queued' },
  /** The job's dependency stayed down until the batch deadline. */
  time_out: { from: ['queued'], to: 'failed' },
  cancel: { from: ['queued', 'processing'], to: 'cancelled' },
  /** The user requests a retry. */
  requeue: { from: ['failed', 'cancelled'], to: 'queued' },
  /** The document is read or checked again. The old result stays until a new one replaces it. */
  reread: { from: ['complete'], to: 'queued' },
  /**
   * The new attempt failed, timed out or was cancelled, or the user approved the result in the meantime. The old result
   * stays.
   */
  restore: { from: ['queued', 'processing'], to: 'complete' },
  expire: { from: ['complete'], to: 'expired' },
} as const satisfies Record<string, { from: readonly JobStatus[]; to: JobStatus }>

export type Transition = keyof typeof transitions
export const Transition = z.enum(Object.keys(transitions) as [Transition, ...Transition[]])

/** Returns the status after `event`, or undefined if the event does not apply. */
export function getNextStatus(status: JobStatus, event: Transition): JobStatus | undefined {
  const { from, to } = transitions[event]
  return (from as readonly JobStatus[]).includes(status) ? to : undefined
}

/** Statuses of jobs that have not ended. */
export const activeStatuses: readonly JobStatus[] = ['queued', 'processing']

export function isActive({ status }: { status: JobStatus }): boolean {
  return activeStatuses.includes(status)
}
