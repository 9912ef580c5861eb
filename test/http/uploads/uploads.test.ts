import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { memoryRateLimiter } from '../../../src/cache/rate-limiter.ts'
import type { UploadSummary } from '../../../src/domain/job/batch.ts'
import type { JobsPage } from '../../../src/domain/api/routes/jobs.ts'
import { makeUnique, textPdf } from '../../fixtures/pdfs.ts'
import { createBatchForm, readBatchResponse } from '../../support/docket/batches.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readError, type Visitor, visitor } from '../../support/docket/visitor.ts'

const pdf = makeUnique.bind(null, new Uint8Array(await textPdf()))

function sendPart(person: Visitor, upload: string, names: string[]): Promise<Response> {
  const body = createBatchForm(names.map((name) => ({ name, bytes: pdf() })))
  return person.ask(`/api/batch/extract?upload_id=${upload}`, { method: 'POST', body })
}

describe('an upload that spans several batches', () => {
  it('is counted, listed and cancelled as a whole', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const upload = randomUUID()
    await person.upload(pdf())
    const first = await readBatchResponse(await sendPart(person, upload, ['a.pdf', 'b.pdf']))
    const second = await readBatchResponse(await sendPart(person, upload, ['c.pdf']))
    const read = async () =>
      (await (await person.ask(`/api/uploads/${upload}`)).json()) as UploadSummary
    expect(await read()).toMatchObject({
      id: upload,
      batch_ids: [first.batch.id, second.batch.id],
      total: 3,
      queued: 3,
      needs_review: 0,
    })
    const page = (await (await person.ask(`/api/jobs?upload_id=${upload}`)).json()) as JobsPage
    expect(page.jobs.map((job) => job.original_filename)).toEqual(['c.pdf', 'b.pdf', 'a.pdf'])

    const cancel = (who: Visitor) => who.ask(`/api/uploads/${upload}/cancel`, { method: 'POST' })
    const stranger = visitor(docket.url)
    await stranger.upload(pdf())
    expect((await cancel(stranger)).status).toBe(404)
    expect((await cancel(person)).status).toBe(202)
    expect(await read()).toMatchObject({ queued: 0, cancelled: 3 })
    expect((await readError(await cancel(person))).slice(0, 2)).toEqual([409, 'NOT_CANCELLABLE'])
  })

  it('400: rejects an id that is not a UUID', async () => {
    const docket = await docketForTest()
    const response = await sendPart(visitor(docket.url), 'mine', ['a.pdf'])
    expect(await readError(response)).toEqual([
      400,
      'INVALID_REQUEST',
      'This request is not valid. upload_id: must be a UUID.',
    ])
  })

  it('counts once against the per-minute limit, up to 1,000 documents', async () => {
    const docket = await docketForTest({
      rates: memoryRateLimiter(() => 100),
      uploads: { per_minute: 1, per_minute_and_address: 100 },
      maxPdfsPerBatch: 400,
    })
    const person = visitor(docket.url)
    await person.ask('/api/jobs')
    const upload = randomUUID()
    const statuses = []
    for (const name of ['1', '2', '3', '4', '5'])
      statuses.push((await sendPart(person, upload, [`${name}.pdf`])).status)
    expect(statuses).toEqual([202, 202, 202, 202, 429])
    expect((await sendPart(person, randomUUID(), ['x.pdf'])).status).toBe(429)
  })
})
