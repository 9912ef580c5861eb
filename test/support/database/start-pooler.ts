import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import { poolerSkipReason, pgbouncer } from './pooler.ts'
import { freePorts } from '../servers/ports.ts'
import { query } from './query.ts'
import startDatabase from './start-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of PgBouncer in transaction mode. Undefined in projects without it. */
    poolerUrl: string | undefined
  }
}

/** Global setup: starts the shared Postgres and, if installed, a real PgBouncer in transaction mode. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stopDatabase = await startDatabase(project)
  if (poolerSkipReason) return stopDatabase
  const pooler = await startPooler(project.getProvidedContext().serverUrl)
  project.provide('poolerUrl', pooler.url)
  return async () => {
    await pooler.stop()
    await stopDatabase()
  }
}

async function startPooler(serverUrl: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-pgbouncer-'))
  // PgBouncer refuses to run as root, so another user needs access.
  await chmod(folder, 0o777)
  const { hostname, port, username, password } = new URL(serverUrl)
  const [ownPort = 0] = await freePorts(1)
  const config = path.join(folder, 'pgbouncer.ini')
  const server = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`
  await writeFile(
    config,
    `[databases]
* = ${server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 10
max_client_conn = 500
server_idle_timeout = 5
`,
  )
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const child = spawn(pgbouncer, [...user, config], { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const url = `postgres://${username}@127.0.0.1:${ownPort}/postgres`
  for (let left = 100; ; left--) {
    const isReady = await query(url, 'select 1').then(
      () => true,
      (error: unknown) => {
        if (left === 0) throw error
        return false
      },
    )
    if (isReady) break
    await sleep(100)
  }
  return {
    url,
    async stop() {
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
