import { randomBytes } from 'node:crypto'
import { afterAll, beforeEach, inject, onTestFinished } from 'vitest'
import type { Database } from '../../../src/db/db.ts'
import { migrate } from '../../../src/db/migrate.ts'
import { connectPg } from '../../../src/db/pg.ts'
import { query } from './query.ts'

const template = 'docket_template'

/** Creates a database with all migrations, which tests clone in about 30 ms. */
export async function makeTemplate(serverUrl: string): Promise<void> {
  await query(serverUrl, `drop database if exists ${template}`)
  await query(serverUrl, `create database ${template}`)
  const url = databaseUrl(serverUrl, template)
  const db = connectPg({ url, poolSize: 10, onError: () => undefined })
  await migrate(db, 'migrations')
  await db.close()
}

export interface TestDatabase {
  url: string
  db: Database
  /** Drops the database and closes all its connections. */
  drop(): Promise<void>
}

/** Creates a real, empty database for a test or a test file. */
export async function cloneDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('serverUrl')
  const name = `docket_test_${randomBytes(6).toString('hex')}`
  await query(serverUrl, `create database ${name} template ${template} strategy file_copy`)
  const url = databaseUrl(serverUrl, name)
  const db = connect(url)
  return {
    url,
    db,
    async drop() {
      await db.close()
      await query(serverUrl, `drop database ${name} with (force)`)
    },
  }
}

/** Creates an empty database for one test. It is dropped when the test ends. */
export async function databaseForTest(): Promise<TestDatabase> {
  const database = await cloneDatabase()
  onTestFinished(database.drop)
  return database
}

/** Creates a database for the tests in one file, without jobs at the start of each test. */
export async function databaseForFile(): Promise<Database> {
  const { db, drop } = await cloneDatabase()
  beforeEach(() => db.query('truncate batches, events, owner_shares cascade'))
  afterAll(drop)
  return db
}

/** Connects through PgBouncer in the test project `pooled`. */
function connect(listenUrl: string): Database {
  const pooler = inject('poolerUrl')
  const url = pooler === undefined ? listenUrl : databaseUrl(pooler, new URL(listenUrl).pathname)
  return connectPg({ url, listenUrl, poolSize: 10, onError: () => undefined })
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = name
  return url.href
}
