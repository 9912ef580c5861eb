import { describe, expect, it, vi } from 'vitest'
import type { HeatSheetReading } from '../../../src/domain/heat-sheet/heat-sheet.ts'
import { sweep } from '../../../src/retention/sweep.ts'
import { fsBlobs } from '../../../src/blobs/fs.ts'
import { packSheet, unpackSheet } from '../../../src/extraction/heat-sheet/stored-sheet.ts'
import { drawMeet, springSplash } from '../../fixtures/meets.ts'
import { docketForTest, type TestDocket } from '../../support/docket/docket.ts'
import { readJob, type Visitor, visitor } from '../../support/docket/visitor.ts'
import { fileServerForTest } from '../../support/servers/file-server.ts'

const pdf = async () => new Uint8Array(await drawMeet(springSplash))

async function start() {
  const docket = await docketForTest()
  docket.startWorking()
  return docket
}

type UploadOptions = Record<string, string> & { swimmer?: string }

async function drawSheet(person: Visitor, { swimmer = '', ...fields }: UploadOptions) {
  const params = JSON.stringify({ swimmer })
  const response = fields['url']
    ? await person.ask('/api/upload', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...fields, params: { swimmer } }),
      })
    : await person.upload(await pdf(), { params, ...fields })
  const { id } = await readJob(response)
  await vi.waitFor(async () => expect((await person.job(id)).status).toBe('complete'), {
    interval: 50,
  })
  return (await (await person.ask(`/api/jobs/${id}/download?format=json`)).json()) as
    | HeatSheetReading
    | { kind: 'text' }
}

/** Changes the stored program, so that using it can be distinguished from reading the PDF again. */
async function mark({ db }: TestDocket): Promise<void> {
  const rows = await db.query<{ body: Buffer }>('select body from program_cache')
  expect(rows).toHaveLength(1)
  const sheet = unpackSheet(rows[0]?.body as Buffer)
  const program = { ...sheet.program, meet_name: 'From what was kept' }
  await db.query('update program_cache set body = $1', [packSheet({ ...sheet, program })])
}

describe('a stored heat sheet reading', () => {
  it("is used for the same owner's next swimmer, without reading the PDF again", async () => {
    const docket = await start()
    const person = visitor(docket.url)
    const whole = await drawSheet(person, { swimmer: 'Ada Ahlgren' })
    expect(whole).toMatchObject({ meet_name: 'Spring Splash' })
    await mark(docket)
    const next = await drawSheet(person, { swimmer: 'Noemie Nunez', mapping: 'heat_sheet_v1' })
    expect(next).toMatchObject({ meet_name: 'From what was kept', venue: 'Invented Natatorium' })
    expect((next as HeatSheetReading).events.map(({ event_number }) => event_number)).toEqual([
      1, 3,
    ])
    expect(Object.keys((next as HeatSheetReading).evidence)).toContain('events.1.heat_number')
  })

  it("is not used for another owner's upload, or for the same bytes from a URL", async () => {
    const docket = await start()
    await drawSheet(visitor(docket.url), { swimmer: 'Ada Ahlgren' })
    await mark(docket)
    const bytes = await pdf()
    const { url } = await fileServerForTest((_, response) => response.end(bytes))
    const other = visitor(docket.url)
    for (const fields of [{ swimmer: 'Ada Ahlgren' }, { swimmer: 'Noemie Nunez', url }]) {
      expect(await drawSheet(other, fields)).toMatchObject({ meet_name: 'Spring Splash' })
    }
  })

  it('is used for everyone with the same bytes at a URL if it is public, but not for uploads', async () => {
    const docket = await start()
    const bytes = await pdf()
    const { url } = await fileServerForTest((_, response) => response.end(bytes))
    await drawSheet(visitor(docket.url), { swimmer: 'Ada Ahlgren', url })
    await mark(docket)
    const others = [
      await drawSheet(visitor(docket.url), { swimmer: 'Ida Tamm', url: `${url}/heats.pdf` }),
      await drawSheet(visitor(docket.url), { swimmer: 'Ida Tamm' }),
    ]
    expect(others).toMatchObject([
      { meet_name: 'From what was kept' },
      { meet_name: 'Spring Splash' },
    ])
  })

  it('is not used for another mapping or reader version', async () => {
    const docket = await start()
    const person = visitor(docket.url)
    await drawSheet(person, { swimmer: 'Ada Ahlgren' })
    await mark(docket)
    const asText = await drawSheet(person, { params: '{}', mapping: 'document_text_v1' })
    expect(asText).not.toHaveProperty('meet_name')
    await docket.db.query(`update program_cache set reader = 'of old'`)
    const read = await drawSheet(person, { swimmer: 'Ida Tamm' })
    expect(read).toMatchObject({ meet_name: 'Spring Splash' })
  })

  it('is kept while its owner has a result from it, or for the result retention period', async () => {
    const docket = await start()
    const { db } = docket
    const person = visitor(docket.url)
    const retention = {
      db,
      blobs: fsBlobs('/nowhere'),
      sourceDays: 7,
      resultDays: 30,
      batchDays: 30,
    }
    const countPrograms = async () => (await db.query('select 1 from program_cache')).length
    const age = (days: number) =>
      db.query('update program_cache set created_at = now() - make_interval(days => $1)', [days])
    await drawSheet(person, { swimmer: 'Ada Ahlgren' })
    await age(29)
    await sweep(retention)
    expect(await countPrograms()).toBe(1)
    await db.query('delete from batches')
    await sweep(retention)
    expect(await countPrograms()).toBe(0)
    const bytes = await pdf()
    const { url } = await fileServerForTest((_, response) => response.end(bytes))
    await drawSheet(person, { swimmer: 'Ada Ahlgren', url })
    await db.query('delete from batches')
    await age(29)
    await sweep(retention)
    expect(await countPrograms()).toBe(1)
    await age(31)
    await sweep(retention)
    expect(await countPrograms()).toBe(0)
  })
})
