import { strFromU8, unzipSync } from 'fflate'
import ICAL from 'ical.js'
import { describe, expect, it, vi } from 'vitest'
import type { MeetResults } from '../../../src/domain/heat-sheet/meet-results.ts'
import type { BatchResults } from '../../../src/domain/results/batch-results.ts'
import { drawMeet, springSplash, sundaySplash } from '../../fixtures/meets.ts'
import { textPdf } from '../../fixtures/pdfs.ts'
import { drawReport, sundayReport } from '../../fixtures/session-reports.ts'
import {
  readBatchResponse,
  fetchBatch,
  type BatchDocument,
  sendBatch,
} from '../../support/docket/batches.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readError, visitor } from '../../support/docket/visitor.ts'

const file = async (name: string, bytes: Promise<Uint8Array>): Promise<BatchDocument> => ({
  name,
  bytes: new Uint8Array(await bytes),
})
const saturdaySheet = () => file('saturday.pdf', drawMeet(springSplash))
const sundaySheet = () => file('sundaySplash.pdf', drawMeet(sundaySplash))
const report = () => file('timeline.pdf', drawReport(sundayReport))

const params = { swimmer: 'Noemie Nunez', time_zone: 'America/New_York' }

async function uploadAndComplete(documents: BatchDocument[], fields: Record<string, string> = {}) {
  const docket = await docketForTest()
  const person = visitor(docket.url)
  const sent = await sendBatch(person, documents, { params: JSON.stringify(params), ...fields })
  const { batch } = await readBatchResponse(sent)
  docket.startWorking()
  await vi.waitFor(
    async () => expect((await fetchBatch(person, batch.id)).batch.status).toBe('complete'),
    { timeout: 60_000, interval: 100 },
  )
  const results = (await (
    await person.ask(`/api/batch/${batch.id}/results`)
  ).json()) as BatchResults
  const download = (query: string) => person.ask(`/api/batch/${batch.id}/download?${query}`)
  return { docket, person, batch, results, download }
}

function parsed(ics: string) {
  const calendar = new ICAL.Component(ICAL.parse(ics) as unknown[])
  return calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
}

describe('heat sheets in a batch', () => {
  it('form one meet: each swim once, by session, with times from the session report', async () => {
    const { results, download } = await uploadAndComplete([
      await sundaySheet(),
      await report(),
      await saturdaySheet(),
    ])
    const { sessions = [], without } = results.meet ?? {}
    expect(
      sessions.map(({ session, session_date, swims }) => [
        session,
        session_date,
        swims.map((swim) => [swim.event_number, swim.heat_start_time, swim.estimated]),
      ]),
    ).toEqual([
      [
        'Saturday AM',
        '2026-05-02',
        [
          [1, '09:00', false],
          [3, '09:06', true],
        ],
      ],
      [
        'Sunday AM',
        '2026-05-03',
        [
          [1, '08:30', false],
          [3, '08:50', false],
        ],
      ],
    ])
    expect(without).toMatchObject([{ name: 'timeline.pdf', reason: /session report/i }])

    const all = await download('format=ics&reminder=15')
    expect(all.headers.get('content-disposition')).toContain('noemie-b-nunez-2-sessions.ics')
    const text = await all.text()
    expect(parsed(text)).toHaveLength(4)
    expect(text).toContain('TRIGGER:-PT15M')
    const id = sessions[1]?.swims[0]?.id ?? ''
    const chosen = parsed(await (await download(`format=ics&events=${id}`)).text())
    expect(chosen.map(({ uid, startDate }) => [uid, startDate.toString()])).toEqual([
      [id, '2026-05-03T12:30:00Z'],
    ])
    const csv = await download('format=csv')
    expect(csv.headers.get('content-disposition')).toContain('noemie-b-nunez-2-sessions.csv')
    expect((await csv.text()).trim().split('\r\n')).toHaveLength(5)
    expect((await readError(await download('format=ics&events=x'))).slice(0, 2)).toEqual([
      400,
      'INVALID_REQUEST',
    ])
  })

  it('are the same through the share link for one sheet: once, with times from the session report', async () => {
    const { docket, person, results } = await uploadAndComplete([
      await sundaySheet(),
      await report(),
      await saturdaySheet(),
    ])
    const id = results.sources[0]?.job_id
    const made = await person.ask(`/api/jobs/${id}/share`, { method: 'POST' })
    const { code } = (await made.json()) as { code: string }
    const stranger = visitor(docket.url)
    const shared = (await (await stranger.ask(`/api/result/${code}/meet`)).json()) as NonNullable<
      BatchResults['meet']
    >
    expect(shared.sessions).toMatchObject([
      { session: 'Sunday AM', swims: [{ heat_start_time: '08:30' }, { heat_start_time: '08:50' }] },
    ])
    const calendar = await stranger.ask(`/api/result/${code}/calendar.ics`)
    expect(calendar.headers.get('content-disposition')).toContain(
      'spring-splash-noemie-b-nunez.ics',
    )
    const starts = parsed(await calendar.text()).map(({ startDate }) => startDate.toString())
    expect(starts).toEqual(['2026-05-03T12:30:00Z', '2026-05-03T12:50:00Z'])
  })

  it('are the same through the link to the batch', async () => {
    const { docket, person, batch, results } = await uploadAndComplete([
      await sundaySheet(),
      await report(),
    ])
    const made = await person.ask(`/api/batch/${batch.id}/links`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ purpose: 'page' }),
    })
    const { code } = (await made.json()) as { code: string }
    const response = await visitor(docket.url).ask(`/api/result/${code}/meet`)
    const shared = (await response.json()) as MeetResults
    expect(shared.sessions).toEqual(results.meet?.sessions)
    expect(shared.sessions).toMatchObject([
      { session: 'Sunday AM', swims: [{ heat_start_time: '08:30' }, { heat_start_time: '08:50' }] },
    ])
  })

  it("include the session report's times in each sheet's files, however they are downloaded", async () => {
    const { docket, person, results, download } = await uploadAndComplete([
      await sundaySheet(),
      await report(),
    ])
    const id = results.sources[0]?.job_id
    const made = await person.ask(`/api/jobs/${id}/share`, { method: 'POST' })
    const { code } = (await made.json()) as { code: string }
    const readStarts = (ics: string) => parsed(ics).map(({ startDate }) => startDate.toString())
    const expected = ['2026-05-03T12:30:00Z', '2026-05-03T12:50:00Z']
    for (const [who, api] of [
      [person, `/api/jobs/${id}/download`],
      [visitor(docket.url), `/api/result/${code}/download`],
    ] as const) {
      const ics = await who.ask(`${api}?format=ics`)
      expect(readStarts(await ics.text())).toEqual(expected)
      const csv = await who.ask(`${api}?format=csv`)
      expect(await csv.text()).toMatch(/,08:30,false\r\n[^]*,08:50,false\r\n$/)
    }
    const zip = unzipSync(new Uint8Array(await (await download('format=zip')).arrayBuffer()))
    const unzipped = (name: string) => strFromU8(zip[name] ?? new Uint8Array())
    expect(readStarts(unzipped('sundaySplash.ics'))).toEqual(expected)
    expect(unzipped('sundaySplash.csv')).toContain(',08:30,')
    const { merged_files } = JSON.parse(unzipped('manifest.json')) as { merged_files: string[] }
    expect(merged_files.map((name) => name.replace(/^.*\./, ''))).toEqual(['ics', 'csv'])
    expect(readStarts(unzipped(merged_files[0] ?? ''))).toEqual(expected)
    expect(unzipped(merged_files[1] ?? '')).toContain(',08:30,')
    expect(unzipped('timeline.csv')).toContain(',08:30,')
    const exported = await person.ask('/api/jobs/export', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ids: [id], format: 'ics' }),
    })
    expect(readStarts(await exported.text())).toEqual(expected)
  })

  it("include the session report's times in the table of all swimmers", async () => {
    const { results, person, download } = await uploadAndComplete(
      [await sundaySheet(), await report()],
      { params: '{}' },
    )
    const id = results.sources[0]?.job_id
    const own = await (await person.ask(`/api/jobs/${id}/download?format=csv`)).text()
    expect(own).toContain(',08:30,')
    expect(await (await download('format=csv')).text()).toContain(own.split('\r\n')[1])
  })

  it('are named after the meet and the swimmer if they are from one session, and list other documents', async () => {
    const other = await file('letter.pdf', textPdf({ text: 'A letter' }))
    const { results, download } = await uploadAndComplete([await saturdaySheet(), other])
    expect(results.kind).toBe('mixed')
    expect((await readError(await download('format=ics'))).slice(0, 2)).toEqual([409, 'INCOMPLETE'])
    const calendar = await download('format=ics&skip_incomplete=true')
    expect(calendar.headers.get('content-disposition')).toContain(
      'spring-splash-noemie-b-nunez.ics',
    )
    expect(calendar.headers.get('docket-left-out-count')).toBe('1')
  })

  it('do not yield a calendar if the swimmer is missing, and state the reason', async () => {
    const nobody = { params: JSON.stringify({ swimmer: 'Nora Nobody' }) }
    const { results, download } = await uploadAndComplete([await saturdaySheet()], nobody)
    expect(results.meet).toMatchObject({
      sessions: [],
      without: [
        {
          name: 'saturday.pdf',
          reason: { message: 'No swimmer on this sheet is called Nora Nobody.' },
        },
      ],
    })
    const [status, code, detail] = await readError(await download('format=ics'))
    expect([status, code]).toEqual([400, 'UNKNOWN_FORMAT'])
    expect(detail).toContain('None of these swimmers')
  })

  it('yield only the name of the meet if no swimmer is chosen', async () => {
    const { results, person, batch } = await uploadAndComplete([await saturdaySheet()], {
      params: '{}',
    })
    expect(results).not.toHaveProperty('meet')
    expect(results.heat_sheets).toHaveLength(1)
    const meet = await (await person.ask(`/api/batch/${batch.id}/meet`)).json()
    expect(meet).toMatchObject({ sheets: [{ meet_name: 'Spring Splash' }], sessions: [] })
    expect(meet).toMatchObject({ without: [] })
  })
})
