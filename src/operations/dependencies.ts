import type { Db } from '../db/db.ts'
import { listDependencies } from '../db/queue/dependencies.sql.ts'
import type { DependenciesAnswer } from '../domain/api/routes/service.ts'

/** External dependencies of jobs and the state of their circuit breakers. */
export async function loadDependencies(db: Db): Promise<DependenciesAnswer> {
  const rows = await listDependencies(db)
  return {
    dependencies: rows.map(({ opened_at, is_probing, ...row }) => ({
      ...row,
      breaker: opened_at === null ? 'closed' : is_probing ? 'half_open' : 'open',
    })),
  }
}
