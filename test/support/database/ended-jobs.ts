import type { Database, Db } from '../../../src/db/db.ts'
import { completeJob, failJob } from '../../../src/db/jobs/transitions.sql.ts'
import { claim, failure, queueJobs, type TestJob } from './jobs.ts'
import { message } from '../../../src/domain/messages/message.ts'

export type EndState = 'complete' | 'needs_review' | 'failed'

/** Claims and ends jobs like a worker. */
export async function endJobs(
  db: Database,
  jobs: Pick<TestJob, 'id'>[],
  outcomes: EndState[],
): Promise<void> {
  const leases = await claim(db, jobs.length)
  // Skips empty owner shares that other tests left behind.
  while (leases.length < jobs.length) leases.push(...(await claim(db, jobs.length)))
  for (const [index, job] of jobs.entries()) {
    const lease = leases.find(({ id }) => id === job.id)
    if (!lease) throw new Error('A job was not claimed')
    if (outcomes[index] === 'failed') {
      await failJob(db, lease, failure)
      continue
    }
    const review_reasons =
      outcomes[index] === 'needs_review' ? [message('total_missing', 'totals', {})] : []
    const read = { read_by: 'invoice_v1', page_count: 1, summary: null }
    const versions = { reader: null, directory_version: null, is_reread: false }
    const result_key = `results/${job.id}/1`
    await completeJob(db, lease, { result_key, ...read, review_reasons, ...versions })
  }
}

/** Creates a batch that ended with these states. */
export async function createEndedBatch(
  db: Database,
  outcomes: EndState[] = ['complete'],
  change: Parameters<typeof queueJobs>[2] = {},
): Promise<{ batch_id: string; jobs: TestJob[] }> {
  const jobs = await queueJobs(db, outcomes.length, change)
  await endJobs(db, jobs, outcomes)
  return { batch_id: jobs[0]?.batch_id ?? '', jobs }
}

/** Makes all delayed work due now. */
export async function makeDue(db: Db): Promise<void> {
  await db.query(`update mails set run_at = now() where state = 'waiting' and run_at is not null`)
  await db.query(`update webhook_deliveries set run_at = now() where state = 'pending'`)
}
