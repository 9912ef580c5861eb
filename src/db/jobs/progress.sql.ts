import type { Stage } from '../../domain/job/job.ts'
import type { Db } from '../db.ts'
import type { Lease } from './transitions.sql.ts'

/** Raises a running job's progress; never lowers it. */
export function reportProgress(
  db: Db,
  lease: Lease,
  at: { stage: Stage; progress: number },
): Promise<Lease[]> {
  return db.query(
    `update jobs set stage = $3, progress = $4, updated_at = clock_timestamp()
    where id = $1 and epoch = $2 and status = 'processing' and progress <= $4
    returning id, epoch`,
    [lease.id, lease.epoch, at.stage, at.progress],
  )
}
