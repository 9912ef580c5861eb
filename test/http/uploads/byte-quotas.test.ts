import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { listFileFolders } from '../../../src/app/web.ts'
import { readConfig } from '../../../src/config.ts'
import type { ByteLimits, ByteUsage } from '../../../src/domain/api/byte-usage.ts'
import { makeUnique, textPdf } from '../../fixtures/pdfs.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import {
  readError,
  readJob,
  sendJson,
  type Visitor,
  visitor,
} from '../../support/docket/visitor.ts'
import { adminKey, bearer } from '../../support/docket/tokens.ts'
import { fileServerForTest } from '../../support/servers/file-server.ts'

const original = new Uint8Array(await textPdf())
const pdf = () => makeUnique(original)
const { length } = pdf()

async function readUsage(person: Visitor): Promise<ByteUsage> {
  return (await (await person.ask('/api/usage')).json()) as ByteUsage
}

/** Submits a URL and waits until its document has been read. */
async function fetchDocument(byteLimits: Partial<ByteLimits>) {
  const { url } = await fileServerForTest((_, response) => response.end(pdf()))
  const docket = await docketForTest({ byteLimits })
  docket.startWorking()
  const person = visitor(docket.url)
  const response = await sendJson(person)('POST', '/api/upload', { url: `${url}/a.pdf` })
  const { id } = await readJob(response)
  await person.ask(`/api/jobs/${id}?wait=50`)
  return { docket, person }
}

describe('429 QUOTA_EXCEEDED', () => {
  it('limits the bytes that an owner uploads per day, even after deletions', async () => {
    const docket = await docketForTest({ byteLimits: { per_day: 2 * length } })
    const person = visitor(docket.url)
    const { id } = await readJob(await person.upload(pdf()))
    await person.ask(`/api/jobs/${id}`, { method: 'DELETE' })
    await person.upload(pdf())
    const rejected = await person.upload(pdf())
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0)
    const [status, code, sentence] = await readError(rejected)
    expect([status, code]).toEqual([429, 'QUOTA_EXCEEDED'])
    expect(sentence).toMatch(/MB of uploads per day reached\. It resets in \d+ h\./)
    expect((await visitor(docket.url).upload(pdf())).status).toBe(202)
    expect(await readUsage(person)).toMatchObject({ today: 2 * length, per_day: 2 * length })
  })

  it('resets at midnight by the database clock', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5.5 * 3600_000 })
    onTestFinished(() => void vi.useRealTimers())
    const docket = await docketForTest({ byteLimits: { per_day: length } })
    const person = visitor(docket.url)
    await person.upload(pdf())
    const rejected = await person.upload(pdf())
    const [row] = await docket.db.query<{ seconds: number }>(
      `select extract(epoch from date_trunc('day', now(), 'UTC') + interval '1 day' - now())::float
        as seconds`,
    )
    const seconds = Number(rejected.headers.get('retry-after'))
    expect(Math.abs(seconds - (row?.seconds ?? 0))).toBeLessThan(120)
  })

  it('does not count a rejected upload', async () => {
    const docket = await docketForTest({ byteLimits: { per_day: 2 * length - 1 } })
    const person = visitor(docket.url)
    await person.upload(pdf())
    expect((await person.upload(pdf())).status).toBe(429)
    expect(await readUsage(person)).toMatchObject({ today: length })
    expect(await docket.files()).toHaveLength(1)
  })

  it('limits the bytes that a network uploads per day, however many owners it uses', async () => {
    const docket = await docketForTest({ byteLimits: { per_day_and_address: 2 * length } })
    const statuses = []
    for (const _ of '123') statuses.push((await visitor(docket.url).upload(pdf())).status)
    expect(statuses).toEqual([202, 202, 429])
  })

  it('limits the bytes that an owner has stored, until they delete some', async () => {
    const noCache = { get: async () => [], set: async () => undefined }
    const docket = await docketForTest({ byteLimits: { stored: length }, store: noCache })
    const person = visitor(docket.url)
    const { id } = await readJob(await person.upload(pdf()))
    const [status, code, sentence] = await readError(await person.upload(pdf()))
    expect([status, code]).toEqual([429, 'QUOTA_EXCEEDED'])
    expect(sentence).toContain('Delete documents that you no longer need.')
    expect(await readUsage(person)).toMatchObject({ stored: length, max_stored: length })
    await person.ask(`/api/jobs/${id}`, { method: 'DELETE' })
    expect((await person.upload(pdf())).status).toBe(202)
  })

  it('limits the bytes that a network has stored', async () => {
    const noCache = { get: async () => [], set: async () => undefined }
    const docket = await docketForTest({
      byteLimits: { stored_and_address: length },
      store: noCache,
    })
    expect((await visitor(docket.url).upload(pdf())).status).toBe(202)
    expect((await visitor(docket.url).upload(pdf())).status).toBe(429)
  })

  it("counts documents fetched from a URL towards the submitter's address", async () => {
    const { docket } = await fetchDocument({ per_day_and_address: length })
    expect((await readError(await visitor(docket.url).upload(pdf()))).slice(0, 2)).toEqual([
      429,
      'QUOTA_EXCEEDED',
    ])
  })

  it('counts documents that are fetched from a URL', async () => {
    const { person } = await fetchDocument({ per_day: length })
    expect(await readUsage(person)).toMatchObject({ today: length, stored: length })
    expect((await person.upload(pdf())).status).toBe(429)
  })
})

it('507: rejects uploads while the disk is nearly full, and processing continues', async () => {
  let free = 2 ** 50
  const docket = await docketForTest({ freeBytes: async () => free, tokens: { adminKey } })
  const person = visitor(docket.url)
  const { id } = await readJob(await person.upload(pdf()))
  free = 1024 ** 3 - 1
  const rejected = await person.upload(pdf())
  expect((await readError(rejected)).slice(0, 2)).toEqual([507, 'STORAGE_FULL'])
  const overview = await visitor(docket.url, bearer(adminKey)).ask('/api/admin/overview')
  const disk = { free_bytes: free, min_free_bytes: 1024 ** 3 }
  expect(await overview.json()).toMatchObject({ disk })
  docket.startWorking()
  const job = (await (await person.ask(`/api/jobs/${id}?wait=50`)).json()) as { status: string }
  expect(job.status).toBe('complete')
  free = 1024 ** 3
  expect((await person.upload(pdf())).status).toBe(202)
})

it('507: rejects data that no quota counts while the disk is nearly full, but not deletions', async () => {
  let free = 2 ** 50
  const docket = await docketForTest({ freeBytes: async () => free })
  const person = visitor(docket.url)
  const send = sendJson(person)
  const unit = (code: string) => send('POST', '/api/units', { code, name: 'Ampul' })
  const { id } = (await (await unit('UM.0033')).json()) as { id: string }
  free = 1024 ** 3 - 1
  const table = { method: 'POST', headers: { 'content-type': 'text/csv' }, body: 'code,name\n' }
  const rejected = [
    await unit('UM.0034'),
    await send('PATCH', `/api/units/${id}`, { name: 'Ampule' }),
    await person.ask('/api/parties/import', table),
    await send('POST', '/api/parties/numbers', { numbers: [{ name: 'PT Contoh', tin: '1' }] }),
    await person.ask('/api/rates/import', table),
    await send('PUT', '/api/rates', { rates: [] }),
    await send('PUT', '/api/layouts/own_v1', { yaml: '' }),
  ]
  for (const response of rejected)
    expect((await readError(response)).slice(0, 2)).toEqual([507, 'STORAGE_FULL'])
  expect((await person.ask(`/api/units/${id}`, { method: 'DELETE' })).status).toBe(204)
})

it('stores no document that arrives after the disk became nearly full', async () => {
  const docket = await docketForTest({ freeBytes: async () => 1024 ** 3 - 1 })
  const batch = { owner_id: 'ada', client_ip: null }
  // Mailboxes and split documents are not checked before they arrive.
  await expect(docket.services.byteQuotas.take(batch, 1)).rejects.toMatchObject({
    code: 'STORAGE_FULL',
  })
})

it('watches the disks of all files', () => {
  const config = readConfig({
    DATA_DIR: '/data',
    TEMP_FILE_DIR: '/scratch',
    STORAGE_URL: 'file:/elsewhere/blobs',
  })
  expect(listFileFolders(config)).toEqual(['/data', '/scratch', '/elsewhere/blobs'])
})
