import { expect, it, vi } from 'vitest'
import type { MissingNumber } from '../../src/domain/api/routes/missing-numbers.ts'
import { samplePdf } from '../fixtures/pdfs.ts'
import { docketForTest, readJob, visitor } from '../support/docket.ts'

vi.setConfig({ testTimeout: 120_000 })

const tin = '0123456782012000'

it('lists missing numbers by company, saves them together and immediately checks the invoices', async () => {
  const docket = await docketForTest()
  docket.startWorking()
  const person = visitor(docket.url)
  const ids: string[] = []
  for (const number of ['MISS-1', 'MISS-2']) {
    const bytes = new Uint8Array(await samplePdf({ number }))
    ids.push((await readJob(await person.upload(bytes))).id)
  }
  const settle = () =>
    vi.waitFor(async () => {
      for (const id of ids) expect((await person.job(id)).status).toBe('complete')
    }, 60_000)
  await settle()
  const list = async () =>
    ((await (await person.ask('/api/parties/missing')).json()) as { companies: MissingNumber[] })
      .companies
  const save = (numbers: unknown[], headers = {}) =>
    person.ask('/api/parties/numbers', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ numbers }),
    })
  const companies = await list()
  expect(companies).toMatchObject([
    { name: 'CV Warung Imajinasi', role: 'buyer', invoice_count: 2, printed: null },
    { name: 'PT Lentera Contoh', role: 'seller', invoice_count: 2, printed: null },
  ])
  expect(await (await visitor(docket.url).ask('/api/parties/missing')).json()).toEqual({
    companies: [],
  })

  const answer = await save(
    [
      { name: 'CV Warung Imajinasi', tin: '12.345.678.2-012.000', spellings: ['Warung Imajinasi'] },
      { name: 'PT Lentera Contoh', tin: '123' },
    ],
    { 'accept-language': 'id' },
  )
  expect(await answer.json()).toMatchObject({
    saved_count: 1,
    rejected: [
      {
        index: 1,
        errors: [{ code: 'not_npwp', message: expect.stringContaining('harus berupa NPWP') }],
      },
    ],
  })
  const { entries } = (await (await person.ask('/api/parties')).json()) as { entries: unknown[] }
  expect(entries).toMatchObject([
    { name: 'CV Warung Imajinasi', tin, aliases: ['Warung Imajinasi'] },
  ])
  await settle()
  expect(await list()).toMatchObject([{ name: 'PT Lentera Contoh', invoice_count: 2 }])
  for (const id of ids) {
    const xml = await (await person.ask(`/api/jobs/${id}/download?format=xml`)).text()
    expect(xml).toContain(`<BuyerTin>${tin}</BuyerTin>`)
  }
})
