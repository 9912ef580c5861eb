import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { copyProgram } from '../../chaos/mutants.ts'
import { findViolatedInvariants } from '../../chaos/invariants.ts'
import { type DocketProcess, startDocket } from '../../chaos/processes.ts'
import { textPdf } from '../fixtures/pdfs.ts'
import { runToExit, temporaryFolder } from '../support/processes/command.ts'
import { readJob, type Visitor, visitor } from '../support/docket/visitor.ts'
import { query } from '../support/database/query.ts'

/** Checkout of the previous release, already built. By default, this build without the next migration. */
const previous = process.env.PREVIOUS_BUILD ?? '.'

/** Changes tables that old processes still use, as a migration of a later release may. */
const nextMigration = `
  alter table jobs add column color text not null default 'grey';
  alter table batches add column shape text;
  create index jobs_by_color on jobs (color) where color <> 'grey';
  create table next_notes (job_id uuid primary key references jobs (id) on delete cascade, text text not null);
  update jobs set color = 'green' where status = 'complete';`

async function createNextBuild(): Promise<string> {
  const folder = await copyProgram()
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(path.join(folder, 'migrations/9999_next.sql'), nextMigration)
  return folder
}

async function emptyDatabase(): Promise<string> {
  const serverUrl = inject('serverUrl')
  const name = `docket_old_${randomBytes(4).toString('hex')}`
  await query(serverUrl, `create database ${name}`)
  onTestFinished(async () => void (await query(serverUrl, `drop database ${name} with (force)`)))
  return Object.assign(new URL(serverUrl), { pathname: name }).href
}

async function stop(...processes: DocketProcess[]): Promise<void> {
  for (const { child } of processes) child.kill('SIGTERM')
  for (const { ended } of processes) expect(await ended).toBe(0)
}

async function upload(person: Visitor, text: string): Promise<string> {
  const pdf = new Uint8Array(await textPdf({ text }))
  return (await readJob(await person.upload(pdf, { mapping: 'document_text_v1' }))).id
}

async function download(person: Visitor, id: string): Promise<string> {
  await expect.poll(async () => (await person.job(id)).status).toBe('complete')
  return (await person.ask(`/api/jobs/${id}/download?format=txt`)).text()
}

it('upgrades a database with data while old and new processes run, and rejects a downgrade', async () => {
  const next = await createNextBuild()
  const env = { DATABASE_URL: await emptyDatabase(), DATA_DIR: await temporaryFolder() }
  const start = (build: string, verb: 'serve' | 'work') =>
    startDocket(verb, { ...env, LOG_LEVEL: 'error' }, path.join(build, 'dist/main.js'))
  const [oldWeb, oldWorker] = [await start(previous, 'serve'), await start(previous, 'work')]
  const onOld = visitor(oldWeb.url)
  const before = await upload(onOld, 'before')
  const text = await download(onOld, before)
  // Enough uses for the driver to prepare the statement, whose columns then change.
  for (let nth = 0; nth < 6; nth++) await download(onOld, await upload(onOld, `early ${nth}`))

  const newWeb = await start(next, 'serve')
  const onNew = visitor(newWeb.url)
  onNew.become(onOld)
  const rows = await query(env.DATABASE_URL, `select color from jobs where id = '${before}'`)
  expect(rows).toEqual([{ color: 'green' }])
  expect(await download(onNew, before)).toBe(text)
  // The old worker reads what the new web process accepts.
  expect(await download(onOld, await upload(onNew, 'accepted by the new one'))).toContain('new one')
  const newWorker = await start(next, 'work')
  await stop(oldWorker)
  expect(await download(onNew, await upload(onOld, 'accepted by the old one'))).toContain('old one')
  expect([oldWeb.log(), newWeb.log(), newWorker.log()]).toEqual(['', '', ''])
  await stop(oldWeb, newWorker, newWeb)
  expect(await findViolatedInvariants(env.DATABASE_URL)).toEqual([])

  for (const verb of ['serve', 'work', 'migrate']) {
    const main = path.resolve(previous, 'dist/main.js')
    expect(await runToExit(process.execPath, [main, verb], { env })).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'docket: This database was created by a newer Docket (it has 9999_next.sql): install that version.\n',
    })
  }
  expect(existsSync(path.join(env.DATA_DIR, 'blobs'))).toBe(true)
})
