import { describe, expect, it, vi } from 'vitest'
import type { InvoiceReading } from '../../../src/domain/invoice/invoice.ts'
import type { Job } from '../../../src/domain/job/job.ts'
import { samplePdf } from '../../fixtures/pdfs.ts'
import { deferred } from '../../support/processes/deferred.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readError, readJob, sendJson, settle, visitor } from '../../support/docket/visitor.ts'

// Each test reads several documents, which takes a long time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const tin = '0123456789012344'
const buyer = { name: 'CV Warung Imajinasi', tin }

async function stage({ isWorking = true } = {}) {
  const docket = await docketForTest()
  if (isWorking) docket.startWorking()
  const person = visitor(docket.url)
  const send = sendJson(person)
  const settled = (id: string) => settle(person, id)
  const upload = async (number: string, fields = {}): Promise<Job> =>
    readJob(await person.upload(new Uint8Array(await samplePdf({ number })), fields))
  const read = async (number: string, fields = {}): Promise<Job> =>
    settled((await upload(number, fields)).id)
  const reading = async (id: string) =>
    (await (await person.ask(`/api/jobs/${id}/reading`)).json()) as {
      reading: InvoiceReading
      revision: number
    }
  const correct = (id: string, revision: number, changes: unknown[]) =>
    send('PATCH', `/api/jobs/${id}/reading`, { changes }, { 'if-match': `"${revision}"` })
  const approve = (id: string, revision: number) =>
    send('POST', `/api/jobs/${id}/approve`, {}, { 'if-match': `"${revision}"` })
  const readAgain = (id: string, body = {}) => send('POST', `/api/jobs/${id}/read-again`, body)
  const csv = async (id: string) => (await person.ask(`/api/jobs/${id}/download?format=csv`)).text()
  const events = async (id: string) => {
    const page = (await (await person.ask(`/api/jobs/${id}/events`)).json()) as {
      events: { type: string }[]
    }
    return page.events.map(({ type }) => type).filter((type) => type !== 'progress')
  }
  const tools = { settled, upload, read, reading, correct, approve, readAgain, csv, events }
  return { docket, person, send, ...tools }
}

const codes = ({ review_reasons }: Job) => review_reasons.map(({ code }) => code)

describe('a directory change', () => {
  it('rechecks waiting documents and keeps their corrections', async () => {
    const { person, send, read, reading, correct, settled, csv, events } = await stage()
    const job = await read('WAIT-1')
    expect(codes(job)).toContain('filing_buyer_npwp_missing')
    await correct(job.id, 1, [{ path: 'buyer.address', value: 'Jalan Baru 1' }])
    expect((await send('POST', '/api/parties', buyer)).status).toBe(201)
    const checked = await settled(job.id)
    expect(codes(checked)).not.toContain('filing_buyer_npwp_missing')
    expect(await csv(job.id)).toContain(tin)
    const { reading: now, revision } = await reading(job.id)
    expect([now.buyer.address, revision]).toEqual(['Jalan Baru 1', 3])
    expect(await events(job.id)).toEqual([
      'queue',
      'claim',
      'complete',
      'correct',
      'reread',
      'claim',
      'complete',
    ])
    expect((await correct(job.id, 2, [])).status).toBe(412)
    const again = await readJob(
      await person.upload(new Uint8Array(await samplePdf({ number: 'WAIT-1' }))),
    )
    expect([again.deduped_from, codes(await settled(again.id))]).toEqual([job.id, codes(checked)])
  })

  it('keeps the reading available until it is checked, and queues it once', async () => {
    const { docket, person, send, upload, reading, correct, approve, settled, events } =
      await stage({ isWorking: false })
    const { id } = await upload('LATE-1')
    docket.startWorking()
    await settled(id)
    await docket.db.query('insert into queue_pause default values')
    await send('POST', '/api/parties', buyer)
    await send('POST', '/api/parties', { name: 'PT Lain', tin })
    const waiting = await person.job(id)
    expect(waiting).toMatchObject({
      status: 'queued',
      reread_reason: 'directory',
      needs_review: true,
    })
    expect((await reading(id)).reading.number).toBe('LATE-1')
    expect((await correct(id, 1, [{ path: 'buyer.address', value: 'Jalan 2' }])).status).toBe(200)
    expect((await person.job(id)).status).toBe('queued')
    expect((await approve(id, 2)).status).toBe(200)
    expect(await person.job(id)).toMatchObject({ status: 'complete', reread_reason: null })
    await docket.db.query('delete from queue_pause')
    expect(await events(id)).toEqual([
      'queue',
      'claim',
      'complete',
      'reread',
      'correct',
      'restore',
      'approve',
    ])
  })

  it('does not change approved documents', async () => {
    const { send, read, approve, reading, csv } = await stage()
    const job = await read('DONE-1')
    await approve(job.id, 1)
    await send('POST', '/api/parties', buyer)
    expect((await reading(job.id)).revision).toBe(2)
    expect(await csv(job.id)).not.toContain(tin)
  })

  it('is applied to documents that are being read at the same time', async () => {
    const { docket, send, upload, settled } = await stage({ isWorking: false })
    const { id } = await upload('MEAN-1')
    const [arrived, saved] = [deferred(), deferred()]
    const { db } = docket.services
    docket.startWorking({
      db: {
        ...db,
        query: async (text, values) => {
          const isCompletion = text.includes('complete_and_claim_jobs') && values?.[3] !== '[]'
          if (isCompletion) {
            arrived.resolve()
            await saved.promise
          }
          return db.query(text, values)
        },
      },
    })
    await arrived.promise
    await send('POST', '/api/parties', buyer)
    saved.resolve()
    await vi.waitFor(async () =>
      expect(codes(await settled(id))).not.toContain('filing_buyer_npwp_missing'),
    )
  })
})

describe('reading again', () => {
  it('reapplies corrections and asks before it revokes an approval', async () => {
    const { read, reading, correct, approve, readAgain, settled, person } = await stage()
    const job = await read('AGAIN-1')
    const value = 'Jalan Tetap 5'
    await correct(job.id, 1, [{ path: 'buyer.address', value }])
    await approve(job.id, 2)
    expect((await readError(await readAgain(job.id))).slice(0, 2)).toEqual([409, 'APPROVED'])
    expect((await readAgain(job.id, { include_approved: true })).status).toBe(202)
    expect(await settled(job.id)).toMatchObject({ approved_at: null, needs_review: true })
    const { reading: now } = await reading(job.id)
    expect([now.buyer.address, now.evidence['buyer.address']?.source]).toEqual([value, 'human'])
    expect((await person.ask(`/api/jobs/${job.id}/source`)).status).toBe(200)
  })

  it('reads failed and complete documents as another kind and lists the documents it skips', async () => {
    const { docket, person, send, read, approve, settled } = await stage()
    const failed = await read('KIND-1', { mapping: 'heat_sheet_v1', params: '{"swimmer":"Ada"}' })
    expect(failed.status).toBe('failed')
    const text = await read('KIND-2', { mapping: 'document_text_v1' })
    const approved = await read('KIND-3')
    await approve(approved.id, 1)
    const gone = await read('KIND-4')
    await docket.db.query('update jobs set source_deleted_at = now() where id = $1', [gone.id])
    const answer = await send('POST', '/api/jobs/read-again', { all: true, mapping: 'auto' })
    expect(answer.status).toBe(202)
    expect(await answer.json()).toEqual({
      queued_count: 2,
      skipped: [
        { id: approved.id, code: 'APPROVED' },
        { id: gone.id, code: 'SOURCE_GONE' },
      ],
    })
    expect(await settled(failed.id)).toMatchObject({
      status: 'complete',
      summary: { number: 'KIND-1' },
    })
    expect(await settled(text.id)).toMatchObject({ mapping: 'auto', summary: { number: 'KIND-2' } })
    const unknown = await send('POST', '/api/jobs/read-again', { ids: [text.id], mapping: 'none' })
    expect((await readError(unknown))[1]).toBe('UNKNOWN_MAPPING')
    const both = await send('POST', '/api/jobs/read-again', { ids: [text.id], all: true })
    expect(both.status).toBe(400)
    const stranger = await visitor(docket.url).ask(`/api/jobs/${text.id}/read-again`, {
      method: 'POST',
    })
    expect(stranger.status).toBe(403)
    expect((await person.job(gone.id)).status).toBe('complete')
  })

  it('keeps the result if it fails and reports why', async () => {
    const { read, readAgain, settled, csv, events } = await stage()
    const job = await read('KEEP-1')
    const before = await csv(job.id)
    const params = { swimmer: 'Ada' }
    expect((await readAgain(job.id, { mapping: 'heat_sheet_v1', params })).status).toBe(202)
    const kept = await settled(job.id)
    expect(kept).toMatchObject({ status: 'complete', summary: { number: 'KEEP-1' } })
    expect(kept.error_code).not.toBeNull()
    expect(await csv(job.id)).toBe(before)
    expect((await events(job.id)).slice(-3)).toEqual(['reread', 'claim', 'restore'])
  })
})
