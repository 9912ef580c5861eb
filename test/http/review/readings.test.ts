import { toFilingRule } from '../../../src/domain/invoice/review-reasons.ts'
import { describe, expect, it, vi } from 'vitest'
import type { Db } from '../../../src/db/db.ts'
import { expireJob } from '../../../src/db/jobs/transitions.sql.ts'
import { correctOwnedReading } from '../../../src/review/corrections.ts'
import { sweep } from '../../../src/retention/sweep.ts'
import type { JobEvent } from '../../../src/domain/job/event.ts'
import type { Job } from '../../../src/domain/job/job.ts'
import type { InvoiceReading } from '../../../src/domain/invoice/invoice.ts'
import type { HeatSheetReading } from '../../../src/domain/heat-sheet/heat-sheet.ts'
import type { ReadingResponse } from '../../../src/domain/review/change.ts'
import { drawMeet, springSplash } from '../../fixtures/meets.ts'
import { samplePdf, textPdf } from '../../fixtures/pdfs.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readJob, readError, type Visitor, visitor } from '../../support/docket/visitor.ts'
import { jwtSecret, createAuthHeaders } from '../../support/docket/tokens.ts'

// Each test reads several documents, which takes a long time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const sample = new Uint8Array(await samplePdf())

async function uploadAndComplete(person: Visitor, bytes = sample, fields = {}): Promise<Job> {
  const { id } = await readJob(await person.upload(bytes, fields))
  await vi.waitFor(async () => expect((await person.job(id)).status).toBe('complete'), 60_000)
  return person.job(id)
}

async function openReading(bytes = sample, fields = {}) {
  const docket = await docketForTest({ tokens: { secret: jwtSecret } })
  docket.startWorking()
  const person = visitor(docket.url, await createAuthHeaders('ada'))
  const job = await uploadAndComplete(person, bytes, fields)
  const address = `/api/jobs/${job.id}/reading`
  const read = async <R = InvoiceReading>() => {
    const response = await person.ask(address)
    const body = (await response.json()) as Omit<ReadingResponse, 'reading'> & { reading: R }
    return { etag: response.headers.get('etag') ?? '', ...body }
  }
  const patch = (changes: unknown[], match: string | undefined, by = person) =>
    by.ask(address, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', ...(match && { 'if-match': match }) },
      body: JSON.stringify({ changes }),
    })
  const approve = (match: string | undefined) =>
    person.ask(`/api/jobs/${job.id}/approve`, {
      method: 'POST',
      headers: match ? { 'if-match': match } : {},
    })
  const download = async (format: string, id = job.id) =>
    (await person.ask(`/api/jobs/${id}/download?format=${format}`)).text()
  const unapprove = (match: string | undefined) =>
    person.ask(`/api/jobs/${job.id}/unapprove`, {
      method: 'POST',
      headers: match === undefined ? {} : { 'if-match': match },
    })
  return { docket, person, job, read, patch, approve, unapprove, download }
}

const changeNumber = (value: string) => [{ path: 'number', value }]

describe('a reading', () => {
  it('is corrected: checked again, all outputs rewritten, and the history kept', async () => {
    const { docket, person, job, read, patch, download } = await openReading()
    expect(job.needs_review).toBe(true)
    const before = await read()
    expect(before).toMatchObject({ etag: '"1"', revision: 1, approved_at: null, changes: [] })
    expect(before.reading).toMatchObject({ kind: 'invoice', number: 'LC-2026-0042' })
    const seller = before.reading.evidence['seller.name']

    const response = await patch(
      [
        { path: 'number', value: '=LC-1' },
        { path: 'lines.0.quantity', value: '13' },
        { op: 'remove', path: 'lines.5' },
      ],
      '"1"',
    )
    expect(response.status).toBe(200)
    expect(response.headers.get('etag')).toBe('"2"')
    const after = (await response.json()) as ReadingResponse & { reading: InvoiceReading }
    expect(after).toMatchObject({ revision: 2, reading: { number: '=LC-1' } })
    expect(after.reading.lines).toHaveLength(5)
    expect(after.reading.evidence['number']).toMatchObject({ source: 'human', page: 1 })
    expect(after.reading.evidence['seller.name']).toEqual(seller)
    expect(after.reading.checks.find(({ name }) => name === 'rows')?.passed).toBe(false)
    expect(after.changes).toMatchObject([
      { revision: 2, op: 'set', path: 'number', old: 'LC-2026-0042', new: '=LC-1' },
      { revision: 2, op: 'set', path: 'lines.0.quantity', old: '12', new: '13' },
      { revision: 2, op: 'remove', path: 'lines.5', new: null, changed_by: 'ada' },
    ])

    const now = await person.job(job.id)
    expect(now.review_reasons).toEqual(
      after.reading.review.reasons
        .filter(({ settled }) => !settled)
        .map((reason) => ({ ...toFilingRule(reason), message: reason.message })),
    )
    expect(now.updated_at > job.updated_at).toBe(true)
    expect(now.outputs.map(({ format }) => format)).toEqual(['json', 'csv', 'ubl'])
    expect(JSON.parse(await download('json'))).toEqual(after.reading)
    expect(await download('csv')).toContain("'=LC-1,")
    expect(await download('ubl')).toContain('<cbc:ID>=LC-1</cbc:ID>')
    const { events } = (await (await person.ask(`/api/jobs/${job.id}/events`)).json()) as {
      events: JobEvent[]
    }
    expect(events.at(-1)?.type).toBe('correct')
    const all = await docket.db.query<{ number: number }>(
      'select number from events where batch_id = $1 order by number',
      [job.batch_id],
    )
    expect(all.map((event) => event.number)).toEqual(all.map((_, index) => index + 1))
  })

  it('is changed by one of two concurrent editors; the other gets a conflict and does not lose anything', async () => {
    const { patch, read } = await openReading()
    const responses = await Promise.all(
      ['A', 'B', 'C'].map((name) => patch(changeNumber(name), '"1"')),
    )
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412])
    const late = responses.find(({ status }) => status === 412)
    expect(late && (await readError(late))[1]).toBe('CHANGED_MEANWHILE')
    const { reading, revision, changes } = await read()
    expect(revision).toBe(2)
    expect(changes).toMatchObject([{ path: 'number', new: reading.number }])
    expect((await patch(changeNumber('D'), '"2"')).status).toBe(200)
  })

  it('loses its approval on request: it needs review again, and the history records who withdrew it', async () => {
    const { docket, person, job, read, approve, unapprove } = await openReading()
    const reasons = (await person.job(job.id)).review_reasons
    expect((await unapprove('"1"')).status).toBe(200)
    expect(await read()).toMatchObject({ revision: 1, changes: [] })
    await approve('"1"')
    expect((await readError(await unapprove(undefined))).slice(0, 2)).toEqual([428, 'MATCH_NEEDED'])
    expect((await readError(await unapprove('"1"'))).slice(0, 2)).toEqual([
      412,
      'CHANGED_MEANWHILE',
    ])
    const withdrawn = (await (await unapprove('"2"')).json()) as Job
    expect(withdrawn).toMatchObject({ needs_review: true, approved_at: null })
    expect((await person.job(job.id)).review_reasons).toEqual(reasons)
    const { changes, approved_by, revision } = await read()
    expect([approved_by, revision]).toEqual([null, 3])
    expect(changes).toMatchObject([{ op: 'approve' }, { op: 'unapprove', path: '', new: 'ada' }])
    const types = await docket.db.query<{ type: string }>('select type from events order by number')
    expect(types.at(-1)).toEqual({ type: 'unapprove' })
  })

  it('is approved: nothing is left to review, until the next change', async () => {
    const { docket, job, person, read, approve, patch, download } = await openReading()
    const { reading } = await read()
    const response = await approve('"1"')
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      id: job.id,
      needs_review: false,
      review_reasons: [],
      approved_at: expect.any(String),
    })
    const readingBefore = await read()
    expect(readingBefore).toMatchObject({ revision: 2, approved_by: 'ada', etag: '"2"' })
    expect(readingBefore.changes).toMatchObject([{ op: 'approve', new: 'ada' }])
    expect(readingBefore.reading.review).toEqual({
      needed: false,
      reasons: reading.review.reasons.map((reason) => ({ ...reason, settled: true })),
    })
    expect(await download('csv')).not.toContain(',true,')
    const types = await docket.db.query<{ type: string }>('select type from events order by number')
    expect(types.at(-1)).toEqual({ type: 'approve' })

    expect((await patch(changeNumber('X'), '"2"')).status).toBe(200)
    expect(await person.job(job.id)).toMatchObject({ needs_review: true, approved_at: null })
  })

  it('is written in formats that apply after the correction', async () => {
    const { person, job, patch } = await openReading(sample, { mapping: 'invoice_v1' })
    const numbers = [
      { path: 'seller.tin', value: '0012345674901000' },
      { path: 'buyer.tin', value: '0098765431109000' },
    ]
    const first = await patch([...numbers, { path: 'currency', value: 'EUR' }], '"1"')
    expect(first.status).toBe(200)
    const otherJob = await person.job(job.id)
    expect(otherJob.outputs.map(({ format }) => format)).toEqual(['json', 'csv', 'ubl'])
    expect((await patch([{ path: 'currency', value: 'IDR' }], '"2"')).status).toBe(200)
    const formats = (await person.job(job.id)).outputs.map(({ format }) => format)
    expect(formats).toEqual(['json', 'xml', 'csv', 'ubl'])
  })

  it('is not shared with another job that has the same result', async () => {
    const { docket, person, job, patch, download } = await openReading()
    const secondJob = await uploadAndComplete(person)
    expect(secondJob.deduped_from).toBe(job.id)
    const original = await download('json')
    await patch(changeNumber('X'), '"1"')
    expect(JSON.parse(await download('json'))).toMatchObject({ number: 'X' })
    expect(await download('json', secondJob.id)).toBe(original)
    const retention = { ...docket.services, sourceDays: 7, resultDays: 30, batchDays: 30 }
    await sweep(retention)
    expect(await download('json', secondJob.id)).toBe(original)
    // The duplicate was the last job to reference the first files.
    const other = { 'content-type': 'application/json', 'if-match': '"1"' }
    const body = JSON.stringify({ changes: changeNumber('Y') })
    await person.ask(`/api/jobs/${secondJob.id}/reading`, { method: 'PATCH', headers: other, body })
    await sweep(retention)
    expect((await docket.files()).filter((name) => name.endsWith('.json.gz'))).toHaveLength(2)
    expect(JSON.parse(await download('json', secondJob.id))).toMatchObject({ number: 'Y' })
  })
})

describe('a change is rejected', () => {
  it('with status and code, and without any effect', async () => {
    const { docket, job, patch, approve, read } = await openReading()
    const stranger = visitor(docket.url, await createAuthHeaders('eve'))
    const before = await read()
    const files = await docket.files()
    const readStatus = async (response: Response) => (await readError(response)).slice(0, 2)

    expect(await readStatus(await patch(changeNumber('X'), undefined))).toEqual([
      428,
      'MATCH_NEEDED',
    ])
    expect(await readStatus(await patch(changeNumber('X'), '*'))).toEqual([428, 'MATCH_NEEDED'])
    expect(await readStatus(await patch(changeNumber('X'), '"0"'))).toEqual([
      412,
      'CHANGED_MEANWHILE',
    ])
    expect(await readStatus(await patch(changeNumber('X'), 'x'))).toEqual([
      412,
      'CHANGED_MEANWHILE',
    ])
    expect(await readStatus(await approve(undefined))).toEqual([428, 'MATCH_NEEDED'])
    expect(await readStatus(await approve('"9"'))).toEqual([412, 'CHANGED_MEANWHILE'])
    expect(await readStatus(await patch(changeNumber('X'), '"1"', stranger))).toEqual([
      403,
      'FORBIDDEN',
    ])
    const many = Array.from({ length: 501 }, () => changeNumber('X')[0])
    expect(await readStatus(await patch(many, '"1"'))).toEqual([400, 'INVALID_REQUEST'])
    const invalidChanges = [{ op: 'explode', path: 'number' }]
    expect(await readStatus(await patch(invalidChanges, '"1"'))).toEqual([400, 'INVALID_REQUEST'])

    const bad = await patch(
      [...changeNumber('X'), { path: 'lines.0.amount', value: 'much' }],
      '"1"',
    )
    expect(bad.status).toBe(422)
    expect(await bad.json()).toMatchObject({
      code: 'INVALID_CHANGE',
      detail: 'lines.0.amount: must be a number like 1250.5, without thousands separators.',
      errors: [{ pointer: '/lines/0/amount' }],
    })

    expect(await read()).toEqual(before)
    expect(await docket.files()).toEqual(files)
    await docket.db.transaction((tx) => expireJob(tx, job.id))
    expect(await readStatus(await patch(changeNumber('X'), '"1"'))).toEqual([404, 'EXPIRED'])
    expect(await readStatus(await approve('"1"'))).toEqual([404, 'EXPIRED'])
  })

  it('for plain text, which has no values to correct', async () => {
    const { person, job, approve, patch } = await openReading(new Uint8Array(await textPdf()))
    const sentence = 'Plain text cannot be corrected, only invoices, heat sheets and custom fields.'
    for (const response of [
      await person.ask(`/api/jobs/${job.id}/reading`),
      await patch(changeNumber('X'), '"1"'),
      await approve('"1"'),
    ]) {
      expect(await readError(response)).toEqual([409, 'NO_READING', sentence])
    }
  })

  it('before the result exists, and if only files are stored', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const { id } = await readJob(await person.upload(sample))
    const address = `/api/jobs/${id}/reading`
    expect((await readError(await person.ask(address)))[1]).toBe('NOT_READY')
    docket.startWorking()
    await vi.waitFor(async () => expect((await person.job(id)).status).toBe('complete'), 60_000)
    await docket.db.query(`delete from outputs where format = 'json'`)
    expect(await readError(await person.ask(address))).toEqual([
      409,
      'NO_READING',
      'Only files were stored for this document (csv, ubl), so there is no reading to correct.',
    ])
  })
})

describe('a crash between storing the files and the commit', () => {
  it('has no effect, and the correction can be repeated', async () => {
    const { docket, job, read, patch } = await openReading()
    const before = await read()
    const broken = {
      ...docket.services,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      db: {
        ...docket.db,
        transaction: <Result>(run: (tx: Db) => Promise<Result>) =>
          docket.db.transaction(async (tx) => {
            await run(tx)
            throw new Error('the process died')
          }),
      },
    }
    const revision = {
      id: job.id,
      owner_id: 'user:ada',
      changed_by: 'ada',
      baseRevision: 1,
      changes: [{ op: 'set' as const, path: 'number', value: 'X' }],
    }
    await expect(correctOwnedReading(broken, revision)).rejects.toThrow('the process died')
    expect(await read()).toEqual(before)
    expect((await docket.files()).filter((name) => name.endsWith('.json.gz'))).toHaveLength(1)
    expect((await patch(changeNumber('Y'), '"1"')).status).toBe(200)
    expect((await read()).reading.number).toBe('Y')
  })
})

it('loads the job once per correction', async () => {
  const { docket, patch } = await openReading()
  const { db } = docket.services
  let loads = 0
  docket.services.db = {
    ...db,
    query: (text, values) => {
      if (text.includes('as processing_time')) loads += 1
      return db.query(text, values)
    },
  }
  expect((await patch(changeNumber('X'), '"1"')).status).toBe(200)
  expect(loads).toBe(1)
})

it('corrects a heat sheet like an invoice, including its calendar', async () => {
  const params = JSON.stringify({ swimmer: 'noemie nunez', time_zone: 'America/New_York' })
  const pdf = new Uint8Array(await drawMeet(springSplash))
  const { job, read, patch, approve, download } = await openReading(pdf, { params })
  const { reading } = await read<HeatSheetReading>()
  const [swim] = reading.events
  expect(swim?.heat_start_time).not.toBe('11:45')
  const changes = [
    { path: 'events.0.heat_start_time', value: '11:45' },
    { path: 'events.0.estimated', value: false },
  ]
  expect((await patch(changes, '"1"')).status).toBe(200)
  expect(await download('ics')).toContain('DTSTART:20260502T154500Z')
  const changed = await read<HeatSheetReading>()
  expect(changed.reading.evidence['events.0.heat_start_time']).toMatchObject({
    source: 'human',
    page: 1,
  })
  const approved = (await (await approve('"2"')).json()) as Job
  expect(approved).toMatchObject({ id: job.id, needs_review: false })
})
