import { setTimeout as sleep } from 'node:timers/promises'
import { query } from '../../test/support/database/query.ts'

/** Moments at which to kill the primary, each as a query that returns a row once the moment has come. */
const moments = {
  'an upload commits': `select 1 from pg_stat_activity where state = 'active' and query like '%enqueue_batches(%'
    and pid <> pg_backend_pid()`,
  'a result commits': `select 1 from pg_stat_activity where state = 'active' and query like '%complete_and_claim_jobs(%'
    and pid <> pg_backend_pid()`,
  'documents are read': 'select 1 from running_jobs',
}
export type Moment = keyof typeof moments
export const momentNames = Object.keys(moments) as Moment[]

const limitMs = 5_000

/** Waits at most five seconds for the moment, because it never comes if the queue is idle. */
export async function waitForMoment(url: string, moment: Moment): Promise<void> {
  await waitUntil(async () => (await query(url, moments[moment])).length > 0)
}

const waitsForStandby = `select 1 from pg_stat_activity where wait_event = 'SyncRep'`

/**
 * Waits until a commit is waiting for the standby or, without synchronous replication, until three commits have been
 * acknowledged.
 */
export async function waitForUnreplicatedCommit(
  url: string,
  acknowledged: () => number,
): Promise<void> {
  const before = acknowledged()
  await waitUntil(
    async () => acknowledged() >= before + 3 || (await query(url, waitsForStandby)).length > 0,
  )
}

async function waitUntil(hasCome: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + limitMs
  while (!(await hasCome()) && Date.now() < deadline) await sleep(5)
}
