import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DocketProcess, startDocket } from '../../chaos/processes.ts'
import type { Database } from '../../src/db/db.ts'
import { startEmbedded } from '../../src/db/embedded/server.ts'
import { connectPg } from '../../src/db/pg.ts'
import { session } from '../uploads.ts'

/** Two web processes with their own Postgres, to which workers can be added. */
export interface Site {
  url: string
  db: Database
  web: DocketProcess
  /** Idle unless an upload is sent to it. */
  secondWeb: DocketProcess
  dataFolder: string
  /** Pid of the database server. */
  postgres: number
  upload(pdf: Uint8Array<ArrayBuffer>, to?: DocketProcess): Promise<string>
  /** Starts workers with these settings, runs `work`, and stops them. */
  withWorkers<Result>(
    settings: Record<string, string>[],
    work: (workers: DocketProcess[]) => Promise<Result>,
  ): Promise<Result>
  /** Resolves once no job is waiting or running. */
  drained(): Promise<void>
  stop(): Promise<void>
}

export async function openSite(): Promise<Site> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-capacity-'))
  const dataFolder = path.join(folder, 'data')
  const server = await startEmbedded({ folder: path.join(folder, 'postgres') })
  const env = { DATABASE_URL: server.url, DATA_DIR: dataFolder }
  const web = await startDocket('serve', env)
  const secondWeb = await startDocket('serve', env)
  const db = connectPg({ url: server.url, poolSize: 2, onError: () => undefined })
  const cookie = await session(web.url)
  const pidFile = path.join(folder, 'postgres/cluster/postmaster.pid')
  return {
    url: server.url,
    db,
    web,
    secondWeb,
    dataFolder,
    postgres: Number(readFileSync(pidFile, 'utf8').split('\n')[0]),
    async upload(pdf, to = web) {
      const form = new FormData()
      form.set('file', new Blob([pdf]), 'capacity.pdf')
      const headers = { cookie }
      const response = await fetch(`${to.url}/api/upload`, { method: 'POST', body: form, headers })
      if (response.status !== 202)
        throw new Error(`An upload failed with status ${response.status}`)
      return ((await response.json()) as { job: { id: string } }).job.id
    },
    async withWorkers(settings, work) {
      const workers = await Promise.all(
        settings.map((workerSettings) => startDocket('work', { ...env, ...workerSettings })),
      )
      try {
        return await work(workers)
      } finally {
        for (const { child, ended } of workers) {
          child.kill('SIGTERM')
          await ended
        }
      }
    },
    async drained() {
      const active = `select 1 from jobs where status in ('queued', 'processing') limit 1`
      while ((await db.query(active)).length > 0) await sleep(100)
    },
    async stop() {
      await db.close()
      for (const { child, ended } of [web, secondWeb]) {
        child.kill('SIGTERM')
        await ended
      }
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
