import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startFleet } from '../../chaos/fleet.ts'
import { startProxiedDatabase } from '../../chaos/proxied-database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { connectPg } from '../../src/db/pg.ts'
import { startLoad } from './load.ts'
import { soak } from './samples.ts'

/**
 * Runs two web processes and three workers under a constant mixed load, with one fault per minute. No fault kills web1
 * or worker1, because their memory is measured.
 */
export async function benchSoakFleet({ minutes }: { minutes: number }) {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-soak-fleet-'))
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const { url, proxiedUrl, proxy } = await startProxiedDatabase(folder, undo)
    const db = connectPg({ url, poolSize: 1, onError: () => undefined })
    undo.push(db.close)
    await migrate(db, 'migrations')
    const DATA_DIR = path.join(folder, 'data')
    await mkdir(DATA_DIR)
    const env = {
      DATABASE_URL: proxiedUrl,
      DATA_DIR,
      LOG_LEVEL: 'silent',
      WORKER_CONCURRENCY: '1',
    }
    const fleet = await startFleet(env, { main: undefined, webs: 2, hasGateway: false })
    undo.push(fleet.stop)
    const load = await startLoad(fleet.url)
    undo.push(load.stop)
    const faults: [string, () => unknown][] = [
      ['kill_worker', () => fleet.end('worker2', 'SIGKILL')],
      ['reset_connections', () => proxy.reset()],
      ['terminate_web', () => fleet.end('web2', 'SIGTERM')],
      ['black_hole', () => proxy.blackhole(2000)],
      ['terminate_worker', () => fleet.end('worker3', 'SIGTERM')],
      ['lose_replies_of_commits', () => proxy.loseReplies(1500)],
      ['kill_web', () => fleet.end('web2', 'SIGKILL')],
    ]
    let faultCount = 0
    const injectFault = async () => {
      const [name, inject] = faults[faultCount++ % faults.length] ?? ['none', () => undefined]
      inject()
      return name
    }
    const pids = { server: fleet.pid('web1'), worker: fleet.pid('worker1') }
    const title = 'Two web processes and three workers, constant load, a fault a minute'
    const site = { title, file: 'bench/soak-fleet.svg', pids, folder, db, load, injectFault }
    const report = await soak(site, minutes)
    return { ...report, crashes: fleet.crashes, bad_exits: fleet.badExits }
  } finally {
    for (const step of undo.reverse()) await step()
  }
}
