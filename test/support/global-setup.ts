import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../src/db/embedded/server.ts'
import { makeTemplate } from './database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A real Postgres server; each test file makes a database of its own in it. */
    serverUrl: string
  }
}

/** One Postgres for the whole run: TEST_DATABASE_URL, or one that is started here and stopped again. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    await makeTemplate(given)
    project.provide('serverUrl', given)
    return async () => undefined
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-test-'))
  const server = await startEmbedded({ folder })
  await makeTemplate(server.url)
  project.provide('serverUrl', server.url)
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
