import { describe, expect, it, vi } from 'vitest'
import { insertLearnedLayout } from '../../../src/db/review/learned-layouts.sql.ts'
import type { LayoutOffer, LearnedLayout } from '../../../src/domain/api/routes/layouts.ts'
import type { ReadingResponse } from '../../../src/domain/review/change.ts'
import {
  firstSupplierInvoice,
  secondSupplierInvoice,
  type SupplierInvoice,
  supplierPdf,
  supplierReading,
} from '../../fixtures/supplier-invoice.ts'
import { drawPdf, samplePdf } from '../../fixtures/pdfs.ts'
import { databaseForTest } from '../../support/database/database.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readError, readJob, type Visitor, visitor } from '../../support/docket/visitor.ts'

// Each test reads several documents, which takes a long time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const json = { 'content-type': 'application/json' }

async function stage() {
  const docket = await docketForTest({})
  docket.startWorking()
  return { docket, person: visitor(docket.url) }
}

type Stage = Awaited<ReturnType<typeof stage>>

async function upload(
  { person }: Stage,
  pdf: Uint8Array,
  fields: Record<string, string> = {},
): Promise<string> {
  const { id } = await readJob(await person.upload(new Uint8Array(pdf), fields))
  await vi.waitFor(async () => expect((await person.job(id)).status).toBe('complete'), 60_000)
  return id
}

async function reading(person: Visitor, id: string): Promise<ReadingResponse> {
  return (await (await person.ask(`/api/jobs/${id}/reading`)).json()) as ReadingResponse
}

/** Sets every value to the value on the page, then approves the reading. */
async function correctAndApprove(person: Visitor, id: string, invoice: SupplierInvoice) {
  const wanted = supplierReading(invoice)
  const before = await reading(person, id)
  const changes = [
    { path: 'number', value: wanted.number },
    { path: 'date', value: wanted.date },
    { path: 'currency', value: wanted.currency },
    { path: 'seller.name', value: wanted.seller.name },
    { path: 'buyer.name', value: wanted.buyer.name },
  ]
  const match = (revision: number) => ({ ...json, 'if-match': `"${revision}"` })
  const corrected = await person.ask(`/api/jobs/${id}/reading`, {
    method: 'PATCH',
    headers: match(before.revision),
    body: JSON.stringify({ changes }),
  })
  const { revision } = (await corrected.json()) as ReadingResponse
  const approved = await person.ask(`/api/jobs/${id}/approve`, {
    method: 'POST',
    headers: match(revision),
  })
  expect(approved.status).toBe(200)
}

const layout = (person: Visitor, id: string, method = 'GET') =>
  person.ask(`/api/jobs/${id}/layout`, { method })

const layouts = async (person: Visitor) => {
  const response = await person.ask('/api/layouts')
  return ((await response.json()) as { layouts: LearnedLayout[] }).layouts
}

describe('a learned layout', () => {
  it('is offered after approval, and reads the next invoice from the sender', async () => {
    const here = await stage()
    const { person } = here
    const id = await upload(here, await supplierPdf(firstSupplierInvoice))
    expect((await readError(await layout(person, id)))[1]).toBe('NOT_LEARNED')
    await correctAndApprove(person, id, firstSupplierInvoice)
    const offer = (await (await layout(person, id)).json()) as LayoutOffer
    expect(offer).toMatchObject({
      name: 'pt_kapal_kertas_invoice_v1',
      seller: 'PT Kapal Kertas',
      document_count: 1,
      is_saved: false,
      is_refinement: false,
    })
    expect(await layouts(person)).toEqual([])
    expect((await layout(person, id, 'POST')).status).toBe(200)
    expect(await layouts(person)).toMatchObject([{ version: 1, document_count: 1 }])
    expect(await (await layout(person, id)).json()).toMatchObject({ is_saved: true })

    const next = await upload(here, await supplierPdf(secondSupplierInvoice))
    const read = await reading(person, next)
    expect(read.reading).toMatchObject(supplierReading(secondSupplierInvoice))
    expect(await person.job(next)).toMatchObject({ read_by: 'pt_kapal_kertas_invoice_v1' })
  })

  it('is refined by a second document, but not after the user changed it', async () => {
    const here = await stage()
    const { person } = here
    const first = await upload(here, await supplierPdf(firstSupplierInvoice))
    await correctAndApprove(person, first, firstSupplierInvoice)
    await layout(person, first, 'POST')
    const second = await upload(here, await supplierPdf(secondSupplierInvoice))
    await correctAndApprove(person, second, secondSupplierInvoice)
    expect(await (await layout(person, second)).json()).toMatchObject({
      document_count: 2,
      is_refinement: true,
    })
    await layout(person, second, 'POST')
    const [learned] = await layouts(person)
    expect(learned).toMatchObject({ version: 2, document_count: 2, is_edited: false })

    const name = learned?.name ?? ''
    const save = (yaml: string) =>
      person.ask(`/api/layouts/${name}`, {
        method: 'PUT',
        headers: json,
        body: JSON.stringify({ yaml }),
      })
    expect((await readError(await save('name: x')))[1]).toBe('INVALID_MAPPING')
    expect((await save(learned?.yaml.replace(/^title: .*/m, 'title: Mine') ?? '')).status).toBe(200)
    expect(await layouts(person)).toMatchObject([{ version: 3, title: 'Mine', is_edited: true }])
    expect((await readError(await layout(person, second)))[1]).toBe('NOT_LEARNED')

    expect((await person.ask(`/api/layouts/${name}`, { method: 'DELETE' })).status).toBe(204)
    expect(await layouts(person)).toEqual([])
    expect((await person.ask(`/api/layouts/${name}`, { method: 'DELETE' })).status).toBe(404)
  })

  it('belongs to its owner and is not learned from layouts with a mapping', async () => {
    const here = await stage()
    const { person, docket } = here
    const id = await upload(here, await supplierPdf(firstSupplierInvoice))
    await correctAndApprove(person, id, firstSupplierInvoice)
    const other = visitor(docket.url)
    expect((await layout(other, id, 'POST')).status).toBe(403)
    await layout(person, id, 'POST')
    expect(await layouts(other)).toEqual([])
    const described = await upload(here, await samplePdf())
    const { revision } = await reading(person, described)
    await person.ask(`/api/jobs/${described}/approve`, {
      method: 'POST',
      headers: { ...json, 'if-match': `"${revision}"` },
    })
    const refused = await readError(await layout(person, described))
    expect(refused).toMatchObject([
      422,
      'NOT_LEARNED',
      expect.stringContaining('sample_invoice_v1'),
    ])
  })

  it('finds custom fields beside the labels of corrected values, in later documents of the sender', async () => {
    const here = await stage()
    const { person } = here
    const slip = (driver: string, kilos: string) =>
      drawPdf((page) =>
        page
          .fontSize(16)
          .text('Gudang Samudra Raya')
          .fontSize(10)
          .text(' ')
          .text(`Driven by: ${driver}`)
          .text(`Net kg: ${kilos}`),
      )
    const properties = { haulier: { type: 'string' }, load: { type: 'number' } }
    const fields = { schema: JSON.stringify({ type: 'object', properties }) }
    const data = async (id: string) =>
      ((await reading(person, id)).reading as unknown as { data: object }).data
    const first = await upload(here, await slip('Budi Santoso', '1250'), fields)
    expect(await data(first)).toEqual({ haulier: null, load: null })
    expect((await readError(await layout(person, first)))[1]).toBe('NOT_LEARNED')
    const changes = [
      { path: 'data.haulier', value: 'Budi Santoso' },
      { path: 'data.load', value: 1250 },
    ]
    await person.ask(`/api/jobs/${first}/reading`, {
      method: 'PATCH',
      headers: { ...json, 'if-match': '"1"' },
      body: JSON.stringify({ changes }),
    })
    const approval = { method: 'POST', headers: { 'if-match': '"2"' } }
    expect((await person.ask(`/api/jobs/${first}/approve`, approval)).status).toBe(200)
    expect(await (await layout(person, first)).json()).toMatchObject({
      name: 'gudang_samudra_raya_fields_v1',
      seller: 'Gudang Samudra Raya',
      is_saved: false,
    })
    expect((await layout(person, first, 'POST')).status).toBe(200)
    const later = await upload(here, await slip('Wati Lestari', '2480'), fields)
    expect(await data(later)).toEqual({ haulier: 'Wati Lestari', load: 2480 })
    expect(await person.job(later)).toMatchObject({ needs_review: false })
  })
})

it('keeps the last ten versions of a layout', async () => {
  const { db } = await databaseForTest()
  const layout = { name: 'own_v1', title: 'Own', yaml: '', is_edited: true, examples: [] }
  await insertLearnedLayout(db, 'user:bob', layout)
  for (let version = 1; version <= 12; version++) {
    const [saved] = await insertLearnedLayout(db, 'user:ada', layout)
    expect(saved?.version).toBe(version)
  }
  const kept = await db.query<{ owner_id: string; version: number }>(
    'select owner_id, version from learned_layouts order by owner_id, version',
  )
  expect(kept.map(({ owner_id, version }) => [owner_id, version])).toEqual([
    ...Array.from({ length: 10 }, (_, nth) => ['user:ada', nth + 3]),
    ['user:bob', 1],
  ])
})
