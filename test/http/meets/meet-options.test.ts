import ICAL from 'ical.js'
import { describe, expect, it, vi } from 'vitest'
import type { MeetResults } from '../../../src/domain/heat-sheet/meet-results.ts'
import type { ProgramSwimmer } from '../../../src/domain/heat-sheet/program-swimmers.ts'
import { drawMeet, type Meet, springSplash } from '../../fixtures/meets.ts'
import { drawReport, sundayReport } from '../../fixtures/session-reports.ts'
import {
  readBatchResponse,
  fetchBatch,
  type BatchDocument,
  sendBatch,
} from '../../support/docket/batches.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readError, visitor } from '../../support/docket/visitor.ts'

const withoutTimes = (meet: Meet): Meet => ({
  ...meet,
  events: meet.events.map((event) => ({
    ...event,
    heats: event.heats.map((heat) => ({ ...heat, start: null })),
  })),
})
const sunday = withoutTimes({ ...springSplash, page_title: 'Meet Program - Sunday AM' })

async function draw(name: string, bytes: Promise<Uint8Array>): Promise<BatchDocument> {
  return { name, bytes: new Uint8Array(await bytes) }
}

async function uploadSheets(documents: BatchDocument[], params: Record<string, string>) {
  const docket = await docketForTest()
  const person = visitor(docket.url)
  const sent = await sendBatch(person, documents, { params: JSON.stringify(params) })
  const { batch } = await readBatchResponse(sent)
  docket.startWorking()
  await vi.waitFor(
    async () => expect((await fetchBatch(person, batch.id)).batch.status).toBe('complete'),
    { timeout: 60_000, interval: 100 },
  )
  const ask = (path: string) => person.ask(`/api/batch/${batch.id}/${path}`)
  const meet = async (options: Record<string, string>) =>
    (await (await ask(`meet?${new URLSearchParams(options).toString()}`)).json()) as MeetResults
  return { docket, person, batch, ask, meet }
}

const listTimes = ({ sessions }: MeetResults) =>
  sessions.map(({ id, start_time, swims }) => [
    id,
    start_time,
    swims.map((swim) => [swim.swimmer_name, swim.event_number, swim.heat_start_time]),
  ])

describe('meet options', () => {
  it('select other swimmers, one of several namesakes, session starts and the time zone without an upload', async () => {
    const { ask, meet } = await uploadSheets(
      [
        await draw('saturday.pdf', drawMeet(springSplash)),
        await draw('sunday.pdf', drawMeet(sunday)),
        await draw('timeline.pdf', drawReport(sundayReport)),
      ],
      { swimmer: 'Noemie Nunez' },
    )
    const { swimmers } = (await (await ask('swimmers')).json()) as { swimmers: ProgramSwimmer[] }
    expect(swimmers.map(({ request, events }) => [request, events])).toEqual([
      ['Ahlgren, Ada | AQUA-XX | 11', 1],
      ['Ahlgren, Ada | LAKE-XX | 14', 1],
      ['Ng, Lí', 2],
      ['Núñez, Noémie B', 2],
      ['Orsi, Bo', 1],
      ['Tamm, Ida', 1],
    ])
    const options = {
      swimmer: 'Ahlgren, Ada | LAKE-XX | 14; Tamm, Ida',
      start: 'sunday-am-2026-05-03@09:15,saturday-am-2026-05-02@09:10',
      time_zone: 'Asia/Jakarta',
    }
    const adjusted = await meet(options)
    expect(listTimes(adjusted)).toEqual([
      [
        'saturday-am-2026-05-02',
        '09:10',
        [
          ['Ahlgren, Ada', 2, '09:15'],
          ['Tamm, Ida', 3, '09:16'],
        ],
      ],
      [
        'sunday-am-2026-05-03',
        '09:15',
        [
          ['Ahlgren, Ada', 2, '09:25'],
          ['Tamm, Ida', 3, '09:35'],
        ],
      ],
    ])
    expect(adjusted.sessions[0]?.time_zone).toBe('Asia/Jakarta')
    const calendar = await ask(`download?format=ics&${new URLSearchParams(options).toString()}`)
    const parsed = new ICAL.Component(ICAL.parse(await calendar.text()) as unknown[])
    const starts = parsed
      .getAllSubcomponents('vevent')
      .map((one) => String(one.getFirstPropertyValue('dtstart')))
    expect(starts).toContain('2026-05-03T02:25:00Z')
  })

  it('estimate heat and lane from a psych sheet, clearly marked', async () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRST']
    const swimmers = letters.map((letter, index) => ({
      lane: index + 1,
      name: `${letter}hlgren, Ada`,
      age: '11',
      team: 'AQUA-XX',
      seed: `3${Math.floor(index / 10)}.${index % 10}0`,
    }))
    const [event] = springSplash.events
    if (!event) throw new Error('The meet has no event')
    const heat = { round: '', start: null, swimmers, relays: [], empty: [] }
    const psych: Meet = {
      ...springSplash,
      page_title: 'Psych Sheet',
      events: [{ ...event, heats: [heat] }],
    }
    const { meet, ask } = await uploadSheets([await draw('psych.pdf', drawMeet(psych))], {
      date: '2026-05-02',
    })
    expect(await meet({})).toMatchObject({ swimmers: [], sessions: [] })
    const read = async (options: Record<string, string>) =>
      (await meet(options)).sessions[0]?.swims.map(({ lane, seed_rank, seeding }) => [
        lane,
        seed_rank,
        seeding,
      ])
    const swimmer = 'Bhlgren, Ada'
    const estimate = { heat_number: 3, heats_total: 3, lane: 5, lanes: 8 }
    expect(await read({ swimmer })).toEqual([[null, 2, estimate]])
    expect(await read({ swimmer, lanes: '6' })).toMatchObject([[null, 2, { lane: 4, lanes: 6 }]])
    const query = new URLSearchParams({ swimmer, format: 'ics' })
    const calendar = await (await ask(`download?${query.toString()}`)).text()
    const text = calendar.replaceAll('\r\n ', '')
    expect(text).toContain('Estimated from the psych sheet: heat 3 of 3\\, lane 5 (8 lanes)')
    expect(text).toContain('DTSTART;VALUE=DATE')
  })

  it('are rejected with an explanation if invalid', async () => {
    const { ask } = await uploadSheets([await draw('a.pdf', drawMeet(springSplash))], {})
    for (const query of [
      'start=sunday@25:00',
      'time_zone=Mars/Base',
      'lanes=2',
      `swimmer=${'A;'.repeat(30)}`,
    ]) {
      const [status, code] = await readError(await ask(`meet?${query}`))
      expect([query, status, code]).toEqual([query, 400, 'INVALID_REQUEST'])
    }
  })
})
