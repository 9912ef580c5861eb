import { expect, it } from 'vitest'
import { drawMeet, springSplash } from '../../fixtures/meets.ts'
import { completeUpload, docketForTest } from '../../support/docket/docket.ts'
import { readError, visitor } from '../../support/docket/visitor.ts'

const pdf = async () => new Uint8Array(await drawMeet(springSplash))

async function uploadAndComplete(params: Record<string, string>, mapping = 'auto') {
  const docket = await docketForTest()
  const person = visitor(docket.url)
  const fields = { filename: 'heats.pdf', mapping, params: JSON.stringify(params) }
  const { id } = await completeUpload(docket, person, await pdf(), fields)
  return { person, job: await person.job(id) }
}

it('passes upload parameters to the reader: a name in, a calendar out', async () => {
  const params = { swimmer: 'noemie nunez', time_zone: 'America/New_York', reminder: '15' }
  const { person, job } = await uploadAndComplete(params)
  expect(job).toMatchObject({ params, needs_review: true })
  expect(job.review_reasons).toMatchObject([
    { code: 'estimated', message: expect.stringMatching(/estimated/) },
  ])
  expect(job.outputs.map(({ format }) => format)).toEqual(['json', 'ics', 'csv'])
  const calendar = await person.ask(`/api/jobs/${job.id}/download`)
  expect(calendar.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(calendar.headers.get('content-disposition')).toContain('spring-splash-noemie-b-nunez.ics')
  const text = await calendar.text()
  expect(text.match(/^DTSTART:.*Z\r$/gm)).toEqual([
    'DTSTART:20260502T130000Z\r',
    'DTSTART:20260502T130600Z\r',
  ])
  expect(text).toContain('TRIGGER:-PT15M\r\n')
  const csv = await (await person.ask(`/api/jobs/${job.id}/download?format=csv`)).text()
  expect(csv.split('\r\n')).toHaveLength(4)
})

it('returns data without a calendar for a whole program', async () => {
  const { person, job } = await uploadAndComplete({}, 'heat_sheet_v1')
  expect(job.needs_review).toBe(false)
  expect(job.outputs.map(({ format }) => format)).toEqual(['json', 'csv'])
  const withoutFormat = await readError(await person.ask(`/api/jobs/${job.id}/download`))
  expect(withoutFormat).toEqual([
    400,
    'UNKNOWN_FORMAT',
    'There is no calendar yet, because no swimmer was chosen. Choose one on the meet page, or download json or csv.',
  ])
  const reading = await (await person.ask(`/api/jobs/${job.id}/download?format=json`)).json()
  expect(reading).toMatchObject({ kind: 'heat_sheet', swimmers: [] })
  expect((reading as { events: unknown[] }).events).toHaveLength(8)
})

it.each([
  [
    { time_zone: 'Middle-earth' },
    'time_zone must be a time zone like America/New_York, not "Middle-earth".',
  ],
  [{ date: '2/5/2026' }, 'date must be a date like 2026-07-18, not "2/5/2026".'],
  [{ session_start: 'early' }, 'session_start must be a time of day like 08:30, not "early".'],
  [{ reminder: '-5' }, 'reminder must be a number of minutes up to 1440, not "-5".'],
])('rejects %j at upload', async (params, sentence) => {
  const docket = await docketForTest()
  const fields = { mapping: 'heat_sheet_v1', params: JSON.stringify(params) }
  const rejection = await readError(await visitor(docket.url).upload(await pdf(), fields))
  expect(rejection).toEqual([400, 'INVALID_REQUEST', sentence])
  expect(await docket.files()).toEqual([])
})
