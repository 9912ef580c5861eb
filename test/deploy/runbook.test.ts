import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { errorRules } from '../../src/domain/messages/error-codes.ts'
import type { Job } from '../../src/domain/job/job.ts'
import { samplePdf } from '../fixtures/pdfs.ts'
import { runningDocket, temporaryFolder } from '../support/processes/command.ts'
import { databaseForTest } from '../support/database/database.ts'
import { readJob, type Visitor, visitor } from '../support/docket/visitor.ts'
import { query } from '../support/database/query.ts'

const page = readFileSync('docs/runbook.md', 'utf8')
const blocks = (language: string, text = page) =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, block = '']) => block,
  )

const [dump = '', restore = '', backup = '', restoreBackup = ''] = blocks(
  'sh',
  page.split('\n## Back up')[1],
)

/** Runs commands from the runbook in order and stops at the first failure. */
function run(commands: string, env: Record<string, string>): void {
  const docket = `docket() { "${process.execPath}" "${path.resolve('dist/main.js')}" "$@"; }`
  execFileSync('sh', ['-euc', `${docket}\n${commands}`], {
    env: { PATH: process.env.PATH, ...env },
    stdio: 'pipe',
  })
}

interface StoredSample {
  job: Job
  result: string
  /** The session of the owner, which is valid on every server. */
  cookie: string
}

async function storeSample(url: string): Promise<StoredSample> {
  const person = visitor(url)
  const response = await person.upload(new Uint8Array(await samplePdf()))
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  const { id } = await readJob(response)
  const job = (await (await person.ask(`/api/jobs/${id}?wait=50`)).json()) as Job
  expect(job.status).toBe('complete')
  return { job, cookie, result: await readResult(person, job) }
}

const readResult = async (person: Visitor, { id }: Job) =>
  (await person.ask(`/api/jobs/${id}/download?format=json`)).text()

/** Returns false if pg_dump is older than the server, because it then refuses to work. */
async function hasPgDump(): Promise<boolean> {
  const major = `select current_setting('server_version_num')::int / 10000 as major`
  const [row] = (await query(inject('serverUrl'), major)) as { major: number }[]
  try {
    const version = execFileSync('pg_dump', ['--version'], { encoding: 'utf8' })
    return Number(/(\d+)/.exec(version)?.[1]) >= (row?.major ?? 0)
  } catch {
    return false
  }
}

describe('the runbook', () => {
  it.each(blocks('sql').map((sql) => [/from (\w+)/.exec(sql)?.[1], sql]))(
    'has a working query for %s',
    async (_, sql = '') => {
      const { db } = await databaseForTest()
      await expect(db.query(sql)).resolves.toBeInstanceOf(Array)
    },
  )

  it('covers every error that the administrator can fix', () => {
    const codes = Object.entries(errorRules)
      .filter(([, { status }]) => status >= 500 || status === 429)
      .map(([code]) => code)
    expect(codes.filter((code) => !page.includes(`\`${code}\``))).toEqual([])
  })

  it('backs up and restores a database and its files', async ({ skip }) => {
    skip(!(await hasPgDump()), 'There is no pg_dump as new as the server.')
    const [old, fresh] = [await databaseForTest(), await databaseForTest()]
    await fresh.db.query('drop schema public cascade; create schema public')
    const BACKUP = await temporaryFolder()
    const before = { DATABASE_URL: old.url, DATA_DIR: await temporaryFolder() }
    const after = { DATABASE_URL: fresh.url, DATA_DIR: await temporaryFolder() }
    const first = await runningDocket('up', before)
    const { job, result, cookie } = await storeSample(first.url)
    run(dump, { ...before, BACKUP })
    first.child.kill('SIGTERM')
    await first.ended
    run(restore, { ...after, BACKUP })
    const second = await runningDocket('up', after)
    expect(await readResult(visitor(second.url, { cookie }), job)).toBe(result)
  }, 180_000)

  it('backs up a running embedded database and restores it into a new folder', async () => {
    const BACKUP = await temporaryFolder()
    const DATA_DIR = path.join(await temporaryFolder(), 'data')
    const first = await runningDocket('up', { DATA_DIR })
    const { job, result, cookie } = await storeSample(first.url)
    run(backup, { DATA_DIR, BACKUP })
    first.child.kill('SIGTERM')
    await first.ended
    await rm(DATA_DIR, { recursive: true })
    run(restoreBackup, { DATA_DIR, BACKUP })
    const second = await runningDocket('up', { DATA_DIR })
    expect(await readResult(visitor(second.url, { cookie }), job)).toBe(result)
  }, 180_000)
})
