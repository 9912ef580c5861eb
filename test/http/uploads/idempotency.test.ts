import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { makeUnique, textPdf } from '../../fixtures/pdfs.ts'
import { createBatchForm } from '../../support/docket/batches.ts'
import { deferred } from '../../support/processes/deferred.ts'
import { completeUpload, docketForTest, type TestDocket } from '../../support/docket/docket.ts'
import { readJob, readError, type Visitor, visitor } from '../../support/docket/visitor.ts'

const pdf = makeUnique.bind(null, new Uint8Array(await textPdf()))
const key = 'b7f0-first-try'

function upload(
  person: Visitor,
  bytes: Uint8Array<ArrayBuffer>,
  { idempotency = key, ...fields }: Record<string, string> = {},
): Promise<Response> {
  const body = createBatchForm([{ name: 'a.pdf', bytes }], fields)
  const headers = { 'idempotency-key': idempotency }
  return person.ask('/api/upload', { method: 'POST', body, headers })
}

function post(person: Visitor, address: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key }
  return person.ask(address, { method: 'POST', body: JSON.stringify(body), headers })
}

const batchesIn = async (docket: TestDocket) =>
  (await docket.db.query<{ id: string }>('select id from batches')).map(({ id }) => id)

async function stage() {
  const docket = await docketForTest()
  const person = visitor(docket.url)
  await person.ask('/api/jobs')
  return { docket, person }
}

describe('Idempotency-Key', () => {
  it('returns the same response to the same request, even after later changes', async () => {
    const { docket, person } = await stage()
    const bytes = pdf()
    const first = await upload(person, bytes)
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([202, null])
    const response = (await first.json()) as { job: { id: string } }
    docket.startWorking()
    await vi.waitFor(async () => {
      expect((await person.job(response.job.id)).status).toBe('complete')
    })
    const replay = await upload(person, bytes)
    expect([replay.status, replay.headers.get('idempotency-replayed')]).toEqual([202, 'true'])
    expect(replay.headers.get('location')).toBe(first.headers.get('location'))
    expect(await replay.json()).toEqual(response)
    expect(await batchesIn(docket)).toHaveLength(1)
  })

  it('422: rejects another request or route with the same key', async () => {
    const { docket, person } = await stage()
    const bytes = pdf()
    expect((await upload(person, bytes)).status).toBe(202)
    const headers = { 'idempotency-key': key }
    const batch = { method: 'POST', body: createBatchForm([{ name: 'a.pdf', bytes }]), headers }
    for (const response of [
      await upload(person, pdf()),
      await upload(person, bytes, { mapping: 'document_text_v1' }),
      await person.ask('/api/batch/extract', batch),
    ]) {
      expect((await readError(response)).slice(0, 2)).toEqual([422, 'KEY_REUSED'])
    }
    expect(await batchesIn(docket)).toHaveLength(1)
    expect(await docket.files()).toHaveLength(1)
  })

  it('is separate for each owner', async () => {
    const { docket, person } = await stage()
    const bytes = pdf()
    const mine = await readJob(await upload(person, bytes))
    const otherOwnerJob = await readJob(await upload(visitor(docket.url), bytes))
    expect(otherOwnerJob.id).not.toBe(mine.id)
  })

  it('409: runs once for concurrent requests', async () => {
    const { docket, person } = await stage()
    const bytes = pdf()
    const responses = await Promise.all(Array.from({ length: 12 }, () => upload(person, bytes)))
    for (const response of responses) expect([202, 409]).toContain(response.status)
    const acceptedResponses = responses.filter(({ status }) => status === 202)
    const jobs = await Promise.all(acceptedResponses.map(readJob))
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(1)
    expect(await batchesIn(docket)).toHaveLength(1)
    expect(await docket.files()).toHaveLength(1)
  })

  it('409: reports how long to wait during the first request', async () => {
    const { docket, person } = await stage()
    const bytes = pdf()
    await upload(person, bytes)
    await docket.db.query(
      `update idempotency_keys set response = null, locked_until = now() + interval '200 seconds'`,
    )
    const response = await upload(person, bytes)
    // The time until the lock expires. Its holder may finish long before that.
    expect(response.headers.get('retry-after')).toBe('20')
    expect((await readError(response)).slice(0, 2)).toEqual([409, 'KEY_IN_USE'])
    await docket.db.query(
      `update idempotency_keys set locked_until = now() + interval '19 seconds'`,
    )
    const earlyResponse = await upload(person, bytes)
    expect(Number(earlyResponse.headers.get('retry-after'))).toBeLessThan(20)
  })

  it('409: is held while the first request runs', async () => {
    const { docket, person } = await stage()
    const { services, db } = docket
    const [isStoring, mayGoOn] = [deferred(), deferred()]
    const { putFiles } = services.blobs
    const bytes = pdf()
    services.blobs.putFiles = async (files) => {
      isStoring.resolve()
      await mayGoOn.promise
      return putFiles(files)
    }
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const first = upload(person, bytes)
    await isStoring.promise
    await db.query(`update idempotency_keys set locked_until = now()`)
    vi.advanceTimersByTime(20_000)
    const isLocked = `select locked_until > now() + interval '10 seconds' as answer from idempotency_keys`
    await vi.waitFor(async () => expect(await db.query(isLocked)).toEqual([{ answer: true }]))
    const second = await upload(person, bytes)
    expect((await readError(second)).slice(0, 2)).toEqual([409, 'KEY_IN_USE'])
    mayGoOn.resolve()
    const { id } = await readJob(await first)
    expect((await readJob(await upload(person, bytes))).id).toBe(id)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('finds what was created before a crash, and otherwise creates it', async () => {
    const { docket, person } = await stage()
    const bytes = pdf()
    const form = () =>
      createBatchForm([
        { name: 'x', bytes: new Uint8Array(1) },
        { name: 'a.pdf', bytes },
      ])
    const headers = { 'idempotency-key': key }
    const send = async () => {
      const init = { method: 'POST', body: form(), headers }
      const response = await person.ask('/api/batch/extract', init)
      expect(response.headers.get('idempotency-replayed')).toBeNull()
      return response.json()
    }
    const first = await send()
    const crash = `update idempotency_keys set response = null, locked_until = now()`
    await docket.db.query(crash)
    expect(await send()).toEqual(first)
    expect(await docket.files()).toHaveLength(1)
    const before = await batchesIn(docket)
    await docket.db.query(crash)
    await docket.db.query('delete from batches')
    expect(await send()).toMatchObject({
      batch: { total: 1 },
      items: [{ problem: {} }, { job: {} }],
    })
    expect(await batchesIn(docket)).toEqual(before)
  })

  it('is released after a rejection, and after a day', async () => {
    const { docket, person } = await stage()
    const bytes = pdf()
    expect((await upload(person, bytes, { mapping: 'nothing_v1' })).status).toBe(400)
    const first = await readJob(await upload(person, bytes))
    await docket.db.query('update idempotency_keys set expires_at = now()')
    const next = await upload(person, pdf())
    expect(next.status).toBe(202)
    expect((await readJob(next)).id).not.toBe(first.id)
  })

  it('also works for presigned links', async () => {
    const { docket, person } = await stage()
    const { id } = await completeUpload(docket, person, pdf())
    const share = (hours: number) =>
      person.ask(`/api/jobs/${id}/share`, {
        method: 'POST',
        body: JSON.stringify({ expires_in_hours: hours }),
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
      })
    const first = await (await share(1)).json()
    expect(await (await share(1)).json()).toEqual(first)
    expect((await share(2)).status).toBe(422)
  })

  it.each([
    [
      '/api/parties',
      { name: 'PT Maju', tin: '0123456782012000' },
      { name: 'PT Lain', tin: '0123456782012000' },
    ],
    ['/api/units', { code: 'UM.0033', name: 'A' }, { code: 'UM.0033', name: 'B' }],
    ['/api/goods', { code: '123456', option: 'A' }, { code: '654321', option: 'A' }],
  ])('works for additions to %s, even after a crash', async (address, entry, other) => {
    const { docket, person } = await stage()
    const add = (body: object) => post(person, address, body)
    const first = (await (await add(entry)).json()) as { id: string }
    const replay = await add(entry)
    expect([replay.status, replay.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
    expect(await replay.json()).toEqual(first)
    expect((await add(other)).status).toBe(422)
    await docket.db.query(`update idempotency_keys set response = null, locked_until = now()`)
    expect(await (await add(entry)).json()).toMatchObject({ id: first.id })
    expect(await docket.db.query('select id from directory_entries')).toEqual([{ id: first.id }])
  })

  it('409: creates an API key once without storing its secret, even after a crash', async () => {
    const { docket, person } = await stage()
    const make = () => post(person, '/api/keys', { name: 'script' })
    const first = await make()
    const { key: secret } = (await first.json()) as { key: string }
    const rejection = [409, 'SHOWN_ONCE']
    expect((await readError(await make())).slice(0, 2)).toEqual(rejection)
    await docket.db.query(`update idempotency_keys set response = null, locked_until = now()`)
    expect((await readError(await make())).slice(0, 2)).toEqual(rejection)
    expect((await readError(await make())).slice(0, 2)).toEqual(rejection)
    expect(await docket.db.query('select prefix from api_keys')).toHaveLength(1)
    const storedKeys = await docket.db.query('select * from idempotency_keys')
    expect(JSON.stringify(storedKeys)).not.toContain(secret.slice(16))
  })

  it('400: must be storable text', async () => {
    const { person } = await stage()
    for (const idempotency of ['has spaces', 'x'.repeat(256), '\u00E9']) {
      const [status, code] = await readError(await upload(person, pdf(), { idempotency }))
      expect([status, code]).toEqual([400, 'INVALID_REQUEST'])
    }
  })
})
