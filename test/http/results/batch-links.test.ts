import ICAL from 'ical.js'
import { describe, expect, it, vi } from 'vitest'
import { upsertBatchLink } from '../../../src/db/identity/links.sql.ts'
import { expireJob } from '../../../src/db/jobs/transitions.sql.ts'
import type { MeetResults } from '../../../src/domain/heat-sheet/meet-results.ts'
import type { BatchLink, SharedBatch } from '../../../src/domain/results/share.ts'
import { drawMeet, springSplash } from '../../fixtures/meets.ts'
import { fetchBatch, readBatchResponse, sendBatch } from '../../support/docket/batches.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readError, visitor, type Visitor } from '../../support/docket/visitor.ts'

async function uploadSheet(options: Parameters<typeof docketForTest>[0] = {}) {
  const docket = await docketForTest(options)
  const owner = visitor(docket.url)
  const sheet = { name: 'saturday.pdf', bytes: new Uint8Array(await drawMeet(springSplash)) }
  const params = JSON.stringify({ swimmer: 'Noemie Nunez', time_zone: 'America/New_York' })
  const { batch } = await readBatchResponse(await sendBatch(owner, [sheet], { params }))
  docket.startWorking()
  await vi.waitFor(
    async () => expect((await fetchBatch(owner, batch.id)).batch.status).toBe('complete'),
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

  it('opens nothing after it expires, and a new one has a different code', async () => {
    const { docket, owner, stranger, create, path } = await uploadSheet()
    const links = [await create({}), await create({ purpose: 'calendar' })]
    await docket.db.query("update links set expires_at = now() - interval '1 second', views = 7")
    for (const { code } of links)
      for (const part of ['batch', 'meet', 'swimmers', 'calendar.ics', 'download?format=json']) {
        const [status, problem] = await readError(await stranger.ask(`/api/result/${code}/${part}`))
        expect([part, status, problem]).toEqual([part, 404, 'NOT_FOUND'])
      }
    expect(await (await owner.ask(path)).json()).toEqual({ links: [] })
    const [page] = links
    const renewed = await create({})
    expect(renewed.code).not.toBe(page?.code)
    expect(renewed.views).toBe(0)
    expect((await stranger.ask(`/api/result/${page?.code}/batch`)).status).toBe(404)
    expect((await stranger.ask(`/api/result/${renewed.code}/batch`)).status).toBe(200)
  })

  it('does not open documents in other batches', async () => {
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
  it('returns a calendar that an independent client accepts, with only what the owner chose', async () => {
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

  it('fails after it is revoked or its sheets are deleted, so that phones keep their events', async () => {
    const { docket, owner, stranger, create, path, batch } = await uploadSheet()
    const link = await create({ purpose: 'calendar', options: { swimmer: 'Noemie Nunez' } })
    expect(parse(await (await stranger.ask(link.path)).text()).events).toHaveLength(2)
    const [job] = (await fetchBatch(owner, batch.id)).jobs
    await expireJob(docket.db, job?.id ?? '')
    expect((await readError(await stranger.ask(link.path))).slice(0, 2)).toEqual([404, 'EXPIRED'])
    await owner.ask(`${path}/${link.code}`, { method: 'DELETE' })
    expect((await readError(await stranger.ask(link.path))).slice(0, 2)).toEqual([404, 'NOT_FOUND'])
  })

  it('is disabled and deletes nothing if results are deleted after the first download', async () => {
    const { docket, owner, stranger, batch, path } = await uploadSheet({ deletesOnDownload: true })
    const refused = await send(owner, path, { purpose: 'calendar' })
    expect((await readError(refused)).slice(0, 2)).toEqual([404, 'DISABLED'])
    // A link created before the administrator changed the setting.
    const earlier = { batch_id: batch.id, code: 'abcdefghijklmnop', hours: 1, options: {} }
    await upsertBatchLink(docket.db, { ...earlier, purpose: 'calendar' })
    const feed = await stranger.ask(`/api/result/${earlier.code}/calendar.ics`)
    expect((await readError(feed)).slice(0, 2)).toEqual([404, 'DISABLED'])
    const [job] = (await fetchBatch(owner, batch.id)).jobs
    expect(job?.status).toBe('complete')
    const page = (await (await send(owner, path, {})).json()) as BatchLink
    const once = await stranger.ask(`/api/result/${page.code}/calendar.ics`)
    expect(parse(await once.text()).events).toHaveLength(2)
    await vi.waitFor(async () =>
      expect((await fetchBatch(owner, batch.id)).jobs[0]?.status).toBe('expired'),
    )
  })
})
