import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startDocket } from '../chaos/processes.ts'
import type { Database } from '../src/db/db.ts'
import { startEmbedded } from '../src/db/embedded/server.ts'
import { migrate } from '../src/db/migrate.ts'
import { connectPg } from '../src/db/pg.ts'

export interface BenchWorker {
  db: Database
  /** The data directory. */
  data: string
  worker: Awaited<ReturnType<typeof startDocket>>
}

/** Runs a benchmark with one worker and a temporary database and data directory. */
export async function withWorker<Result>(
  name: string,
  run: (bench: BenchWorker) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), `docket-${name}-`))
  const server = await startEmbedded({ folder: path.join(folder, 'postgres') })
  const db = connectPg({ url: server.url, poolSize: 3, onError: () => undefined })
  const data = path.join(folder, 'data')
  try {
    await migrate(db, 'migrations')
    await mkdir(path.join(data, 'tmp'), { recursive: true })
    const env = { DATABASE_URL: server.url, DATA_DIR: data, LOG_LEVEL: 'silent' }
    const worker = await startDocket('work', env)
    const result = await run({ db, data, worker })
    worker.child.kill('SIGTERM')
    await worker.ended
    return result
  } finally {
    await db.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
