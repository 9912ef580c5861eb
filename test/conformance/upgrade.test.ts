import { randomBytes } from 'node:crypto'
import { cp, mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { migrate } from '../../src/db/migrate.ts'
import { connectPg } from '../../src/db/pg.ts'
import { hashOf, newSecret } from '../../src/identity/secrets.ts'
import { sessionOf } from '../../src/identity/sessions.ts'
import { temporaryFolder } from '../support/command.ts'
import { query } from '../support/query.ts'

it('an upgrade leaves browsers what they have uploaded before sessions were kept', async () => {
  const serverUrl = inject('serverUrl')
  const name = `docket_upgrade_${randomBytes(4).toString('hex')}`
  await query(serverUrl, `create database ${name}`)
  const url = Object.assign(new URL(serverUrl), { pathname: name }).href
  const db = connectPg({ url, poolSize: 2, onError: () => undefined })
  onTestFinished(async () => {
    await db.close()
    await query(serverUrl, `drop database ${name} with (force)`)
  })
  const older = path.join(await temporaryFolder(), 'migrations')
  await mkdir(older)
  for (const file of await readdir('migrations')) {
    if (file < '0005') await cp(path.join('migrations', file), path.join(older, file))
  }
  await migrate(db, older)
  const secret = newSecret()
  const owner_id = `session:${hashOf(secret)}`
  for (const owner of [owner_id, owner_id, 'user:ada']) {
    await db.query(
      `insert into batches (id, owner_id, mapping, total, queued)
      values (gen_random_uuid(), $1, 'auto', 1, 1)`,
      [owner],
    )
  }
  await migrate(db, 'migrations')
  expect(await sessionOf(db, secret)).toMatchObject({ owner_id })
  expect(await db.query('select 1 from sessions')).toHaveLength(1)
})
