import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startDocket } from '../../chaos/processes.ts'
import { findRunningServer } from '../../src/db/embedded/server.ts'
import { connectPg } from '../../src/db/pg.ts'
import { startLoad } from './load.ts'
import { soak } from './samples.ts'

/**
 * Runs `docket up` under constant mixed load, while its connections are cut or its Postgres is restarted every minute.
 */
export async function benchSoakUp({ minutes }: { minutes: number }) {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-soak-'))
  const docket = await startDocket('up', { DATA_DIR: folder, LOG_LEVEL: 'silent' })
  const url = await findRunningServer(path.join(folder, 'postgres'))
  const db = connectPg({ url: url ?? '', poolSize: 1, onError: () => undefined })
  const load = await startLoad(() => docket.url)
  const faults = {
    end_half_of_the_backends: () =>
      db.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name like 'docket%' and pid <> pg_backend_pid() and random() < 0.5`),
    restart_postgres: async () => {
      const pidFile = path.join(folder, 'postgres/cluster/postmaster.pid')
      process.kill(Number((await readFile(pidFile, 'utf8')).split('\n')[0]), 'SIGQUIT')
    },
  }
  let faultCount = 0
  const injectFault = async () => {
    // Postgres statistics start again after a restart, so most faults leave it running.
    const name = ++faultCount % 30 === 0 ? 'restart_postgres' : 'end_half_of_the_backends'
    await faults[name]()
    return name
  }
  const title = 'docket up, constant load, a fault a minute'
  const pids = { server: docket.child.pid ?? 0 }
  try {
    const file = 'bench/soak.svg'
    return await soak({ title, file, pids, folder, db, load, injectFault }, minutes)
  } finally {
    await load.stop()
    await db.close()
    docket.child.kill('SIGTERM')
    await docket.ended
    await rm(folder, { recursive: true, force: true })
  }
}
