import { randomBytes } from 'node:crypto'
import { cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import type { Database } from '../../src/db/db.ts'
import { migrate, listPendingMigrations } from '../../src/db/migrate.ts'
import { connectPg } from '../../src/db/pg.ts'
import { temporaryFolder } from '../support/processes/command.ts'
import { claim, createJobInStatus, queueJobs, readStatus } from '../support/database/jobs.ts'
import { query } from '../support/database/query.ts'

const next = '0999_next.sql'
const preRelease = {
  code: 'CANNOT_START',
  message: expect.stringMatching(/^This database was created by a pre-release .* empty database/),
}

async function emptyDatabase(): Promise<Database> {
  const serverUrl = inject('serverUrl')
  const name = `docket_upgrade_${randomBytes(4).toString('hex')}`
  await query(serverUrl, `create database ${name}`)
  const url = Object.assign(new URL(serverUrl), { pathname: name }).href
  const db = connectPg({ url, poolSize: 2, onError: () => undefined })
  onTestFinished(async () => {
    await db.close()
    await query(serverUrl, `drop database ${name} with (force)`)
  })
  return db
}

/** A copy of migrations/ with one file added or changed. */
async function migrationsWith(name: string, sql: string): Promise<string> {
  const folder = path.join(await temporaryFolder(), 'migrations')
  await cp('migrations', folder, { recursive: true })
  await writeFile(path.join(folder, name), sql)
  return folder
}

const tableNames = (db: Database) =>
  db.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
    order by name`,
  )

describe('a new migration', () => {
  it('is applied once to a database with data, which keeps its jobs', async () => {
    const db = await emptyDatabase()
    await migrate(db, 'migrations')
    const complete = await createJobInStatus(db, 'complete')
    const [queued] = await queueJobs(db)
    const folder = await migrationsWith(
      next,
      `alter table jobs add column color text;
      update jobs set color = case when status = 'complete' then 'green' else 'grey' end;
      alter table jobs alter column color set not null, alter column color set default 'grey';`,
    )
    expect(await listPendingMigrations(db, folder)).toEqual([next])
    expect(await migrate(db, folder)).toEqual([next])
    expect(await migrate(db, folder)).toEqual([])
    expect(await db.query('select id, color from jobs order by color')).toEqual([
      { id: complete.id, color: 'green' },
      { id: queued?.id, color: 'grey' },
    ])
    expect(await claim(db)).toMatchObject([{ id: queued?.id }])
    expect(await readStatus(db, complete.id)).toBe('complete')
  })

  it('is rolled back if it fails', async () => {
    const db = await emptyDatabase()
    await migrate(db, 'migrations')
    const before = await tableNames(db)
    const folder = await migrationsWith(next, 'create table half (id integer); select 1 / 0;')
    await expect(migrate(db, folder)).rejects.toThrow('division by zero')
    expect(await tableNames(db)).toEqual(before)
    expect(await listPendingMigrations(db, folder)).toEqual([next])
  })
})

describe('a pre-release database', () => {
  it('is rejected unchanged if its migrations table has no hashes', async () => {
    const db = await emptyDatabase()
    await db.query('create table migrations (name text primary key, applied_at timestamptz)')
    await db.query(`insert into migrations (name) values ('0001_jobs.sql'), ('0002_review.sql')`)
    const before = await tableNames(db)
    await expect(migrate(db, 'migrations')).rejects.toMatchObject(preRelease)
    await expect(listPendingMigrations(db, 'migrations')).rejects.toMatchObject(preRelease)
    expect(await tableNames(db)).toEqual(before)
  })

  it('is rejected if a migration with the same name had different content', async () => {
    const db = await emptyDatabase()
    const schema = '0001_schema.sql'
    const sql = await readFile(path.join('migrations', schema), 'utf8')
    await migrate(db, await migrationsWith(schema, `${sql}\n-- as it was before\n`))
    await expect(migrate(db, 'migrations')).rejects.toMatchObject(preRelease)
  })

  it('is accepted if only line endings differ', async () => {
    const db = await emptyDatabase()
    const schema = '0001_schema.sql'
    const sql = await readFile(path.join('migrations', schema), 'utf8')
    await migrate(db, await migrationsWith(schema, sql.replaceAll('\n', '\r\n')))
    expect(await migrate(db, 'migrations')).toEqual([])
  })
})

it('rejects a database from a newer Docket and reports its migration', async () => {
  const db = await emptyDatabase()
  await migrate(db, await migrationsWith(next, 'select 1;'))
  await expect(migrate(db, 'migrations')).rejects.toThrow(
    `created by a newer Docket (it has ${next})`,
  )
})
