import { execFile } from 'node:child_process'
import { utimes } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Blobs } from '../../src/blobs/blobs.ts'
import type { Db } from '../../src/db/db.ts'
import { audit } from '../audit.ts'
import type { Journal } from '../clients.ts'
import { drain } from '../drain.ts'

interface Lost {
  db: Db
  blobs: Blobs
  journal: Journal
  urls: string[]
  env: Record<string, string>
  main?: string | undefined
}

/** Runs `docket recover --apply` and returns the number of lost uploads that are complete afterwards. */
export async function recoverLost({ db, blobs, journal, urls, env, main }: Lost): Promise<number> {
  const known = await readIds(db)
  const lost: Journal = new Map([...journal].filter(([id]) => !known.has(id)))
  for await (const { key } of blobs.list('sources/')) await backdate(env.DATA_DIR ?? '', key)
  await promisify(execFile)(process.execPath, [main ?? 'dist/main.js', 'recover', '--apply'], {
    env: { PATH: process.env.PATH, ...env, DEFAULT_MAPPING: 'document_text_v1' },
  })
  const open = `select 1 from jobs where status in ('queued', 'processing')`
  await drain(async () => (await db.query(open)).length, 60)
  const { lost: stillLost, violations } = await audit({ db, urls, blobs, journal: lost })
  for (const violation of violations) console.error(`after docket recover: ${violation}`)
  return lost.size - stillLost
}

/**
 * Makes the file look older, because `docket recover` skips uploads of the last few minutes, which may still be
 * arriving.
 */
async function backdate(dataFolder: string, key: string): Promise<void> {
  const anHourAgo = new Date(Date.now() - 3_600_000)
  await utimes(path.join(dataFolder, 'blobs', key), anHourAgo, anHourAgo)
}

async function readIds(db: Db): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>('select id from jobs')
  return new Set(rows.map(({ id }) => id))
}
