import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { BatchResults } from '../../../src/domain/results/batch-results.ts'
import { exportContentTypes } from '../../../src/domain/results/export.ts'
import { readXlsx } from '../../../src/web/features/directory/read-xlsx.ts'
import type { Problem } from '../../../src/domain/errors/problem.ts'
import { makeUnique, textPdf } from '../../fixtures/pdfs.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readJob, readError, visitor } from '../../support/docket/visitor.ts'
import { queueJobs } from '../../support/database/jobs.ts'
import {
  invoice,
  note,
  scan,
  heats,
  completeBatch,
  exportJobs,
  jobIds,
  verifyXml,
} from '../../support/docket/exports.ts'

async function unzip(response: Response): Promise<Record<string, string>> {
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const entries = Object.entries(files)
  return Object.fromEntries(entries.map(([name, bytes]) => [name, Buffer.from(bytes).toString()]))
}

/** Returns the rows of both sheets as XML. Also checks that the app's own reader finds every row of the first. */
async function readSheets(response: Response): Promise<{ invoices: string[]; lines: string[] }> {
  expect(response.status).toBe(200)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const files = unzipSync(bytes)
  const rows = (name: string) =>
    Buffer.from(files[`xl/worksheets/${name}.xml`] ?? [])
      .toString()
      .match(/<row [^]*?<\/row>/g) ?? []
  expect((await readXlsx(bytes)).split('\n')).toHaveLength(rows('sheet1').length)
  return { invoices: rows('sheet1'), lines: rows('sheet2') }
}

describe('GET /api/batch/:id/results', () => {
  it('groups results by source and marks duplicates', async () => {
    const sent = [
      await invoice('LC-1'),
      note,
      await invoice('LC-2'),
      scan,
      await invoice('LC-1', 'again.pdf'),
    ]
    const { person, id, jobs } = await completeBatch(sent)
    const response = await person.ask(`/api/batch/${id}/results`)
    expect(response.status).toBe(200)
    const results = BatchResults.parse(await response.json())
    expect(results.batch).toMatchObject({ id, status: 'partial', complete: 4, failed: 1 })
    expect(results.kind).toBe('mixed')
    const first = jobs[0]?.id
    expect(results.sources.map((one) => [one.name, one.status, one.kind])).toEqual([
      ['LC-1.pdf', 'complete', 'invoice'],
      ['note.pdf', 'complete', 'text'],
      ['LC-2.pdf', 'complete', 'invoice'],
      ['empty.pdf', 'failed', null],
      ['again.pdf', 'complete', 'invoice'],
    ])
    expect(results.sources.map((one) => one.duplicate_of)).toEqual([null, null, null, null, first])
    expect(results.sources[3]?.error).toMatchObject({ code: 'NO_TEXT' })
    expect(results.invoices?.map((one) => [one.job_id, one.number, one.duplicate_of])).toEqual([
      [first, 'LC-1', null],
      [jobs[2]?.id, 'LC-2', null],
      [jobs[4]?.id, 'LC-1', first],
    ])
    expect(results.invoices?.[0]?.lines).toHaveLength(6)
    expect(results).not.toHaveProperty('heat_sheets')
  })

  it('groups heat sheet events by session', async () => {
    const { person, id } = await completeBatch([await heats()], { mapping: 'heat_sheet_v1' })
    const results = BatchResults.parse(await (await person.ask(`/api/batch/${id}/results`)).json())
    expect(results.kind).toBe('heat_sheet')
    const [sheet] = results.heat_sheets ?? []
    expect(sheet?.name).toBe('heats.pdf')
    const events = sheet?.sessions.flatMap((session) => session.events) ?? []
    expect(events).toHaveLength(8)
    for (const session of sheet?.sessions ?? []) {
      for (const event of session.events) expect(event.session).toBe(session.session)
    }
  })
})

describe('GET /api/batch/:id/download', () => {
  it('zip: hostile file names contain no folders and are valid on every file system', async () => {
    const names = [
      '../../etc/passwd.pdf',
      '..\\..\\windows.pdf',
      'C:\\boot.ini.pdf',
      '/etc/shadow.pdf',
      'con.pdf',
      'CON.pdf',
      'a:b*c?<d>|e.pdf',
      '\u202Egnp.exe.pdf',
      'manifest.json',
      '.. .pdf',
    ]
    const bytes = async () => makeUnique(await textPdf({ text: 'A note' }))
    const sent = await Promise.all(names.map(async (name) => ({ name, bytes: await bytes() })))
    const { person, id } = await completeBatch(sent)
    const response = await person.ask(`/api/batch/${id}/download`)
    const entries = Object.keys(await unzip(response))
    expect(entries).toHaveLength(1 + 2 * names.length)
    expect(new Set(entries.map((entry) => entry.toLowerCase())).size).toBe(entries.length)
    for (const entry of entries) {
      // oxlint-disable-next-line no-control-regex
      expect(entry).toMatch(/^[^/\\:*?"<>|\0-\x1f\u202a-\u202e]+$/)
      expect(entry).not.toMatch(/^\.|[. ]$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i)
    }
  })

  it('zip: all outputs under unique names, with an index', async () => {
    const sent = [await invoice('LC-1', 'Same.pdf'), await invoice('LC-2', 'same.PDF'), note]
    const { person, id, jobs } = await completeBatch(sent)
    const response = await person.ask(`/api/batch/${id}/download`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-disposition')).toMatch(/docket-\d{4}-\d\d-\d\d\.zip"/)
    expect(response.headers.get('docket-left-out-count')).toBe('0')
    const files = await unzip(response)
    expect(Object.keys(files)).toEqual([
      'manifest.json',
      ...['json', 'xml', 'csv', 'ubl.xml'].map((extension) => `Same.${extension}`),
      'same (2).json',
      'same (2).xml',
      'same (2).csv',
      'same (2).ubl.xml',
      'note.json',
      'note.txt',
    ])
    const single = await person.ask(`/api/jobs/${jobs[1]?.id}/download?format=xml`)
    expect(files['same (2).xml']).toBe(await single.text())
    const manifest = JSON.parse(files['manifest.json'] ?? '') as { jobs: object[] }
    expect(manifest.jobs.map((job) => (job as { job_id: string }).job_id)).toEqual(jobIds(jobs))
  })

  it('xml: one Coretax file with all invoices, in order', async () => {
    const { person, id } = await completeBatch([await invoice('LC-2'), await invoice('LC-1')])
    const response = await person.ask(`/api/batch/${id}/download?format=xml`)
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const xml = await response.text()
    expect(Number(response.headers.get('content-length'))).toBe(Buffer.byteLength(xml))
    expect(xml.match(/<TaxInvoiceBulk/g)).toHaveLength(1)
    expect(xml.match(/<RefDesc>[^<]*/g)).toEqual(['<RefDesc>LC-2', '<RefDesc>LC-1'])
    await verifyXml(person, xml)
  })

  it('csv: one table with one header', async () => {
    const { person, id, jobs } = await completeBatch([await invoice('LC-1'), await invoice('LC-2')])
    const csv = await (await person.ask(`/api/batch/${id}/download?format=csv`)).text()
    const tables = await Promise.all(
      jobs.map(async (job) => (await person.ask(`/api/jobs/${job.id}/download?format=csv`)).text()),
    )
    const [header] = csv.split('\r\n')
    expect(csv).toBe(`${tables[0]}${tables[1]?.slice((header?.length ?? 0) + 2)}`)
    expect(csv.split('\r\n')).toHaveLength(1 + 12 + 1)
  })

  it('xlsx: a sheet of invoices and a sheet of lines, also for one job', async () => {
    const { person, jobs } = await completeBatch([await invoice('LC-1'), await invoice('LC-2')])
    const ids = jobIds(jobs)
    const response = await exportJobs(person, { ids, format: 'xlsx' })
    expect(response.headers.get('content-type')).toBe(exportContentTypes.xlsx)
    expect(response.headers.get('content-disposition')).toMatch(/\.xlsx"/)
    const sheets = await readSheets(response)
    expect(sheets.invoices).toHaveLength(1 + 2)
    expect(sheets.invoices[1]).toContain('LC-1')
    expect(sheets.invoices[1]).toContain('0012345674901000')
    expect(sheets.invoices[1]).toContain('<v>6999660</v>')
    expect(sheets.lines).toHaveLength(1 + 12)
    const one = await person.ask(`/api/jobs/${ids[0]}/download?format=xlsx`)
    expect(one.headers.get('content-disposition')).toMatch(/LC-1\.xlsx"/)
    expect((await readSheets(one)).invoices).toHaveLength(1 + 1)
  })

  it('xlsx: only invoices', async () => {
    const { person, jobs } = await completeBatch([await invoice('LC-1'), note])
    const ids = jobIds(jobs)
    const response = await exportJobs(person, { ids, format: 'xlsx' })
    expect((await readError(response)).slice(0, 2)).toEqual([409, 'INCOMPLETE'])
    const others = await exportJobs(person, { ids, format: 'xlsx', skip_incomplete: true })
    expect((await readSheets(others)).invoices).toHaveLength(1 + 1)
    const text = await person.ask(`/api/jobs/${ids[1]}/download?format=xlsx`)
    expect((await readError(text)).slice(0, 2)).toEqual([400, 'UNKNOWN_FORMAT'])
  })

  it('ics: one calendar with each swim once', async () => {
    const params = JSON.stringify({ swimmer: 'noemie nunez' })
    const sent = [await heats('a.pdf'), await heats('b.pdf')]
    const { person, id } = await completeBatch(sent, { mapping: 'heat_sheet_v1', params })
    const calendar = await (await person.ask(`/api/batch/${id}/download?format=ics`)).text()
    expect(calendar.match(/BEGIN:VCALENDAR/g)).toHaveLength(1)
    expect(calendar.match(/BEGIN:VEVENT/g)).toHaveLength(2)
    expect(calendar).toMatch(/END:VCALENDAR\r\n$/)
  })

  it('409: lists documents that cannot be included and skips them on request', async () => {
    const { person, id, jobs } = await completeBatch([await invoice('LC-1'), note, scan])
    const address = `/api/batch/${id}/download?format=xml`
    const response = await person.ask(address)
    const problem = (await response.json()) as Problem
    expect([response.status, problem.code]).toEqual([409, 'INCOMPLETE'])
    expect(problem.errors).toEqual([
      {
        pointer: `/jobs/${jobs[1]?.id}`,
        code: 'left_out_without_output',
        params: { name: 'note.pdf', format: 'xml', formats: ['json', 'txt'] },
        detail: 'note.pdf has no xml output. Available formats: json, txt.',
      },
      {
        pointer: `/jobs/${jobs[2]?.id}`,
        code: 'left_out_failed',
        params: { name: 'empty.pdf', error: expect.objectContaining({ code: 'NO_TEXT' }) },
        detail: expect.stringMatching(/^empty\.pdf failed: /),
      },
    ])
    const partly = await person.ask(`${address}&skip_incomplete=true`)
    expect(partly.status).toBe(200)
    expect(partly.headers.get('docket-left-out')).toBe(`${jobs[1]?.id}, ${jobs[2]?.id}`)
    const xml = await partly.text()
    expect(xml.match(/<TaxInvoice>/g)).toHaveLength(1)
    await verifyXml(person, xml)
    const zip = await person.ask(`/api/batch/${id}/download?skip_incomplete=true`)
    const files = await unzip(zip)
    const manifest = JSON.parse(files['manifest.json'] ?? '') as { left_out: object[] }
    expect(manifest.left_out).toMatchObject([{ name: 'empty.pdf', status: 'failed' }])
    const none = await person.ask(`/api/batch/${id}/download?format=ics&skip_incomplete=true`)
    expect((await readError(none)).slice(0, 2)).toEqual([409, 'INCOMPLETE'])
  })

  it('409: repeated invoice numbers in one Coretax file, unless allowed', async () => {
    const sent = [await invoice('LC-1'), { ...(await invoice('LC-1', 'again.pdf')) }]
    const { person, id } = await completeBatch(sent)
    const address = `/api/batch/${id}/download?format=xml`
    const [status, code, sentence] = await readError(await person.ask(address))
    expect([status, code]).toEqual([409, 'SAME_NUMBERS'])
    expect(sentence).toContain('again.pdf has the same invoice number as LC-1.pdf.')
    const both = await person.ask(`${address}&allow_duplicates=true`)
    await verifyXml(person, await both.text(), ['filing_duplicate'])
  })

  it('400: a table that mixes invoices and heat sheets, or an unknown format', async () => {
    const { person, id } = await completeBatch([await invoice('LC-1'), await heats()])
    const mixed = await readError(await person.ask(`/api/batch/${id}/download?format=csv`))
    expect(mixed.slice(0, 2)).toEqual([400, 'INVALID_REQUEST'])
    expect(mixed[2]).toContain('different columns')
    const unknown = await readError(await person.ask(`/api/batch/${id}/download?format=exe`))
    expect(unknown.slice(0, 2)).toEqual([400, 'INVALID_REQUEST'])
  })
})

describe('POST /api/jobs/export', () => {
  it('200: the listed jobs in that order, or all matching jobs, oldest first', async () => {
    const sent = [await invoice('LC-1'), await invoice('LC-2'), scan]
    const { docket, person, jobs } = await completeBatch(sent)
    const [one, two] = jobIds(jobs)
    const numbers = async (order: object) => {
      const confirmed = jobIds(jobs)
      const response = await exportJobs(person, { format: 'xml', confirmed, ...order })
      return (await response.text()).match(/(?<=<RefDesc>)[^<]*/g)
    }
    expect(await numbers({ ids: [two, one, two] })).toEqual(['LC-2', 'LC-1'])
    expect(await numbers({ ids: [one, one?.toUpperCase()] })).toEqual(['LC-1'])
    expect(await numbers({ filter: { status: 'complete' } })).toEqual(['LC-1', 'LC-2'])
    expect(await numbers({ filter: {}, skip_incomplete: true })).toEqual(['LC-1', 'LC-2'])
    const doubtful = `case id when $1 then '[{"code":"total_missing","path":"totals","params":{}}]' else '[]' end::jsonb`
    await docket.db.query(`update jobs set review_reasons = ${doubtful}`, [two])
    expect(await numbers({ filter: { needs_review: true } })).toEqual(['LC-2'])
    const all = await readError(await exportJobs(person, { filter: {} }))
    expect(all.slice(0, 2)).toEqual([409, 'INCOMPLETE'])
  })

  it('400, 403, 404: no selection or two selections, too many jobs, an unknown job', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const { id } = await readJob(await person.upload(makeUnique(await textPdf())))
    const rejected = async (order: Record<string, unknown>) =>
      (await readError(await exportJobs(person, order))).slice(0, 2).join(' ')
    expect(await rejected({})).toBe('400 INVALID_REQUEST')
    expect(await rejected({ ids: [id], filter: {} })).toBe('400 INVALID_REQUEST')
    expect(await rejected({ ids: [] })).toBe('400 INVALID_REQUEST')
    expect(await rejected({ ids: [id], owner_id: 'me' })).toBe('400 INVALID_REQUEST')
    const many = Array.from({ length: 1001 }, () => crypto.randomUUID())
    const [status, , sentence] = await readError(await exportJobs(person, { ids: many }))
    expect([status, sentence]).toEqual([400, expect.stringContaining('at most 1000 entries')])
    expect(await rejected({ ids: [crypto.randomUUID()] })).toBe('404 NOT_FOUND')
    const [stranger] = await queueJobs(docket.db, 1, { owner_id: 'user:eve' })
    expect(await rejected({ ids: [crypto.randomUUID(), stranger?.id] })).toBe('403 FORBIDDEN')
    expect(await rejected({ filter: { status: 'failed' } })).toBe('404 NOT_FOUND')
    expect(await rejected({ ids: [id] })).toBe('409 INCOMPLETE')
  })
})
