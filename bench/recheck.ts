import { setTimeout as sleep } from 'node:timers/promises'
import { uuidv7 } from 'uuidv7'
import type { Database } from '../src/db/db.ts'
import { enqueueBatches } from '../src/db/jobs/enqueue.sql.ts'
import { createEntry } from '../src/directory/entries.ts'
import { createDirectoryCache } from '../src/directory/owner-directory.ts'
import { samplePdf } from '../test/fixtures/pdfs.ts'
import { storeUpload } from './store-upload.ts'
import { withWorker } from './worker-with-database.ts'
import { measureMs, median } from './clock.ts'

const documents = 1000
const batchLength = 15
const owner_id = 'session:recheck'

/**
 * Saves one party, which rechecks 1,000 waiting invoices, while the same owner uploads a document every second.
 * Measures how long the save takes, how long it takes until all invoices are checked, and how long the new documents
 * wait.
 */
export async function benchRecheck() {
  return withWorker('recheck', async ({ db, data }) => {
    for (let from = 0; from < documents; from += batchLength)
      await upload(db, data, 'WAIT', Math.min(batchLength, documents - from))
    while ((await count(db, `status <> 'complete'`)) > 0) await sleep(500)
    const waiting = await count(db, 'jsonb_array_length(review_reasons) > 0')
    const result = await recheckAll(db, data)
    const stillMissing = await count(
      db,
      `review_reasons @> '[{"code": "filing_buyer_npwp_missing"}]'`,
    )
    return { documents, waiting, ...result, still_missing: stillMissing }
  })
}

async function recheckAll(db: Database, data: string) {
  const deps = {
    db,
    statuses: { changed: () => undefined },
    directories: createDirectoryCache(db),
    tables: { parties: [], units: [], goods: [] },
  }
  const party = {
    name: 'CV Warung Imajinasi',
    aliases: [],
    codes: [],
    document: 'TIN' as const,
    tin: '0123456789012344',
    idtku: null,
    document_number: null,
    country: 'IDN',
    address: null,
    email: null,
    signer: null,
    transaction_code: null,
    add_info: null,
    facility_stamp: null,
    goods: null,
  }
  const caller = { owner_id, route: '/api/parties', idempotency_key: undefined }
  const startedAt = performance.now()
  const saveMs = await measureMs(() => createEntry(deps, caller, 'parties', party))
  const fresh: string[] = []
  while ((await count(db, 'reread_reason is not null')) > 0) {
    fresh.push(...(await upload(db, data, 'FRESH', 1)))
    await sleep(1000)
  }
  const seconds = (performance.now() - startedAt) / 1000
  while ((await count(db, `status <> 'complete'`)) > 0) await sleep(200)
  const waits = await db.query<{ ms: number }>(
    `select extract(epoch from started_at - created_at)::float8 * 1000 as ms
    from jobs where id = any ($1)`,
    [fresh],
  )
  const times = waits.map(({ ms }) => ms)
  return {
    save_ms: Math.round(saveMs),
    rechecked_after_s: Number(seconds.toFixed(1)),
    per_second: Math.round(documents / seconds),
    fresh_uploads: fresh.length,
    fresh_wait_p50_ms: median(times),
    fresh_wait_most_ms: Math.round(Math.max(...times)),
  }
}

async function upload(db: Database, data: string, name: string, many: number): Promise<string[]> {
  const jobs = await Promise.all(
    Array.from({ length: many }, async () =>
      storeUpload(data, await samplePdf({ number: `${name}-${uuidv7()}` })),
    ),
  )
  const sender = { owner_id, client_ip: null, user_agent: null }
  const request = { mapping: 'auto', params: {}, max_running: 3, is_single: false }
  await enqueueBatches(db, [{ id: uuidv7(), ...sender, ...request, jobs }])
  return jobs.map(({ id }) => id)
}

async function count(db: Database, condition: string): Promise<number> {
  const [row] = await db.query<{ jobs: number }>(
    `select count(*)::int as jobs from jobs where ${condition}`,
  )
  return row?.jobs ?? 0
}
