import type { Db } from '../db/db.ts'
import { listDependencies } from '../db/queue/dependencies.sql.ts'
import type { DependenciesResponse } from '../domain/api/routes/service.ts'

/** Jobs' external dependencies and their circuit breaker states. */
export async function loadDependencies(db: Db): Promise<DependenciesResponse> {
  const rows = await listDependencies(db)
  return {
    dependencies: rows.map(({ opened_at, is_probing, ...row }) => ({
      ...row,
      breaker: opened_at === null ? 'closed' : is_probing ? 'half_open' : 'open',
    })),
  }
}
