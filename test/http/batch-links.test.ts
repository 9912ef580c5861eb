import ICAL from 'ical.js'
import { describe, expect, it, vi } from 'vitest'
import type { MeetResults } from '../../src/domain/heat-sheet/meet-results.ts'
import type { BatchLink, SharedBatch } from '../../src/domain/results/share.ts'
import { drawMeet, springSplash } from '../fixtures/meets.ts'
import { fetchBatch, readBatchResponse, sendBatch } from '../support/batches.ts'
import { docketForTest, readError, visitor, type Visitor } from '../support/docket.ts'

async function uploadSheet() {
  const docket = await docketForTest()
  const owner = visitor(docket.url)
  const sheet = { name: 'saturday.pdf', bytes: new Uint8Array(await drawMeet(springSplash)) }
  const params = JSON.stringify({ swimmer: 'Noemie Nunez', time_zone: 'America/New_York' })
  const { batch } = await readBatchResponse(await sendBatch(owner, [sheet], { params }))
  docket.startWorking()
  await vi.waitFor(
    async () => expect((await fetchBatch(owner, batch.id)).batch.status).toBe('completed'),
    { timeout: 60_000, interval: 100 },
  )
  const path = `/api/batch/${batch.id}/links`
  const create = async (body: object) => {
    const response = await send(owner, path, body)
    expect(response.status).toBe(201)
    return (await response.json()) as BatchLink
  }
  return { docket, owner, stranger: visitor(docket.url), batch, path, create }
}

const send = (person: Visitor, path: string, body: object) =>
  person.ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

function parse(ics: string) {
  const calendar = new ICAL.Component(ICAL.parse(ics) as unknown[])
  return {
    calendar,
    events: calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one)),
  }
}

describe('a link to a batch', () => {
  it('shows the documents and the meet to anyone, read-only, until it is revoked', async () => {
    const { owner, stranger, create, path } = await uploadSheet()
    const link = await create({})
    expect(link).toMatchObject({ purpose: 'page', path: `/shared/${link.code}`, views: 0 })
    expect((await create({ expires_in_hours: 1 })).code).toBe(link.code)
    const api = `/api/result/${link.code}`
    const shared = (await (await stranger.ask(`${api}/batch`)).json()) as SharedBatch
    expect(shared.documents).toMatchObject([{ original_filename: 'saturday.pdf' }])
    expect(Object.keys(shared.documents[0] ?? {})).not.toContain('params')
    const meet = (await (await stranger.ask(`${api}/meet?swimmer=Ida Tamm`)).json()) as MeetResults
    expect(meet.sessions[0]?.swims).toMatchObject([{ swimmer_name: 'Tamm, Ida' }])
    expect((await stranger.ask(`${api}/swimmers`)).status).toBe(200)
    const file = `${api}/download?format=json&job_id=${shared.documents[0]?.id}`
    expect((await stranger.ask(file)).status).toBe(200)
    expect((await stranger.ask(path)).status).toBe(403)
    const listed = (await (await owner.ask(path)).json()) as { links: BatchLink[] }
    expect(listed.links).toMatchObject([{ code: link.code, views: 1 }])
    const gone = await owner.ask(`${path}/${link.code}`, { method: 'DELETE' })
    expect(gone.status).toBe(204)
    for (const part of ['batch', 'meet', 'swimmers', 'calendar.ics']) {
      const [status, code] = await readError(await stranger.ask(`${api}/${part}`))
      expect([part, status, code]).toEqual([part, 404, 'NOT_FOUND'])
    }
    expect((await stranger.ask(file)).status).toBe(404)
  })

  it('opens no document of another batch', async () => {
    const first = await uploadSheet()
    const second = await uploadSheet()
    const link = await first.create({})
    const { jobs } = await fetchBatch(second.owner, second.batch.id)
    const file = `/api/result/${link.code}/download?job_id=${jobs[0]?.id}`
    const response = await first.stranger.ask(file)
    expect([403, 404]).toContain(response.status)
  })
})

describe('a calendar link', () => {
  it('is a calendar for an independent client, with what the owner chose and nothing else', async () => {
    const { stranger, create } = await uploadSheet()
    const options = { swimmer: 'Tamm, Ida', reminder: 45, time_zone: 'Asia/Jakarta' }
    const link = await create({ purpose: 'calendar', options })
    expect(link.path).toBe(`/api/result/${link.code}/calendar.ics`)
    const response = await stranger.ask(`${link.path}?swimmer=Noemie Nunez`)
    expect(response.headers.get('content-type')).toContain('text/calendar')
    const { calendar, events } = parse(await response.text())
    expect(events.map(({ summary }) => summary)).toEqual([
      expect.stringContaining('Ida Tamm: #3 Girls 200 Yard Medley Relay'),
    ])
    expect(events[0]?.startDate.toString()).toBe('2026-05-02T02:06:00Z')
    expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT30M')
    const again = await stranger.ask(link.path, {
      headers: { 'if-none-match': response.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
    for (const part of ['batch', 'meet', 'swimmers', 'download']) {
      expect((await stranger.ask(`/api/result/${link.code}/${part}`)).status).toBe(404)
    }
    const changed = await create({ purpose: 'calendar', options: { swimmer: 'Noemie Nunez' } })
    expect(changed.code).toBe(link.code)
    expect(parse(await (await stranger.ask(link.path)).text()).events).toHaveLength(2)
    await create({ purpose: 'calendar', options: { swimmer: 'Nora Nobody' } })
    expect(parse(await (await stranger.ask(link.path)).text()).events).toEqual([])
  })
})
