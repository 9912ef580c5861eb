import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../src/db/embedded/server.ts'
import { stopCeph } from './ceph.ts'
import { makeTemplate } from './database.ts'
import { query } from './query.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A real Postgres server; each test file makes a database of its own in it. */
    serverUrl: string
    /** Of this run: where servers lie that some test files share. */
    runFolder: string
  }
}

/** One Postgres for the whole run: TEST_DATABASE_URL, or one that is started here and stopped again. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-test-'))
  project.provide('runFolder', folder)
  const given = process.env.TEST_DATABASE_URL
  // Each file has a pool of its own, and a slow machine ends the connections of the last one late.
  const settings = { max_connections: '300' }
  const embedded = { folder: path.join(folder, 'postgres'), settings }
  const server = given ? undefined : await startEmbedded(embedded)
  const url = given ?? server?.url ?? ''
  // What a crash does to data is tried on servers of their own; this one may be quick.
  if (server) await query(url, 'alter system set fsync = off')
  if (server) await query(url, 'select pg_reload_conf()')
  await makeTemplate(url)
  project.provide('serverUrl', url)
  return async () => {
    await server?.stop()
    await stopCeph(path.join(folder, 'ceph'))
    await rm(folder, { recursive: true, force: true })
  }
}
