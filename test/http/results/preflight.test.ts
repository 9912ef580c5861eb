import { describe, expect, it, vi } from 'vitest'
import type { Problem } from '../../../src/domain/errors/problem.ts'
import { samplePdf } from '../../fixtures/pdfs.ts'
import { readBatchResponse, fetchBatch, sendBatch } from '../../support/docket/batches.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { type Visitor, visitor } from '../../support/docket/visitor.ts'
import {
  invoice,
  note,
  parties,
  addParty,
  completeBatch,
  exportJobs,
  jobIds,
} from '../../support/docket/exports.ts'

interface Rule {
  code: string
  severity: string
  fix: string
  message: string
}

interface Checked {
  can_export: boolean
  filename: string
  documents: { id: string; version: string; status: string; rules: Rule[]; tax: string }[]
  totals: object[]
}

async function checkExport(person: Visitor, order: object): Promise<Checked> {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(order) }
  const response = await person.ask('/api/jobs/export/check', init)
  expect(response.status).toBe(200)
  return (await response.json()) as Checked
}

const rules = ({ documents }: Checked) =>
  documents.map(({ status, rules: failed }) => [status, ...failed.map(({ code }) => code)])

describe('the preflight check for a Coretax file', () => {
  it('lists the rules, the totals and the file name', async () => {
    const { person, jobs } = await completeBatch([
      await invoice('LC-1'),
      await invoice('LC-2'),
      note,
    ])
    const ids = jobIds(jobs)
    const checked = await checkExport(person, { ids })
    expect(checked).toMatchObject({
      can_export: false,
      filename: 'coretax-PT-Lentera-Contoh-2026-01.xml',
      totals: [{ seller: 'PT Lentera Contoh', period: '2026-01', invoices: 2, tax: '1387320' }],
    })
    expect(rules(checked).map(([status]) => status)).toEqual(['ready', 'ready', 'blocked'])
    expect(checked.documents[2]?.rules).toMatchObject([
      {
        code: 'left_out_without_output',
        severity: 'error',
        message: expect.stringMatching(/note\.pdf has no xml/),
      },
    ])
    expect((await checkExport(person, { ids: ids.slice(0, 2) })).can_export).toBe(true)
    const other = await checkExport(person, { ids: ids.slice(0, 1), period: '2025-12' })
    expect(other.documents[0]?.rules.map(({ code }) => code)).toContain('filing_other_period')
  })

  it("is in the user's language", async () => {
    const { person, jobs } = await completeBatch([note])
    const headers = { 'content-type': 'application/json', 'accept-language': 'id' }
    const init = { method: 'POST', headers, body: JSON.stringify({ ids: jobIds(jobs) }) }
    const response = await person.ask('/api/jobs/export/check', init)
    expect(await response.text()).toContain('note.pdf tidak memiliki hasil xml')
  })

  it('keeps documents with errors out of the file, even if they are confirmed', async () => {
    const docket = await docketForTest()
    docket.services.now = () => new Date('2026-01-20T00:00:00Z')
    const person = visitor(docket.url)
    const { batch } = await readBatchResponse(await sendBatch(person, [await invoice('LC-1')]))
    docket.startWorking()
    await vi.waitFor(async () => {
      expect((await fetchBatch(person, batch.id)).batch.completed_at).not.toBeNull()
    })
    const ids = jobIds((await fetchBatch(person, batch.id)).jobs)
    const order = { ids, format: 'xml', confirmed: ids }
    const response = await exportJobs(person, order)
    const problem = (await response.json()) as Problem
    expect([response.status, problem.code]).toEqual([409, 'INCOMPLETE'])
    expect(problem.errors).toMatchObject([
      { pointer: `/jobs/${ids[0]}`, code: 'left_out_rules', params: { can_confirm: false } },
    ])
    expect(problem.errors?.[0]?.detail).toContain('Seller NPWP missing.')
    expect(problem.errors?.[0]?.detail).toContain('Buyer NPWP missing.')
    const skipped = await exportJobs(person, { ...order, skip_incomplete: true })
    expect(skipped.status).toBe(409)
    for (const party of parties) await addParty(person, party)
    // The change to the directory rechecks waiting documents.
    await vi.waitFor(async () => {
      const xml = await (await exportJobs(person, order)).text()
      expect(xml).toContain('<BuyerTin>0098765431109000</BuyerTin>')
    })
  })

  it('writes a document after its deadline only if the user confirms it', async () => {
    const { docket, person, jobs } = await completeBatch([await invoice('LC-1')])
    docket.services.now = () => new Date('2026-02-20T17:00:00Z')
    const ids = jobIds(jobs)
    const order = { ids, format: 'xml' }
    expect(rules(await checkExport(person, { ids }))[0]).toEqual([
      'confirm',
      'filing_deadline_passed',
    ])
    const rejected = await exportJobs(person, order)
    expect(((await rejected.json()) as Problem).errors).toMatchObject([
      { code: 'left_out_rules', params: { can_confirm: true } },
    ])
    expect((await exportJobs(person, { ...order, confirmed: ids })).status).toBe(200)
  })
})

it('writes a document that the user confirmed only if it is still as checked', async () => {
  const { person, jobs } = await completeBatch([
    { name: 'odd.pdf', bytes: new Uint8Array(await samplePdf({ error: 1000 })) },
  ])
  const ids = jobIds(jobs)
  const seen = (await checkExport(person, { ids })).documents[0]
  expect(seen?.status).toBe('confirm')
  const confirmed = [{ id: seen?.id, version: seen?.version }]
  expect((await checkExport(person, { ids, confirmed })).can_export).toBe(true)
  const headers = { 'content-type': 'application/json', 'if-match': '"1"' }
  const changes = [{ path: 'totals.grand_total', value: '6999661' }]
  const init = { method: 'PATCH', headers, body: JSON.stringify({ changes }) }
  expect((await person.ask(`/api/jobs/${ids[0]}/reading`, init)).status).toBe(200)
  const order = { ids, format: 'xml' }
  expect((await exportJobs(person, { ...order, confirmed })).status).toBe(409)
  const now = (await checkExport(person, { ids })).documents.map(({ id, version }) => ({
    id,
    version,
  }))
  expect((await exportJobs(person, { ...order, confirmed: now })).status).toBe(200)
})

it('leaves out a ready document that is not among the confirmed versions', async () => {
  const { person, jobs } = await completeBatch([await invoice('LC-1'), await invoice('LC-2')])
  const ids = jobIds(jobs)
  const [seen] = (await checkExport(person, { ids })).documents
  const confirmed = [{ id: seen?.id, version: seen?.version }]
  expect(rules(await checkExport(person, { ids, confirmed }))).toEqual([
    ['ready'],
    ['confirm', 'filing_changed_since_check'],
  ])
  const order = { ids, format: 'xml', skip_incomplete: true }
  const response = await exportJobs(person, { ...order, confirmed })
  expect(response.headers.get('docket-left-out')).toBe(ids[1])
  expect((await person.job(ids[1] ?? '')).exported).toBeNull()
  const both = await exportJobs(person, { ...order, confirmed: ids })
  expect(both.headers.get('docket-left-out-count')).toBe('0')
})

it('leaves out a document that was deleted since the check', async () => {
  const { person, jobs } = await completeBatch([await invoice('LC-1'), await invoice('LC-2')])
  const ids = jobIds(jobs)
  const confirmed = (await checkExport(person, { ids })).documents.map(({ id, version }) => ({
    id,
    version,
  }))
  expect((await person.ask(`/api/jobs/${ids[1]}`, { method: 'DELETE' })).status).toBe(204)
  const send = (order: object) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ ids, confirmed, format: 'xml', ...order })
    return person.ask('/api/jobs/export', { method: 'POST', headers, body })
  }
  expect((await send({})).status).toBe(404)
  const response = await send({ skip_incomplete: true })
  expect(response.status).toBe(200)
  const { headers } = response
  expect(headers.get('docket-left-out')).toBe(ids[1])
  expect(headers.get('docket-left-out-count')).toBe('1')
  expect(await response.text()).toContain('<RefDesc>LC-1</RefDesc>')
})

describe('exported documents', () => {
  const exports = async (person: Visitor) =>
    (await (await person.ask('/api/exports')).json()) as {
      exports: { id: string; filename: string; invoices: number; tax: string; period: string }[]
      next_cursor: string | null
    }

  it('are marked, need confirmation for another export, and are unmarked when the export is undone', async () => {
    const { person, jobs } = await completeBatch([await invoice('LC-1')])
    const ids = jobIds(jobs)
    const [id = ''] = ids
    expect((await person.job(id)).exported).toBeNull()
    const response = await exportJobs(person, { ids, format: 'xml' })
    expect(response.headers.get('content-disposition')).toContain(
      'coretax-PT-Lentera-Contoh-2026-01.xml',
    )
    const filename = 'coretax-PT-Lentera-Contoh-2026-01.xml'
    expect((await person.job(id)).exported).toMatchObject({ filename })
    const listed = await exports(person)
    expect(listed).toMatchObject({
      exports: [{ filename, invoices: 1, tax: '693660', period: '2026-01' }],
      next_cursor: null,
    })
    expect(rules(await checkExport(person, { ids }))[0]).toEqual(['confirm', 'filing_exported'])
    expect((await exportJobs(person, { ids, format: 'xml' })).status).toBe(409)
    expect((await exportJobs(person, { ids, format: 'xml', confirmed: ids })).status).toBe(200)
    for (const one of (await exports(person)).exports) {
      const undone = await person.ask(`/api/exports/${one.id}`, { method: 'DELETE' })
      expect(undone.status).toBe(204)
    }
    expect((await person.job(id)).exported).toBeNull()
    expect((await exportJobs(person, { ids, format: 'xml' })).status).toBe(200)
    const unknown = await person.ask(`/api/exports/${id}`, { method: 'DELETE' })
    expect(unknown.status).toBe(404)
  })

  it('are reported if their values have changed since', async () => {
    const { person, jobs } = await completeBatch([await invoice('LC-1')])
    const ids = jobIds(jobs)
    await exportJobs(person, { ids, format: 'xml' })
    let etag = '"1"'
    const setNumber = async (value: string) => {
      const response = await person.ask(`/api/jobs/${ids[0]}/reading`, {
        method: 'PATCH',
        headers: { 'if-match': etag, 'content-type': 'application/json' },
        body: JSON.stringify({ changes: [{ path: 'number', value }] }),
      })
      expect(response.status).toBe(200)
      etag = response.headers.get('etag') ?? ''
    }
    await setNumber('LC-2')
    const changed = await checkExport(person, { ids })
    expect(rules(changed)).toEqual([['confirm', 'filing_changed_since_export', 'filing_exported']])
    expect(changed.documents[0]).not.toHaveProperty('filed_hash')
    await setNumber('LC-1')
    const restored = await checkExport(person, { ids })
    expect(rules(restored)).toEqual([['confirm', 'filing_exported']])
    await setNumber('LC-2')
    await exportJobs(person, { ids, format: 'xml', confirmed: ids })
    expect(rules(await checkExport(person, { ids }))).toEqual([['confirm', 'filing_exported']])
  })

  it('need confirmation if the directory has changed since their approval', async () => {
    const { person, jobs } = await completeBatch([await invoice('LC-1')])
    const ids = jobIds(jobs)
    const headers = { 'if-match': '"1"' }
    const approval = await person.ask(`/api/jobs/${ids[0]}/approve`, { method: 'POST', headers })
    expect(approval.status).toBe(200)
    expect(rules(await checkExport(person, { ids }))).toEqual([['ready']])
    const list = await person.ask('/api/parties?q=warung')
    const { entries } = (await list.json()) as { entries: { id: string }[] }
    const edited = await person.ask(`/api/parties/${entries[0]?.id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tin: '0012345674901000', idtku: null }),
    })
    expect(edited.status).toBe(200)
    const checked = await checkExport(person, { ids })
    expect(rules(checked)).toEqual([['confirm', 'filing_party_changed']])
    expect(checked.documents[0]?.rules[0]?.message).toBe(
      'Buyer NPWP was 0098765431109000 when the invoice was approved; the directory now has 0012345674901000.',
    )
    expect((await exportJobs(person, { ids, format: 'xml' })).status).toBe(409)
    expect((await exportJobs(person, { ids, format: 'xml', confirmed: ids })).status).toBe(200)
  })

  it('need no second confirmation of a number that was typed and approved against the directory', async () => {
    const { person, jobs } = await completeBatch([await invoice('LC-1')])
    const ids = jobIds(jobs)
    const change = (etag: string, path: string, method: string, body?: object) =>
      person.ask(`/api/jobs/${ids[0]}/${path}`, {
        method,
        headers: { 'if-match': etag, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
    const changes = [{ path: 'buyer.tin', value: '0012345674901000' }]
    const typed = await change('"1"', 'reading', 'PATCH', { changes })
    const approval = await change(typed.headers.get('etag') ?? '', 'approve', 'POST')
    expect(approval.status).toBe(200)
    const { documents } = await checkExport(person, { ids })
    expect(documents[0]?.rules).toMatchObject([
      {
        code: 'filing_npwp_mismatch',
        is_confirmed: true,
        message: expect.stringMatching(/^You entered NPWP 0012345674901000/),
      },
    ])
    expect(documents[0]?.status).toBe('ready')
  })

  it('are recognised in another batch, and after they were deleted', async () => {
    const { docket, person, jobs } = await completeBatch([await invoice('LC-1')])
    const [first] = jobIds(jobs)
    const again = new Uint8Array([...(await samplePdf({ number: 'LC-1' })), 10])
    const { batch } = await readBatchResponse(
      await sendBatch(person, [{ name: 'anew.pdf', bytes: again }]),
    )
    docket.startWorking()
    await vi.waitFor(async () => {
      expect((await fetchBatch(person, batch.id)).batch.completed_at).not.toBeNull()
    })
    const ids = jobIds((await fetchBatch(person, batch.id)).jobs)
    expect(rules(await checkExport(person, { ids }))[0]).toEqual(['confirm', 'filing_duplicate'])
    const change = (statement: string) => docket.db.query(statement, [first])
    await change(`update jobs set status = 'queued', reread_reason = 'person',
      completed_at = null, blocked_by = 'time', run_at = now() + interval '1 hour' where id = $1`)
    expect(rules(await checkExport(person, { ids }))[0]).toEqual(['confirm', 'filing_duplicate'])
    await change(`update jobs set status = 'complete', reread_reason = null, blocked_by = null, progress = 100,
      stage = 'done', completed_at = now() where id = $1`)
    await exportJobs(person, { ids: [first], format: 'xml', confirmed: [first] })
    expect((await person.ask(`/api/jobs/${first}`, { method: 'DELETE' })).status).toBe(204)
    const checked = await checkExport(person, { ids })
    expect(rules(checked)[0]).toEqual(['confirm', 'filing_duplicate'])
    expect(checked.documents[0]?.rules[0]?.message).toContain('LC-1.pdf')
  })
})
