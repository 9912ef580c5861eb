import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { sourceKey } from '../../src/blobs/blob-keys.ts'
import type { Blobs } from '../../src/blobs/blobs.ts'
import { fsBlobs } from '../../src/blobs/fs.ts'
import type { Database } from '../../src/db/db.ts'
import { recover, type RecoverOrder } from '../../src/recovery/recover.ts'
import { textPdf } from '../fixtures/pdfs.ts'
import { hasCeph } from '../support/servers/ceph.ts'
import { temporaryFolder } from '../support/processes/command.ts'
import { docketForTest } from '../support/docket/docket.ts'
import { readJob, type Visitor, visitor } from '../support/docket/visitor.ts'
import { s3ForTest } from '../support/servers/s3.ts'

const storages: Record<string, () => Promise<Blobs>> = {
  'a folder': async () => fsBlobs(path.join(await temporaryFolder(), 'blobs')),
  ...(hasCeph && { S3: async () => (await s3ForTest()).blobs }),
}

const adoption = { mapping: 'document_text_v1', maxRunning: 3 }

/** Makes files look an hour old, because younger ones may belong to an upload in progress. */
function hourOld(blobs: Blobs): Blobs {
  return {
    ...blobs,
    async *list(prefix) {
      for await (const { key, stored_at } of blobs.list(prefix)) {
        yield { key, stored_at: new Date(stored_at.getTime() - 3_600_000) }
      }
    },
  }
}

async function startSite(openBlobs: () => Promise<Blobs>) {
  const stored = await openBlobs()
  const docket = await docketForTest({ blobs: stored })
  const { db } = docket
  const run = (order: Partial<RecoverOrder> = {}, blobs = hourOld(stored)) =>
    recover({ db, blobs }, { isApplied: true, ...adoption, ...order })
  return { docket, db, blobs: stored, person: visitor(docket.url), run }
}

async function uploadDocument(person: Visitor, text: string): Promise<string> {
  const mapping = 'document_text_v1'
  const bytes = new Uint8Array(await textPdf({ text }))
  return (await readJob(await person.upload(bytes, { mapping }))).id
}

const statusOf = (person: Visitor, id: string) =>
  expect.poll(async () => (await person.job(id)).status)

/** Removes every trace of a job, as a failover that loses the last commits does. */
async function loseRows(db: Database, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [job] = await tx.query<{ batch_id: string }>('select batch_id from jobs where id = $1', [
      id,
    ])
    await tx.query('set local session_replication_role = replica')
    for (const table of ['outputs', 'waiting_jobs', 'running_jobs']) {
      await tx.query(`delete from ${table} where job_id = $1`, [id])
    }
    await tx.query('delete from jobs where id = $1', [id])
    await tx.query('delete from events where batch_id = $1', [job?.batch_id])
    await tx.query('delete from batches where id = $1', [job?.batch_id])
  })
}

const nothing = { adopted: [], unowned: [], missing_sources: [], missing_results: [] }

describe.each(Object.entries(storages))('recovery from %s', (_, openBlobs) => {
  it('returns uploads without rows to their owners, who see them read', async () => {
    const { docket, db, person, run } = await startSite(openBlobs)
    const [kept, lost] = [
      await uploadDocument(person, 'kept'),
      await uploadDocument(person, 'lost'),
    ]
    await loseRows(db, lost)
    expect((await person.ask(`/api/jobs/${lost}`)).status).toBe(404)
    const expected = { ...nothing, adopted: [expect.objectContaining({ job_id: lost })] }
    expect(await run({ isApplied: false })).toEqual(expected)
    expect((await person.ask(`/api/jobs/${lost}`)).status).toBe(404)

    expect(await run()).toEqual(expected)
    expect(await run()).toEqual(nothing)
    docket.startWorking()
    for (const id of [kept, lost]) await statusOf(person, id).toBe('complete')
    const text = await person.ask(`/api/jobs/${lost}/download?format=txt`)
    expect(await text.text()).toContain('lost')
    expect((await visitor(docket.url).ask(`/api/jobs/${lost}`)).status).not.toBe(200)
  })

  it('marks jobs whose files are missing', async () => {
    const { docket, db, blobs, person, run } = await startSite(openBlobs)
    const worker = docket.startWorking()
    const ids: string[] = []
    for (const text of ['no source', 'no result', 'whole'])
      ids.push(await uploadDocument(person, text))
    for (const id of ids) await statusOf(person, id).toBe('complete')
    await worker.stop(5000)
    const [noSource = '', noResult = '', whole = ''] = ids
    const waiting = await uploadDocument(person, 'waiting')
    const files = await db.query<{ id: string; upload_key: string; key: string }>(
      `select id, upload_key, key from jobs left join outputs on job_id = id
      order by position`,
    )
    const find = (id: string) => files.find((file) => file.id === id)
    for (const id of [noSource, waiting]) await blobs.delete(find(id)?.upload_key ?? '')
    await blobs.delete(find(noResult)?.key ?? '')

    const report = await run()
    expect(report).toMatchObject({ adopted: [], unowned: [] })
    expect(report.missing_sources.map(({ job_id }) => job_id).sort()).toEqual(
      [noSource, waiting].sort(),
    )
    expect(report.missing_results.map(({ job_id }) => job_id)).toEqual([noResult])
    const states = [noSource, noResult, whole, waiting].map(
      async (id) => (await person.job(id)).status,
    )
    expect(await Promise.all(states)).toEqual(['complete', 'expired', 'complete', 'cancelled'])
    const retry = await person.ask(`/api/jobs/${waiting}/retry`, { method: 'POST' })
    expect(await retry.json()).toMatchObject({ code: 'SOURCE_GONE' })
    expect(await run()).toEqual(nothing)
  })
})

describe('recovery', () => {
  const openBlobs = async () => fsBlobs(path.join(await temporaryFolder(), 'blobs'))

  it('does not return files that users deleted, or uploads that are still arriving', async () => {
    const { db, blobs, person, run } = await startSite(openBlobs)
    const [deleted, arriving] = [
      await uploadDocument(person, 'a'),
      await uploadDocument(person, 'b'),
    ]
    expect((await person.ask(`/api/jobs/${deleted}`, { method: 'DELETE' })).status).toBeLessThan(
      300,
    )
    await loseRows(db, arriving)
    expect(await run({}, blobs)).toEqual(nothing)
    expect(await run()).toMatchObject({ ...nothing, adopted: [{ job_id: arriving }] })
  })

  it('lists uploads of unknown owners, and adopts them for a given one', async () => {
    const { db, blobs, run } = await startSite(openBlobs)
    const id = randomUUID()
    const file = path.join(await temporaryFolder(), 'file')
    await writeFile(file, await textPdf({ text: 'whose?' }))
    await blobs.putFile(sourceKey(id, 'user:nobody'), file)
    expect(await run()).toMatchObject({ ...nothing, unowned: [{ job_id: id, owner_id: null }] })
    const fallbackOwner = 'user:ada'
    expect(await run({ fallbackOwner })).toMatchObject({
      ...nothing,
      adopted: [{ job_id: id, owner_id: fallbackOwner }],
    })
    expect(await db.query('select id, owner_id, status from jobs')).toEqual([
      { id, owner_id: fallbackOwner, status: 'queued' },
    ])
  })
})
