import { describe, expect, it, vi } from 'vitest'
import type { LearnedCorrectionEntry } from '../../../src/domain/invoice/directory.ts'
import type { InvoiceReading } from '../../../src/domain/invoice/invoice.ts'
import type { Job } from '../../../src/domain/job/job.ts'
import { samplePdf } from '../../fixtures/pdfs.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readJob, readError, sendJson, visitor } from '../../support/docket/visitor.ts'
import { jwtSecret, createAuthHeaders } from '../../support/docket/tokens.ts'
import { verifyXml } from '../../support/docket/exports.ts'

// Each test reads several documents, which takes a long time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

interface Entry {
  id: string
  origin: string
  name: string
  code: string
  aliases: string[]
  [key: string]: unknown
}

async function stage() {
  const docket = await docketForTest({ tokens: { secret: jwtSecret } })
  const person = visitor(docket.url)
  const send = sendJson(person)
  const add = async (address: string, body: unknown) =>
    (await (await send('POST', address, body)).json()) as Entry
  const list = async (address: string) =>
    (await (await person.ask(address)).json()) as { entries: Entry[]; next_cursor: string | null }
  const importCsv = (address: string, csv: string) =>
    person.ask(address, { method: 'POST', headers: { 'content-type': 'text/csv' }, body: csv })
  const read = async (number: string): Promise<Job> => {
    const { id } = await readJob(await person.upload(new Uint8Array(await samplePdf({ number }))))
    await vi.waitFor(async () => expect((await person.job(id)).status).toBe('complete'), 60_000)
    return person.job(id)
  }
  const reading = async (id: string) =>
    ((await (await person.ask(`/api/jobs/${id}/reading`)).json()) as { reading: InvoiceReading })
      .reading
  const correct = (id: string, revision: number, changes: unknown[]) =>
    send('PATCH', `/api/jobs/${id}/reading`, { changes }, { 'if-match': `"${revision}"` })
  const download = async (id: string, format: string) =>
    (await person.ask(`/api/jobs/${id}/download?format=${format}`)).text()
  return { docket, person, send, add, list, take: importCsv, read, reading, correct, download }
}

const tin = '0123456782012000'

describe('the directory', () => {
  it('is searched page by page ignoring case and accents, prefix matches first', async () => {
    const { add, list, person } = await stage()
    await add('/api/parties', { name: 'CV Béta Ümit', tin, aliases: ['Old Name'] })
    await add('/api/parties', { name: 'PT Old Beta', tin, address: 'Jalan Satu' })
    await add('/api/parties', { name: 'Alfa', tin, codes: [{ seller: 'PT X', code: 'C-77' }] })
    const listNames = async (q: string) =>
      (await list(`/api/parties?q=${encodeURIComponent(q)}`)).entries.map(({ name }) => name)
    expect(await listNames('beta')).toEqual(['CV Béta Ümit', 'PT Old Beta'])
    expect(await listNames('UMIT old')).toEqual(['CV Béta Ümit'])
    expect(await listNames('c-77')).toEqual(['Alfa'])
    expect(await listNames('pt')).toEqual(['PT Old Beta', 'Alfa'])
    expect(await listNames('nobody')).toEqual([])
    const first = await list('/api/parties?limit=2')
    const second = await list(`/api/parties?limit=2&cursor=${first.next_cursor}`)
    expect([...first.entries, ...second.entries].map(({ name }) => name)).toEqual([
      'Alfa',
      'CV Béta Ümit',
      'PT Old Beta',
    ])
    expect(second.next_cursor).toBe(null)
    expect((await person.ask('/api/parties?cursor=x')).status).toBe(400)
  })

  it('overrides the built-in tables, which nobody can delete', async () => {
    const { list, send, person } = await stage()
    const [builtInUnit] = (await list('/api/units?q=UM.0021')).entries
    expect(builtInUnit).toMatchObject({ code: 'UM.0021', origin: 'built_in' })
    const address = `/api/units/${builtInUnit?.id}`
    const rejected = await person.ask(address, { method: 'DELETE' })
    expect((await readError(rejected)).slice(0, 2)).toEqual([409, 'READ_ONLY'])

    const edited = await send('PATCH', address, { aliases: ['Keping'] })
    expect(edited.status).toBe(200)
    const ownEntry = (await edited.json()) as Entry
    expect(ownEntry).toMatchObject({ origin: 'own', code: 'UM.0021', aliases: ['Keping'] })
    expect((await list('/api/units?q=UM.0021')).entries).toEqual([ownEntry])
    expect((await list('/api/units?limit=200')).entries).toHaveLength(39)
    expect((await person.ask(`/api/units/${ownEntry.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await list('/api/units?q=UM.0021')).entries).toEqual([builtInUnit])
    expect((await person.ask(`/api/units/${ownEntry.id}`, { method: 'DELETE' })).status).toBe(404)
  })

  it('stores the signer of a company, and lists companies stored without one', async () => {
    const { docket, add, list } = await stage()
    await add('/api/parties', { name: 'PT Satu', tin, signer: 'Budi Santoso' })
    await add('/api/parties', { name: 'PT Dua', tin })
    await docket.db.query(
      `update directory_entries set entry = (entry::jsonb - 'signer')::json where entry->>'name' = 'PT Dua'`,
    )
    const { entries } = await list('/api/parties')
    expect(entries.map(({ name, signer }) => [name, signer])).toEqual([
      ['PT Dua', null],
      ['PT Satu', 'Budi Santoso'],
    ])
  })

  it('is separate for each owner', async () => {
    const { docket, add, list } = await stage()
    const createdEntry = await add('/api/goods', { code: '940100', option: 'A', skus: ['KR-1'] })
    const other = visitor(docket.url)
    expect(await (await other.ask('/api/goods')).json()).toEqual({ entries: [], next_cursor: null })
    const deletion = await other.ask(`/api/goods/${createdEntry.id}`, { method: 'DELETE' })
    expect(deletion.status).toBe(404)
    expect((await list('/api/goods')).entries).toHaveLength(1)
  })

  it('converts tax numbers with 15 digits or dots', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const send = async (method: string, address: string, body: object) => {
      const headers = { 'content-type': 'application/json' }
      const response = await person.ask(address, { method, headers, body: JSON.stringify(body) })
      return (await response.json()) as { id: string; tin: string }
    }
    const made = await send('POST', '/api/parties', { name: 'PT A', tin: '09.876.543.1-109.000' })
    expect(made.tin).toBe('0098765431109000')
    const edited = await send('PATCH', `/api/parties/${made.id}`, { tin: '0012 3456 7490 1000' })
    expect(edited.tin).toBe('0012345674901000')
  })

  it('rejects ambiguous and invalid entries', async () => {
    const { add, send, list } = await stage()
    const createdEntry = await add('/api/parties', { name: 'PT Maju Jaya', tin, aliases: ['Maju'] })
    const duplicateResponse = await send('POST', '/api/parties', { name: 'Maju Jaya, P.T.', tin })
    expect(await readError(duplicateResponse)).toEqual([
      409,
      'ENTRY_TAKEN',
      '"PT MAJUJAYA" is already used by PT Maju Jaya. Edit that entry instead.',
    ])
    const [status, code, detail] = await readError(
      await send('POST', '/api/parties', { name: 'PT B', tin: '12' }),
    )
    expect([status, code]).toEqual([400, 'INVALID_REQUEST'])
    expect(detail).toContain('tin: must be 16 digits')
    const patched = await send('PATCH', `/api/parties/${createdEntry.id}`, { tin: null })
    expect((await readError(patched)).slice(0, 2)).toEqual([400, 'INVALID_REQUEST'])
    const long = await send('POST', '/api/parties', { name: 'x'.repeat(30_000), tin })
    expect((await readError(long))[2]).toContain('too long')
    expect((await list('/api/parties')).entries).toEqual([createdEntry])
    const renamed = await send('PATCH', `/api/parties/${createdEntry.id}`, {
      name: 'PT Maju Terus',
    })
    expect(await renamed.json()).toMatchObject({ id: createdEntry.id, aliases: ['Maju'], tin })
  })

  it('accepts one of two concurrent entries for the same company', async () => {
    const { send, list } = await stage()
    await list('/api/parties')
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => send('POST', '/api/parties', { name: 'PT Satu', tin })),
    )
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(4)
    expect((await list('/api/parties')).entries).toHaveLength(1)
  })

  it('is exported and imported as CSV, row by row', async () => {
    const { person, send, add, list, take } = await stage()
    await add('/api/parties', { name: '=PT Rumus', tin, aliases: ['a|b'] })
    const file = await person.ask('/api/parties/export')
    expect(file.headers.get('content-disposition')).toContain('parties.csv')
    const csv = await file.text()
    expect(csv).toContain(",'=PT Rumus,a\\|b,")
    const none = { created: 0, changed: 0, unchanged: 0, rejected_count: 0 }
    const importCsv = async (address: string, text: string) =>
      (await (await take(address, text)).json()) as Record<string, unknown>
    expect(await importCsv('/api/parties/import', csv)).toMatchObject({ ...none, unchanged: 1 })
    const changed = csv.replace('=PT Rumus', '=PT Baru').concat(`,PT Dua,,,,${tin}\r\n`)
    const both = { ...none, created: 1, changed: 1 }
    expect(await importCsv('/api/parties/import?dry_run=true', changed)).toMatchObject(both)
    expect((await list('/api/parties')).entries).toHaveLength(1)
    expect(await importCsv('/api/parties/import', changed)).toMatchObject(both)
    const names = async () => (await list('/api/parties')).entries.map(({ name }) => name)
    expect(await names()).toEqual(['=PT Baru', 'PT Dua'])

    const own = `Nama;NPWP;Alamat\nPT Tiga;01.234.567.8-201.2000;Jl. 1\nPT. TIGA;;Jl. 1\nPT Dua;12;\n`
    expect(await importCsv('/api/parties/import', own)).toMatchObject({
      ...none,
      created: 1,
      unchanged: 1,
      rejected_count: 1,
      rejected: [
        { line: 4, cells: ['PT Dua', '12', ''], errors: [{ message: 'tin: must be 16 digits' }] },
      ],
      columns: [{ field: 'name' }, { field: 'tin' }, { field: 'address' }],
    })
    expect(await names()).toEqual(['=PT Baru', 'PT Dua', 'PT Tiga'])
    expect((await list('/api/parties?q=tiga')).entries).toMatchObject([{ tin, address: 'Jl. 1' }])
    const unreadable = await take('/api/parties/import', '1,2\n3,4\n')
    expect((await readError(unreadable)).slice(0, 2)).toEqual([422, 'INVALID_IMPORT'])
    const json = await send('POST', '/api/parties/import', {})
    expect(json.status).toBe(415)
    const units = await (await person.ask('/api/units/export')).text()
    expect(await (await take('/api/units/import', units)).json()).toMatchObject({ unchanged: 39 })
  })
})

it('keeps the directory when its owner signs in to an account without one', async () => {
  const { docket } = await stage()
  const browser = visitor(docket.url)
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'PT Satu', tin })
  await browser.ask('/api/parties', { method: 'POST', headers, body })
  const ada = await createAuthHeaders('ada')
  const listNames = async () => {
    const response = await visitor(docket.url, ada).ask('/api/parties')
    return ((await response.json()) as { entries: Entry[] }).entries.map(({ name }) => name)
  }
  expect(await listNames()).toEqual([])
  await browser.ask('/api/session/claim', { method: 'POST', headers: ada })
  expect(await listNames()).toEqual(['PT Satu'])
  await browser.ask('/api/parties', { method: 'POST', headers, body })
  await browser.ask('/api/session/claim', { method: 'POST', headers: ada })
  expect(await listNames()).toEqual(['PT Satu'])
})

it('keeps exchange rates by week and currency', async () => {
  const { person, send } = await stage()
  const list = async () => (await (await person.ask('/api/rates')).json()) as { rates: object[] }
  const usd = { currency: 'USD', valid_from: '2026-11-11', units: 1, rate: '15875.50' }
  expect(await list()).toEqual({ rates: [] })
  expect((await send('PUT', '/api/rates', { rates: [{ ...usd, units: undefined }] })).status).toBe(
    200,
  )
  expect(await list()).toEqual({ rates: [usd] })
  const csv = 'currency;valid_from;units;rate\nJPY;2026-11-18;100;10650.2\nUSD;2026-11-11;;15900\n'
  const headers = { 'content-type': 'text/csv' }
  const imported = await person.ask('/api/rates/import', { method: 'POST', headers, body: csv })
  const yen = { currency: 'JPY', valid_from: '2026-11-18', units: 100, rate: '10650.2' }
  expect(await imported.json()).toEqual({ rates: [yen, { ...usd, rate: '15900' }] })
  const wrong = 'currency,valid_from,rate\nIDR,2026-11-11,1\nUSD,soon,0\n'
  const rejected = await person.ask('/api/rates/import', { method: 'POST', headers, body: wrong })
  expect(rejected.status).toBe(422)
  const remove = () => person.ask('/api/rates/USD/2026-11-11', { method: 'DELETE' })
  expect([(await remove()).status, (await remove()).status]).toEqual([204, 404])
  expect(await list()).toEqual({ rates: [yen] })
})

describe('a document', () => {
  it("is read with its owner's directory, even when it is exported again", async () => {
    const { docket, person, send, add, read, correct, download } = await stage()
    docket.startWorking()
    await add('/api/parties', { name: 'PT Lentera Contoh', tin: '0012345674901000' })
    const early = await read('EARLY-1')
    expect(early.review_reasons.map(({ code }) => code)).toContain('filing_buyer_npwp_missing')
    await add('/api/parties', { name: 'CV Warung Imajinasi', tin, email: 'ap@example.com' })
    const job = await read('LATER-2')
    const single = await download(job.id, 'xml')
    expect(single).toContain(`<BuyerTin>${tin}</BuyerTin>`)
    await verifyXml(person, single, ['filing_deadline_passed'])
    const order = { format: 'xml', ids: [job.id], confirmed: [job.id] }
    await vi.waitFor(async () => {
      const merged = await (await send('POST', '/api/jobs/export', order)).text()
      expect(merged).toContain(`<BuyerTin>${tin}</BuyerTin>`)
      await verifyXml(person, merged, ['filing_deadline_passed'])
    })
    expect(job.review_reasons.map(({ code }) => code)).not.toContain('filing_buyer_npwp_missing')
    expect((await correct(early.id, 2, [])).status).toBe(200)
    expect(await download(early.id, 'xml')).toContain(`<BuyerTin>${tin}</BuyerTin>`)
  })

  it('is read with learned corrections, which are listed and can be deleted', async () => {
    const { docket, person, read, reading, correct } = await stage()
    docket.startWorking()
    const firstJob = await read('FIRST-1')
    const change = { path: 'buyer.name', value: 'CV Warung Nyata' }
    expect((await correct(firstJob.id, 1, [change])).status).toBe(200)
    const next = await reading((await read('SECOND-2')).id)
    expect(next.buyer.name).toBe('CV Warung Nyata')
    expect(next.evidence['buyer.name']).toMatchObject({ source: 'learned', page: 1 })

    const fetchCorrections = async () =>
      (
        (await (await person.ask('/api/learned-corrections')).json()) as {
          learned_corrections: LearnedCorrectionEntry[]
        }
      ).learned_corrections
    const [correction] = await fetchCorrections()
    expect(correction).toMatchObject({
      path: 'buyer.name',
      printed: 'CV Warung Imajinasi',
      value: 'CV Warung Nyata',
      job_id: firstJob.id,
      is_disputed: false,
    })
    const address = `/api/learned-corrections/${correction?.id}`
    expect((await visitor(docket.url).ask(address, { method: 'DELETE' })).status).toBe(404)
    expect((await person.ask(address, { method: 'DELETE' })).status).toBe(204)
    expect((await person.ask(address, { method: 'DELETE' })).status).toBe(404)
    const third = await reading((await read('THIRD-3')).id)
    expect(third.buyer.name).toBe('CV Warung Imajinasi')
  })

  it('is read without corrections that were contradicted or reverted', async () => {
    const { docket, person, read, reading, correct } = await stage()
    docket.startWorking()
    const [one, other] = [await read('A-1'), await read('B-2')]
    await correct(one.id, 1, [{ path: 'buyer.name', value: 'CV Satu' }])
    await correct(other.id, 1, [{ path: 'buyer.name', value: 'CV Dua' }])
    await correct(one.id, 2, [{ path: 'seller.name', value: 'PT Sementara' }])
    await correct(one.id, 3, [{ op: 'revert', path: 'seller.name' }])
    const { learned_corrections } = (await (
      await person.ask('/api/learned-corrections')
    ).json()) as {
      learned_corrections: LearnedCorrectionEntry[]
    }
    expect(learned_corrections).toMatchObject([{ path: 'buyer.name', is_disputed: true }])
    const { buyer, seller } = await reading((await read('C-3')).id)
    expect([buyer.name, seller.name]).toEqual(['CV Warung Imajinasi', 'PT Lentera Contoh'])
  })
})
