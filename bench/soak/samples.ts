import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Db } from '../../src/db/db.ts'
import { median } from '../clock.ts'
import type { Load } from './load.ts'
import { drawPlots } from './plot.ts'
import { measureGrowth, readProcess } from './process.ts'

const sampleMs = 5_000
/** Number of samples after which a plot is written, so that an interrupted run has a plot too. */
const samplesPerPlot = 60
const units = {
  server_mb: 'MB',
  worker_mb: 'MB',
  children_mb: 'MB',
  open_files: 'files',
  data_mb: 'MB',
  database_mb: 'MB',
  rows: 'rows',
  dead_rows: 'dead rows',
  vacuums: 'vacuums',
  connections: 'connections',
  wait_ms: 'ms',
}
type Metric = keyof typeof units
type Sample = Record<Metric, number>
const names = Object.keys(units) as Metric[]

export interface SoakedSite {
  title: string
  /** Path of the plot. */
  file: string
  /** A web process and, if it is a separate process, a worker. No fault kills them. */
  pids: { server: number; worker?: number }
  folder: string
  db: Db
  load: Load
  /** Called once a minute, between two samples. */
  injectFault: () => Promise<string>
}

/** Samples a site under load for some minutes, with one fault per minute. */
export async function soak(site: SoakedSite, minutes: number) {
  const samples: Sample[] = []
  const faults: Record<string, number> = {}
  const start = Date.now()
  const report = () => ({
    minutes: Math.round((Date.now() - start) / 60_000),
    documents: site.load.documents,
    repeated_requests: site.load.repeated,
    faults,
    failures: site.load.failures.length,
    first_failures: site.load.failures.slice(0, 5),
    ...summarise(samples),
  })
  while (Date.now() < start + minutes * 60_000) {
    await sleep(sampleMs)
    // A fault may interrupt the sample's query.
    const sample = await takeSample(site).catch(() => undefined)
    if (sample) samples.push(sample)
    if (samples.length % (60_000 / sampleMs) === 0) {
      const name = await site.injectFault()
      faults[name] = (faults[name] ?? 0) + 1
    }
    if (samples.length % samplesPerPlot === 0) {
      await draw(site, samples, report().minutes)
      console.error(JSON.stringify(report()))
    }
  }
  await site.load.stop()
  await draw(site, samples, minutes)
  return report()
}

type DatabaseState = Record<'rows' | 'dead_rows' | 'vacuums' | 'bytes' | 'connections', number>

async function takeSample({ pids, folder, db, load }: SoakedSite): Promise<Sample> {
  const server = await readProcess(pids.server)
  const worker = pids.worker === undefined ? undefined : await readProcess(pids.worker)
  const { stdout } = await promisify(execFile)('du', ['-sk', folder])
  const [tuples] = await db.query<DatabaseState>(
    `select sum(n_live_tup)::int as rows, sum(n_dead_tup)::int as dead_rows,
      sum(autovacuum_count)::int as vacuums, pg_database_size(current_database())::float8 as bytes,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections
    from pg_stat_user_tables`,
  )
  const children = [...server.children_mb, ...(worker?.children_mb ?? [])]
  return {
    server_mb: server.resident_mb,
    worker_mb: worker?.resident_mb ?? 0,
    children_mb: children.reduce((sum, one) => sum + one, 0),
    open_files: server.open_files + (worker?.open_files ?? 0),
    data_mb: Number.parseInt(stdout, 10) / 1024,
    database_mb: (tuples?.bytes ?? 0) / 1024 ** 2,
    rows: tuples?.rows ?? 0,
    dead_rows: tuples?.dead_rows ?? 0,
    vacuums: tuples?.vacuums ?? 0,
    connections: tuples?.connections ?? 0,
    wait_ms: median(load.takeWaits()),
  }
}

function summarise(samples: Sample[]) {
  const of = (name: Metric) => samples.map((sample) => sample[name])
  return Object.fromEntries(
    names.map((name) => [
      name,
      { most: Math.round(Math.max(0, ...of(name))), growth: Math.round(measureGrowth(of(name))) },
    ]),
  )
}

async function draw(
  { title, file, pids }: SoakedSite,
  samples: Sample[],
  minutes: number,
): Promise<void> {
  const series = names
    .filter((name) => name !== 'worker_mb' || pids.worker !== undefined)
    .map((name) => ({
      name,
      unit: units[name],
      values: samples.map((sample) => sample[name]),
    }))
  await writeFile(file, drawPlots(series, { title, minutes }))
}
