import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startDocket } from '../../chaos/processes.ts'
import type { Db } from '../../src/db/db.ts'
import { findRunningServer } from '../../src/db/embedded/server.ts'
import { connectPg } from '../../src/db/pg.ts'
import { median } from '../clock.ts'
import { type Load, startLoad } from './load.ts'
import { drawPlots, type Series } from './plot.ts'
import { measureGrowth, readProcess } from './process.ts'

const sampleMs = 5_000
const units = {
  server_mb: 'MB',
  children_mb: 'MB',
  open_files: 'files',
  data_mb: 'MB',
  rows: 'rows',
  dead_rows: 'dead rows',
  wait_ms: 'ms',
}
type Metric = keyof typeof units
type Sample = Record<Metric, number>

/**
 * `docket up` under constant mixed load. Returns the maximum and the growth of each metric, and draws them in
 * bench/soak.svg.
 */
export async function benchSoakUp({ minutes }: { minutes: number }) {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-soak-'))
  const docket = await startDocket('up', { DATA_DIR: folder, LOG_LEVEL: 'silent' })
  const url = await findRunningServer(path.join(folder, 'postgres'))
  const db = connectPg({ url: url ?? '', poolSize: 1, onError: () => undefined })
  const load = await startLoad(docket.url)
  try {
    const samples: Sample[] = []
    const end = Date.now() + minutes * 60_000
    while (Date.now() < end) {
      await sleep(sampleMs)
      samples.push(await takeSample({ pid: docket.child.pid ?? 0, folder, db, load }))
    }
    await load.stop()
    await draw(samples, minutes)
    const { documents, failures } = load
    return {
      minutes,
      documents,
      failures: failures.length,
      first_failures: failures.slice(0, 3),
      ...summarise(samples),
    }
  } finally {
    await load.stop()
    await db.close()
    docket.child.kill('SIGTERM')
    await docket.ended
    await rm(folder, { recursive: true, force: true })
  }
}

interface Site {
  pid: number
  folder: string
  db: Db
  load: Load
}

async function takeSample({ pid, folder, db, load }: Site): Promise<Sample> {
  const { resident_mb, children_mb, open_files } = await readProcess(pid)
  const { stdout } = await promisify(execFile)('du', ['-sk', folder])
  const [tuples] = await db.query<{ rows: number; dead_rows: number }>(
    `select sum(n_live_tup)::int as rows, sum(n_dead_tup)::int as dead_rows from pg_stat_user_tables`,
  )
  return {
    server_mb: resident_mb,
    children_mb: children_mb.reduce((sum, one) => sum + one, 0),
    open_files,
    data_mb: Number.parseInt(stdout, 10) / 1024,
    rows: tuples?.rows ?? 0,
    dead_rows: tuples?.dead_rows ?? 0,
    wait_ms: median(load.takeWaits()),
  }
}

const names = Object.keys(units) as Metric[]

function summarise(samples: Sample[]) {
  const of = (name: Metric) => samples.map((sample) => sample[name])
  return Object.fromEntries(
    names.map((name) => [
      name,
      { most: Math.round(Math.max(0, ...of(name))), growth: Math.round(measureGrowth(of(name))) },
    ]),
  )
}

async function draw(samples: Sample[], minutes: number): Promise<void> {
  const series: Series[] = names.map((name) => ({
    name,
    unit: units[name],
    values: samples.map((sample) => sample[name]),
  }))
  await writeFile(
    'bench/soak.svg',
    drawPlots(series, { title: 'docket up, constant load', minutes }),
  )
}
