import { describe, expect, it } from 'vitest'
import type { InvoiceFacets, JobsPage } from '../../../src/domain/api/routes/jobs.ts'
import { compareJobs, jobSorts, sortOrders } from '../../../src/domain/job/job-sort.ts'
import { completeJob } from '../../../src/db/jobs/transitions.sql.ts'
import type { Database } from '../../../src/db/db.ts'
import { deleteOwnedJobs } from '../../../src/jobs/bulk.ts'
import { makeUnique, textPdf } from '../../fixtures/pdfs.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readError, readJob, visitor } from '../../support/docket/visitor.ts'
import { claim, queueJobs } from '../../support/database/jobs.ts'

interface Listed {
  number: string | null
  date?: string | null
  seller?: string
  buyer?: string
  total?: string | null
  reasons?: string[]
}

const invoices: Listed[] = [
  { number: 'INV-10', date: '2026-03-01', seller: 'PT Satu', buyer: 'Élan', total: '900.5' },
  { number: 'INV-9', date: '2026-02-01', seller: 'PT Satu', buyer: 'CV Dua', total: '-3' },
  { number: 'inv-100', date: '2026-03-05', seller: 'CV Tiga', buyer: 'ebony', total: '1000' },
  { number: null, date: '2026-03-05', seller: 'PT Satu', total: null },
  { number: 'INV-9', date: '2026-02-09', seller: 'CV Tiga', buyer: 'CV Dua', total: '0.07' },
]

async function uploadInvoices(documents: Listed[]) {
  const docket = await docketForTest()
  const person = visitor(docket.url)
  const ids: string[] = []
  for (const { reasons = [], ...fields } of documents) {
    const { id } = await readJob(await person.upload(makeUnique(await textPdf())))
    await claim(docket.db)
    await completeJob(docket.db, { id, epoch: 1 }, { result_key: 'results/none' })
    const summary = { kind: 'invoice', buyer: null, total: null, currency: 'IDR', ...fields }
    const open = reasons.map((code) => ({ code, path: null, params: { name: fields.buyer } }))
    await docket.db.query('update jobs set summary = $2, review_reasons = $3 where id = $1', [
      id,
      JSON.stringify(summary),
      JSON.stringify(open),
    ])
    ids.push(id)
  }
  const list = async (query: string) =>
    (await (await person.ask(`/api/jobs?${query}`)).json()) as JobsPage
  const facets = async (query = '') =>
    (await (await person.ask(`/api/jobs/facets?${query}`)).json()) as InvoiceFacets
  return { docket, person, ids, list, facets }
}

describe('a sorted job list', () => {
  it('sorts by every column, page by page, as the app does', async () => {
    const { list, ids, person } = await uploadInvoices(invoices)
    await person.upload(makeUnique(await textPdf()))
    const all = (await list('limit=100')).jobs
    for (const sort of jobSorts) {
      for (const order of sortOrders) {
        const seen: string[] = []
        let cursor = ''
        do {
          const page = await list(`sort=${sort}&order=${order}&limit=4${cursor}`)
          seen.push(...page.jobs.map(({ id }) => id))
          cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`
        } while (cursor !== '')
        const expected = all.toSorted(compareJobs(sort, order)).map(({ id }) => id)
        expect(seen, `${sort} ${order}`).toEqual(expected)
      }
    }
    expect(ids).toHaveLength(invoices.length)
  })

  it('compares numbers inside text by value, and puts documents without a value last', async () => {
    const { list } = await uploadInvoices(invoices)
    const values = async (sort: 'number' | 'buyer' | 'total', order: string) =>
      (await list(`sort=${sort}&order=${order}`)).jobs.map(
        ({ summary }) => summary?.kind === 'invoice' && summary[sort],
      )
    expect(await values('number', 'asc')).toEqual(['INV-9', 'INV-9', 'INV-10', 'inv-100', null])
    expect(await values('total', 'desc')).toEqual(['1000', '900.5', '0.07', '-3', null])
    expect(await values('buyer', 'asc')).toEqual(['CV Dua', 'CV Dua', 'ebony', 'Élan', null])
  })

  it('returns no sort text, and rejects unknown columns and damaged cursors', async () => {
    const { list, person } = await uploadInvoices(invoices.slice(0, 1))
    expect(Object.keys((await list('sort=total')).jobs[0] ?? {})).not.toContain('sort_text')
    const id = '0198c1de-0000-7000-8000-000000000000'
    const cursor = Buffer.from(`2026-01-01T00:00:00Z ${id} a\0b`).toString('base64url')
    for (const query of ['sort=colour', 'order=up', `sort=number&cursor=${cursor}`]) {
      const [status, code] = await readError(await person.ask(`/api/jobs?${query}`))
      expect([status, code], query).toEqual([400, 'INVALID_REQUEST'])
    }
  })

  it('lists an empty page for a cursor past the end, with counts', async () => {
    const { list } = await uploadInvoices(invoices.slice(0, 1))
    const id = '00000000-0000-7000-8000-000000000000'
    const cursor = Buffer.from(`2020-01-01T00:00:00Z ${id}`).toString('base64url')
    const page = await list(`sort=number&cursor=${cursor}`)
    expect([page.jobs, page.next_cursor, page.counts.complete]).toEqual([[], null, 1])
  })
})

const doubtful: Listed[] = [
  {
    number: '1',
    date: '2026-03-01',
    seller: 'PT Satu',
    buyer: 'CV A',
    reasons: ['filing_buyer_npwp_missing'],
  },
  {
    number: '2',
    date: '2026-03-02',
    seller: 'PT Satu',
    buyer: 'CV B',
    reasons: ['filing_buyer_npwp_missing', 'total_missing', 'total_missing'],
  },
  {
    number: '3',
    date: '2026-04-02',
    seller: 'CV Dua',
    buyer: 'CV C',
    reasons: ['filing_buyer_npwp_missing'],
  },
  { number: '4', date: '2026-04-03', seller: 'CV Dua', buyer: 'CV D' },
]

describe('review reasons in a list', () => {
  it('are grouped with their number of documents and the newest example', async () => {
    const { facets, ids } = await uploadInvoices(doubtful)
    const { count, reasons } = await facets()
    expect(count).toBe(4)
    expect(reasons.map(({ code, count }) => [code, count])).toEqual([
      ['filing_buyer_npwp_missing', 3],
      ['total_missing', 1],
    ])
    const [missing] = reasons
    expect(missing).toMatchObject({
      job_id: ids[2],
      params: { name: 'CV C' },
      message: 'Buyer NPWP missing. Add CV C to the directory.',
    })
  })

  it('filter the list, together with all other filters', async () => {
    const { list, ids } = await uploadInvoices(doubtful)
    const found = async (query: string) => (await list(query)).jobs.map(({ id }) => id)
    expect(await found('reason=total_missing')).toEqual([ids[1]])
    expect(await found('reason=filing_buyer_npwp_missing&period=2026-03')).toEqual([ids[1], ids[0]])
    expect(await found('reason=filing')).toEqual(await found('reason=filing_buyer_npwp_missing'))
    expect(await found('reason=filing')).toHaveLength(3)
    expect(await found('reason=nothing')).toEqual([])
  })

  it('are counted within the other filters, each facet without its own', async () => {
    const { facets } = await uploadInvoices(doubtful)
    expect(await facets('seller=PT+Satu&reason=total_missing')).toMatchObject({
      count: 1,
      sellers: [{ value: 'PT Satu', count: 1 }],
      periods: [{ value: '2026-03', count: 1 }],
      reasons: [
        { code: 'filing_buyer_npwp_missing', count: 2 },
        { code: 'total_missing', count: 1 },
      ],
    })
    const undated = { number: '5', seller: 'CV Dua', buyer: 'CV D', date: null }
    const withUndated = await uploadInvoices([...doubtful, undated])
    expect(await withUndated.facets()).toMatchObject({ count: 5, undated_count: 1 })
    expect((await withUndated.facets('seller=PT+Satu')).undated_count).toBe(0)
    const { sellers } = await facets('period=2026-04')
    expect(sellers).toEqual([{ value: 'CV Dua', count: 2 }])
    expect((await facets('q=nowhere')).count).toBe(0)
  })

  it('count no document that was split, because its parts are counted', async () => {
    const { docket, facets, ids } = await uploadInvoices(doubtful.slice(0, 2))
    await docket.db.query('update jobs set split_into = batch_id where id = $1', [ids[0]])
    expect(await facets()).toMatchObject({
      sellers: [{ value: 'PT Satu', count: 1 }],
      periods: [{ value: '2026-03', count: 1 }],
    })
  })

  it('are translated', async () => {
    const { person } = await uploadInvoices(doubtful.slice(0, 1))
    const response = await person.ask('/api/jobs/facets', { headers: { 'accept-language': 'id' } })
    const { reasons } = (await response.json()) as InvoiceFacets
    expect(reasons[0]?.message).toMatch(/^NPWP pembeli/)
  })
})

it('filters active and exported documents', async () => {
  const { docket, person, list, ids } = await uploadInvoices(invoices.slice(0, 2))
  const waiting = await readJob(await person.upload(makeUnique(await textPdf())))
  await docket.db.query(
    `with file as (
      insert into exports (id, owner_id, exported_by, filename, invoices, tax_base, tax)
      select gen_random_uuid(), owner_id, 'Ada', 'a.xml', 1, '1', '1' from jobs where id = $1 returning id
    )
    insert into exported_invoices (export_id, job_id, original_filename, invoice_key, filed_hash)
    select id, $1, 'a.pdf', '', '' from file`,
    [ids[0]],
  )
  const found = async (query: string) => (await list(query)).jobs.map(({ id }) => id)
  expect(await found('status=active')).toEqual([waiting.id])
  expect(await found('exported=true')).toEqual([ids[0]])
  expect(await found('exported=false')).toEqual([ids[1]])
})

describe('bulk actions', () => {
  const post = (person: ReturnType<typeof visitor>, address: string, body: object) =>
    person.ask(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  it('cancel, retry and delete everything that matches a filter, and list the rest', async () => {
    const { docket, person, ids, list } = await uploadInvoices(invoices.slice(0, 2))
    const waiting = await readJob(await person.upload(makeUnique(await textPdf())))
    const stranger = visitor(docket.url)
    const theirs = await readJob(await stranger.upload(makeUnique(await textPdf())))

    const cancelled = await post(person, '/api/jobs/cancel', { all: true })
    expect([cancelled.status, await cancelled.json()]).toEqual([
      202,
      {
        changed_count: 1,
        skipped: ids.map((id) => ({ id, code: 'NOT_CANCELLABLE' })),
      },
    ])
    expect((await stranger.job(theirs.id)).status).toBe('queued')

    const retried = await post(person, '/api/jobs/retry', { filter: { status: 'cancelled' } })
    expect(await retried.json()).toEqual({ changed_count: 1, skipped: [] })
    expect((await person.job(waiting.id)).status).toBe('queued')
    const useless = await post(person, '/api/jobs/retry', { ids: [ids[0]] })
    expect(await useless.json()).toMatchObject({ skipped: [{ code: 'NOT_RETRYABLE' }] })

    const deleted = await post(person, '/api/jobs/delete', { filter: { seller: 'PT Satu' } })
    expect(await deleted.json()).toEqual({ changed_count: 2, skipped: [] })
    const { jobs } = await list('')
    expect(jobs.map(({ id }) => id)).toEqual([waiting.id])
    await post(person, '/api/jobs/delete', { filter: { status: 'active' } })
    expect((await list('')).jobs).toEqual([])
    expect((await stranger.job(theirs.id)).status).toBe('queued')
  })

  it('stop between two groups of jobs when the request is aborted', async () => {
    const { db, services } = await docketForTest()
    const owner_id = 'user:aborts'
    await queueJobs(db, 60, { owner_id })
    const client = new AbortController()
    const abortAfterOne: Database = {
      ...db,
      transaction: (run) => db.transaction(run).finally(() => client.abort(new Error('gone'))),
    }
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const deps = { db: abortAfterOne, log, statuses: services.statuses, signal: client.signal }
    await expect(deleteOwnedJobs(deps, owner_id, { filter: {} })).rejects.toThrow('gone')
    const left = await db.query('select from jobs where owner_id = $1', [owner_id])
    expect(left).toHaveLength(10)
  })

  it('need ids, a filter with a condition, or all', async () => {
    const { person, ids } = await uploadInvoices(invoices.slice(0, 1))
    const filter = { status: 'failed' }
    const emptyFilters = [{}, { q: ' ' }, { needs_review: false }, { seller: '' }]
    for (const verb of ['cancel', 'retry', 'delete', 'read-again']) {
      const rejected = async (body: object) =>
        (await post(person, `/api/jobs/${verb}`, body)).json()
      for (const body of [{}, { ids, filter }, { ids, all: true }, { ids: [] }, { all: false }])
        expect(await rejected(body), verb).toMatchObject({ status: 400 })
      for (const empty of emptyFilters) {
        expect(await rejected({ filter: empty }), verb).toMatchObject({
          status: 400,
          errors: [{ pointer: '/filter', code: 'filter_empty' }],
        })
      }
    }
    expect((await person.job(ids[0] ?? '')).status).toBe('complete')
  })

  it('count with dry_run what they would change, and change nothing', async () => {
    const { docket, person, ids, list } = await uploadInvoices(invoices.slice(0, 2))
    const waiting = await readJob(await person.upload(makeUnique(await textPdf())))
    const stopped = await readJob(await person.upload(makeUnique(await textPdf())))
    const gone = await readJob(await person.upload(makeUnique(await textPdf())))
    await post(person, '/api/jobs/cancel', { ids: [stopped.id, gone.id] })
    await docket.db.query('update jobs set source_deleted_at = now() where id = $1', [gone.id])
    const before = await list('')
    const skip = (code: string, skipped: string[]) => skipped.map((id) => ({ id, code }))
    const expected = {
      cancel: {
        changed_count: 1,
        skipped: skip('NOT_CANCELLABLE', [...ids, stopped.id, gone.id]),
      },
      retry: {
        changed_count: 1,
        skipped: [
          ...skip('NOT_RETRYABLE', [...ids, waiting.id]),
          ...skip('SOURCE_GONE', [gone.id]),
        ],
      },
      delete: { changed_count: 5, skipped: [] },
      'read-again': {
        queued_count: 3,
        skipped: [...skip('NOT_READY', [waiting.id]), ...skip('SOURCE_GONE', [gone.id])],
      },
    }
    for (const [verb, answer] of Object.entries(expected)) {
      const response = await post(person, `/api/jobs/${verb}`, { all: true, dry_run: true })
      expect(await response.json(), verb).toEqual(answer)
      expect((await list('')).jobs, verb).toEqual(before.jobs)
    }
  })

  it('take 1,000 ids, and skip those without a job', async () => {
    const { person, ids } = await uploadInvoices(invoices.slice(0, 1))
    const unknown = Array.from({ length: 999 }, () => crypto.randomUUID())
    const counts = { cancel: 0, retry: 0, 'read-again': 1, delete: 1 }
    for (const [verb, count] of Object.entries(counts)) {
      const dry_run = verb === 'read-again'
      const response = await post(person, `/api/jobs/${verb}`, {
        ids: [...unknown, ids[0]],
        dry_run,
      })
      const { changed_count, queued_count, skipped } = (await response.json()) as {
        changed_count?: number
        queued_count?: number
        skipped: { id: string; code: string }[]
      }
      expect(changed_count ?? queued_count, verb).toBe(count)
      const missing = skipped.filter(({ code }) => code === 'NOT_FOUND')
      expect(
        missing.map(({ id }) => id),
        verb,
      ).toEqual(unknown)
      const more = await post(person, `/api/jobs/${verb}`, { ids: [...unknown, ...unknown] })
      expect(await more.json(), verb).toMatchObject({
        errors: [{ pointer: '/ids', code: 'list_too_long', params: { most: 1000 } }],
      })
    }
  })
})
