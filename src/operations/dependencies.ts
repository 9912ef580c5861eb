import type { Db } from '../db/db.ts'
import { countWaitingJobs } from '../db/jobs/owned-jobs.sql.ts'
import { listDependencies } from '../db/queue/dependencies.sql.ts'
import type { DependenciesResponse } from '../domain/api/routes/service.ts'

/**
 * Lists external dependencies, each with the state of its circuit breaker and the number of this owner's jobs that wait
 * for it.
 */
export async function loadDependencies(db: Db, ownerId: string): Promise<DependenciesResponse> {
  const [rows, waiting] = await Promise.all([listDependencies(db), countWaitingJobs(db, ownerId)])
  const counts = new Map(waiting.map(({ dependency, jobs }) => [dependency, jobs]))
  return {
    dependencies: rows.map(({ opened_at, is_probing, ...row }) => ({
      ...row,
      waiting: counts.get(row.name) ?? 0,
      breaker: opened_at === null ? 'closed' : is_probing ? 'half_open' : 'open',
    })),
  }
}
