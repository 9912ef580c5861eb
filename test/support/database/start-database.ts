import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { type EmbeddedServer, startEmbedded } from '../../../src/db/embedded/server.ts'
import { stopCeph } from '../servers/ceph.ts'
import { makeTemplate } from './database.ts'
import { query } from './query.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A real Postgres server. Each test file creates its own database on it. */
    serverUrl: string
    /** Folder for this run, for servers that several test files share. */
    runFolder: string
  }
}

interface Run {
  folder: string
  url: string
  server: EmbeddedServer | undefined
}

/** Each project loads its own copy of this module, so the run's only server is kept here. */
const shared = globalThis as { docketTestRun?: Promise<Run> }

/** Global setup: one Postgres for the whole run, at TEST_DATABASE_URL or started here. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.docketTestRun ??= start()
  const { folder, url, server } = await shared.docketTestRun
  project.provide('runFolder', folder)
  project.provide('serverUrl', url)
  return async () => {
    await server?.stop()
    await stopCeph(path.join(folder, 'ceph'))
    // A Docket that is ending with its test worker may still write files.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

async function start(): Promise<Run> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-test-'))
  const given = process.env.TEST_DATABASE_URL
  // Each file has its own pool, and a slow machine closes the previous file's connections late.
  const settings = { max_connections: '300' }
  const embedded = { folder: path.join(folder, 'postgres'), settings }
  const server = given ? undefined : await startEmbedded(embedded)
  const url = given ?? server?.url ?? ''
  // Crash tests use separate servers, so this server can run without fsync.
  if (server) await query(url, 'alter system set fsync = off')
  if (server) await query(url, 'select pg_reload_conf()')
  await makeTemplate(url)
  return { folder, url, server }
}
