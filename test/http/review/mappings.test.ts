import { readFile } from 'node:fs/promises'
import { describe, expect, it, vi } from 'vitest'
import type { MappingSource, Trial } from '../../../src/domain/api/routes/mappings.ts'
import type { MappingsResponse } from '../../../src/domain/api/routes/service.ts'
import { drawMeet, springSplash } from '../../fixtures/meets.ts'
import { samplePdf, textPdf } from '../../fixtures/pdfs.ts'
import { deferred } from '../../support/processes/deferred.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readJob, readError, type Visitor, visitor } from '../../support/docket/visitor.ts'
import { adminKey, bearer } from '../../support/docket/tokens.ts'

// Each test reads several documents, which takes a long time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const sample = new Uint8Array(await samplePdf())
const yaml = await readFile('mappings/sample_invoice_v1.yaml', 'utf8')
const draft = yaml
  .replace('name: sample_invoice_v1', 'name: my_sample_v1')
  .replace(/^title: .*/m, 'title: My sample')

async function stage() {
  const docket = await docketForTest({ tokens: { adminKey } })
  const person = visitor(docket.url)
  const admin = visitor(docket.url, bearer(adminKey))
  const attempt = (name: string, pdf: Uint8Array<ArrayBuffer> | undefined, fields = {}) => {
    const form = new FormData()
    for (const [key, value] of Object.entries<string>(fields)) form.set(key, value)
    if (pdf) form.set('file', new Blob([pdf]), 'x.pdf')
    return person.ask(`/api/mappings/${name}/try`, { method: 'POST', body: form })
  }
  const tryMapping = async (...fields: Parameters<typeof attempt>) =>
    (await (await attempt(...fields)).json()) as Trial
  const save = (
    text: string,
    { name = 'my_sample_v1', by = admin }: { name?: string; by?: Visitor } = {},
  ) =>
    by.ask(`/api/mappings/${name}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ yaml: text }),
    })
  const listMappings = async () =>
    ((await (await person.ask('/api/mappings')).json()) as MappingsResponse).mappings
  return { docket, person, admin, attempt, tried: tryMapping, save, listed: listMappings }
}

describe('a mapping test', () => {
  it('shows what is read and where, step by step', async () => {
    const { docket, tried } = await stage()
    const trial = await tried('sample_invoice_v1', sample)
    expect(trial.findings.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(trial.reading).toMatchObject({ kind: 'invoice', number: 'LC-2026-0042' })
    expect(trial.explanation?.matches.every(({ found }) => found)).toBe(true)
    const value = trial.explanation?.steps.find((one) => one['path'] === 'number')
    expect(value).toMatchObject({
      step: 'value',
      value: 'LC-2026-0042',
      sightings: [{ at: { page: 1, box: expect.any(Array) } }, { at: { page: 2 } }],
    })
    expect(trial.pages.map(({ number }) => number)).toEqual([1, 2])
    const words = trial.pages[0]?.words ?? []
    expect(words.find(({ text }) => text === 'LC-2026-0042')?.box).toHaveLength(4)
    expect(await docket.files()).toEqual([])
  })

  it('accepts a mapping in the request and reports errors with their lines', async () => {
    const { tried } = await stage()
    const fields = { yaml: draft.replace(/^outputs: .*/m, 'outputs: [json, docx]') }
    const wrong = await tried('my_sample_v1', sample, fields)
    expect(wrong).toMatchObject({ explanation: null, reading: null })
    expect(wrong.findings[0]).toMatchObject({ severity: 'error', line: 5 })
    const right = await tried('my_sample_v1', sample, { yaml: draft })
    expect(right.reading).toMatchObject({ number: 'LC-2026-0042' })
    const slow = { yaml: draft.replace(/match:.*/, "match: ['x']\nunknown_key: '(a+)+$'") }
    expect((await tried('my_sample_v1', sample, slow)).findings.length).toBeGreaterThan(0)
  })

  it('reports the first 20 errors and the number of further ones', async () => {
    const { tried } = await stage()
    const keys = Array.from({ length: 500 }, (_, index) => `unknown_${index}: 1\n`).join('')
    const { findings, more_findings } = await tried('my_sample_v1', sample, { yaml: draft + keys })
    expect([findings.length, more_findings]).toEqual([20, 480])
  })

  it("reads the document from the owner's job", async () => {
    const { docket, person, attempt } = await stage()
    const { id } = await readJob(await person.upload(sample))
    const ask = (by: Visitor, job_id: string) =>
      by.ask('/api/mappings/sample_invoice_v1/try', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ job_id }),
      })
    expect(((await (await ask(person, id)).json()) as Trial).reading).toMatchObject({
      number: 'LC-2026-0042',
    })
    expect((await ask(visitor(docket.url), id)).status).toBe(403)
    const unknownId = '00000000-0000-7000-8000-000000000000'
    expect((await ask(person, unknownId)).status).toBe(404)
    await docket.db.query('update jobs set source_deleted_at = now()')
    expect((await readError(await ask(person, id)))[1]).toBe('SOURCE_GONE')
    expect((await readError(await attempt('sample_invoice_v1', undefined)))[1]).toBe('NO_FILE')
  })

  it('reads every document kind', async () => {
    const { tried } = await stage()
    const meet = new Uint8Array(await drawMeet(springSplash))
    const params = { params: JSON.stringify({ swimmer: 'noemie nunez' }) }
    const sheet = await tried('heat_sheet_v1', meet, params)
    expect(sheet.reading).toMatchObject({
      kind: 'heat_sheet',
      swimmers: [{ requested: 'noemie nunez' }],
    })
    const text = await tried('document_text_v1', new Uint8Array(await textPdf()))
    expect(text).toMatchObject({ reading: null, explanation: null, pages: [{ number: 1 }] })
    expect((await tried('invoice_v1', sample)).reading?.kind).toBe('invoice')
  })

  it.each([
    ['an unknown name', 'nothing_v1', sample, {}, [404, 'NOT_FOUND']],
    ['no name', '..%2Fsecret', sample, {}, [400, 'INVALID_REQUEST']],
    ['no PDF', 'sample_invoice_v1', new Uint8Array([1, 2, 3]), {}, [415, 'NOT_PDF']],
    ['an unknown field', 'sample_invoice_v1', sample, { colour: 'red' }, [400, 'INVALID_REQUEST']],
    [
      'an oversized mapping',
      'my_v1',
      sample,
      { yaml: 'x'.repeat(70_000) },
      [400, 'INVALID_REQUEST'],
    ],
  ] as const)('is rejected with %s', async (_what, name, pdf, fields, expectedError) => {
    const { attempt } = await stage()
    expect(
      (await readError(await attempt(name, pdf as Uint8Array<ArrayBuffer>, fields))).slice(0, 2),
    ).toEqual(expectedError)
  })
})

describe('a mapping draft', () => {
  it('is saved by the administrator, listed as a draft, and used only when chosen', async () => {
    const { docket, person, save, listed } = await stage()
    expect((await readError(await save(draft, { by: person }))).slice(0, 2)).toEqual([
      403,
      'ADMIN_ONLY',
    ])
    const saved = await save(draft)
    expect(saved.status).toBe(200)
    expect(await saved.json()).toMatchObject({
      name: 'my_sample_v1',
      version: 1,
      is_draft: true,
      saved_by: 'the administrator',
    })
    expect((await listed()).filter(({ is_draft }) => is_draft)).toMatchObject([
      { name: 'my_sample_v1', title: 'My sample' },
    ])
    const source = (await (await person.ask('/api/mappings/my_sample_v1')).json()) as MappingSource
    expect(source).toMatchObject({ yaml: draft, is_draft: true })

    docket.startWorking()
    const read = async (mapping: string) => {
      const { id } = await readJob(await person.upload(sample, { mapping }))
      await vi.waitFor(async () => expect((await person.job(id)).status).toBe('complete'), 60_000)
      return person.job(id)
    }
    expect(await read('auto')).toMatchObject({ read_by: 'sample_invoice_v1' })
    const first = await read('my_sample_v1')
    expect(first).toMatchObject({ mapping: 'my_sample_v1@1', read_by: 'my_sample_v1' })
    await save(draft.replace(/^outputs: .*/m, 'outputs: [csv, json]'))
    const second = await read('my_sample_v1')
    expect(second).toMatchObject({ mapping: 'my_sample_v1@2' })
    expect(second.outputs.map(({ format }) => format)).toEqual(['csv', 'json'])
  })

  it('is rejected with the line numbers of errors, and cannot replace a built-in mapping', async () => {
    const { save, listed } = await stage()
    const rejected = await save(draft.replace('reader: invoice', 'reader: magic'))
    const [status, code, detail] = await readError(rejected)
    expect([status, code]).toEqual([422, 'INVALID_MAPPING'])
    expect(detail).toContain('This mapping was not saved. Line')
    const other = await readError(await save(draft, { name: 'other_v1' }))
    expect(other[2]).toContain('must be named my_sample_v1.yaml')
    const shipped = await readError(await save(yaml, { name: 'sample_invoice_v1' }))
    expect(shipped.slice(0, 2)).toEqual([409, 'READ_ONLY'])
    expect(shipped[2]).toContain('such as sample_invoice_v2')
    expect((await listed()).some(({ is_draft }) => is_draft)).toBe(false)
  })

  it('is deleted by the administrator', async () => {
    const { person, admin, save } = await stage()
    await save(draft)
    const address = '/api/mappings/my_sample_v1'
    expect((await person.ask(address, { method: 'DELETE' })).status).toBe(403)
    expect((await admin.ask(address, { method: 'DELETE' })).status).toBe(204)
    expect((await admin.ask(address, { method: 'DELETE' })).status).toBe(404)
    const uploadAfterDeletion = await person.upload(sample, { mapping: 'my_sample_v1' })
    expect((await readError(uploadAfterDeletion))[1]).toBe('UNKNOWN_MAPPING')
  })
})

it('503: a second trial by the same owner gets Retry-After', async () => {
  const started = deferred()
  const release = deferred()
  const docket = await docketForTest({
    holdTrials: async () => {
      started.resolve()
      await release.promise
    },
  })
  const person = visitor(docket.url)
  const attempt = (by: Visitor) => {
    const body = new FormData()
    body.set('yaml', yaml)
    body.set('file', new Blob([sample]), 'x.pdf')
    return by.ask('/api/mappings/sample_invoice_v1/try', { method: 'POST', body })
  }
  await person.ask('/api/jobs')
  const first = attempt(person)
  await started.promise
  const second = await attempt(person)
  expect((await readError(second)).slice(0, 2)).toEqual([503, 'BUSY'])
  expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0)
  const other = attempt(visitor(docket.url))
  release.resolve()
  expect([(await first).status, (await other).status]).toEqual([200, 200])
  expect((await attempt(person)).status).toBe(200)
})

it('503: at most four trials run at once', async () => {
  const release = deferred()
  let started = 0
  const docket = await docketForTest({
    holdTrials: async () => {
      started += 1
      await release.promise
    },
  })
  const attempt = () => {
    const body = new FormData()
    body.set('file', new Blob([sample]), 'x.pdf')
    const path = '/api/mappings/sample_invoice_v1/try'
    return visitor(docket.url).ask(path, { method: 'POST', body })
  }
  const running = [1, 2, 3, 4].map(attempt)
  await expect.poll(() => started).toBe(4)
  const fifth = await attempt()
  expect((await readError(fifth)).slice(0, 2)).toEqual([503, 'BUSY'])
  expect(fifth.headers.get('retry-after')).toBe('2')
  // A rejection for lack of slots is no error of the server. An attacker could fill the log with them.
  expect(docket.log.filter(({ level }) => Number(level) >= 40)).toEqual([])
  release.resolve()
  for (const one of running) expect((await one).status).toBe(200)
  expect((await attempt()).status).toBe(200)
})
