import ICAL from 'ical.js'
import pino from 'pino'
import { describe, expect, it, vi } from 'vitest'
import type { MeetResults } from '../../../src/domain/heat-sheet/meet-results.ts'
import type { SheetCheck } from '../../../src/domain/results/sheet-check.ts'
import type { BatchLink } from '../../../src/domain/results/share.ts'
import { checkSubscribedSheets } from '../../../src/jobs/check-newer-sheets.ts'
import { drawMeet, revisedSplash, springSplash } from '../../fixtures/meets.ts'
import { textPdf } from '../../fixtures/pdfs.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readError, readJob, visitor } from '../../support/docket/visitor.ts'
import { fileServerForTest } from '../../support/servers/file-server.ts'

/** Creates a batch with a sheet at a URL, whose document the test can replace. */
async function followMeet(mapping = 'heat_sheet_v1') {
  const site = { bytes: Buffer.from(await drawMeet(springSplash)), status: 200 }
  const { url } = await fileServerForTest((_, response) => {
    response.writeHead(site.status, { 'content-type': 'application/pdf' }).end(site.bytes)
  })
  const docket = await docketForTest()
  docket.startWorking()
  const person = visitor(docket.url)
  const post = (path: string, body: object) =>
    person.ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const sent = await post('/api/upload', {
    url: `${url}/sheet.pdf`,
    mapping,
    params: { swimmer: 'Noemie Nunez' },
  })
  const { id, batch_id } = await readJob(sent)
  const isComplete = () =>
    vi.waitFor(async () => expect((await person.job(id)).status).toBe('complete'), {
      interval: 100,
      timeout: 60_000,
    })
  await isComplete()
  const check = async () =>
    (
      (await (await post(`/api/batch/${batch_id}/check-sheets`, {})).json()) as {
        sheets: SheetCheck[]
      }
    ).sheets
  const meet = async (query = '') =>
    (await (await person.ask(`/api/batch/${batch_id}/meet?${query}`)).json()) as MeetResults
  return { docket, site, person, post, id, batch_id, isComplete, check, meet }
}

const listLanes = ({ sessions }: MeetResults) =>
  sessions.flatMap(({ swims }) => swims.map((swim) => [swim.event_number, swim.lane]))

describe('a check for newer sheets', () => {
  it('reads a newer document in place and lists what changed, for any swimmer', async () => {
    const { site, check, meet, isComplete, docket } = await followMeet()
    expect((await meet()).checked_at).toBe(null)
    expect(await check()).toMatchObject([{ outcome: 'unchanged', error: null }])
    expect(await meet()).toMatchObject({ newer: [], checked_at: expect.any(String) })
    site.bytes = Buffer.from(await drawMeet(revisedSplash))
    const files = (await docket.files()).filter((file) => file.endsWith('.pdf'))
    expect(await check()).toMatchObject([{ outcome: 'newer' }])
    await isComplete()
    const after = await meet()
    expect(listLanes(after)).toEqual([[1, 6]])
    expect(after.newer).toMatchObject([
      {
        items: [
          { kind: 'moved', event_number: 1, fields: [{ field: 'lane', from: 3, to: 6 }] },
          { kind: 'scratched', event_number: 3 },
        ],
      },
    ])
    expect((await meet('swimmer=Ida Tamm')).newer[0]?.items).toMatchObject([
      { kind: 'scratched', event_number: 3 },
    ])
    await docket.sweep()
    const left = (await docket.files()).filter((file) => file.endsWith('.pdf'))
    expect([files.length, left.length, left.includes(files[0] ?? '')]).toEqual([1, 1, false])
  })

  it('keeps the earlier sheet if the newer document is not a heat sheet, or the URL fails', async () => {
    const { site, check, meet, isComplete, person, id } = await followMeet('auto')
    site.status = 500
    expect(await check()).toMatchObject([{ outcome: 'unreachable', error: { code: /^FETCH/ } }])
    site.status = 200
    site.bytes = Buffer.from('<html>Moved</html>')
    expect(await check()).toMatchObject([{ outcome: 'unreachable', error: { code: 'NOT_PDF' } }])
    site.bytes = Buffer.from(await textPdf({ text: 'Results will follow' }))
    expect(await check()).toMatchObject([{ outcome: 'newer' }])
    await isComplete()
    expect(listLanes(await meet())).toEqual([
      [1, 3],
      [3, 4],
    ])
    expect((await meet('swimmer=Ida Tamm')).sessions).toHaveLength(1)
    expect((await person.job(id)).error_code).toBe('UNREADABLE_SHEET')
  })

  it('explains that uploaded files have no URL', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const { batch_id } = await readJob(
      await person.upload(new Uint8Array(await drawMeet(springSplash))),
    )
    const response = await person.ask(`/api/batch/${batch_id}/check-sheets`, { method: 'POST' })
    const [status, code, detail] = await readError(response)
    expect([status, code]).toEqual([404, 'NOT_FOUND'])
    expect(detail).toContain('Upload the newer sheet')
  })
})

it('a subscribed calendar updates automatically when its sheets change', async () => {
  const { docket, site, post, batch_id, id, isComplete } = await followMeet()
  const made = await post(`/api/batch/${batch_id}/links`, { purpose: 'calendar' })
  const { path } = (await made.json()) as BatchLink
  const phone = visitor(docket.url)
  const read = async () => {
    const calendar = new ICAL.Component(
      ICAL.parse(await (await phone.ask(path)).text()) as unknown[],
    )
    return calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))
  }
  const { fetchUrl, maxUploadBytes, scratch, sandbox, statuses } = docket.services
  const log = pino({ level: 'silent' })
  const deps = { db: docket.db, log, fetchUrl, maxUploadBytes, scratch, sandbox, statuses }
  const { signal } = new AbortController()
  await docket.db.query(`update jobs set completed_at = now() - interval '1 hour' where id = $1`, [
    id,
  ])
  // Nobody has fetched the calendar yet.
  expect(await checkSubscribedSheets(deps, signal)).toBe(0)
  const before = await read()
  expect(before.map(({ summary }) => summary)).toEqual([
    expect.stringContaining('lane 3'),
    expect.stringContaining('relay A'),
  ])
  site.bytes = Buffer.from(await drawMeet(revisedSplash))
  const rounds = [checkSubscribedSheets(deps, signal), checkSubscribedSheets(deps, signal)]
  const [one = 0, other = 0] = await Promise.all(rounds)
  expect(one + other).toBe(1)
  await isComplete()
  await vi.waitFor(async () => expect((await read())[0]?.summary).toContain('lane 6'))
  const after = await read()
  expect(after.map(({ uid }) => uid)).toEqual([before[0]?.uid])
  expect(after[0]?.sequence).toBeGreaterThan(before[0]?.sequence ?? 0)
})

it('a worker checks the sheets of subscribed calendars', async () => {
  const { docket, site, post, batch_id, id, meet } = await followMeet()
  const made = await post(`/api/batch/${batch_id}/links`, { purpose: 'calendar' })
  const { path } = (await made.json()) as BatchLink
  await visitor(docket.url).ask(path)
  await docket.db.query(`update jobs set completed_at = now() - interval '1 hour' where id = $1`, [
    id,
  ])
  site.bytes = Buffer.from(await drawMeet(revisedSplash))
  docket.startSheetChecks()
  await vi.waitFor(async () => expect(listLanes(await meet())).toEqual([[1, 6]]), {
    interval: 100,
    timeout: 60_000,
  })
})
