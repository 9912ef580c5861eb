// @vitest-environment happy-dom
import { act, createElement, type ReactElement } from 'react'
import { expect, it, vi } from 'vitest'
import { createSwim } from '../../../test/support/readings/heat-sheet.ts'
import { mountForTest } from '../../../test/support/web/mount.ts'
import type { MeetResults, MeetSwim } from '../../domain/heat-sheet/meet-results.ts'
import { batchMeetSource, type MeetSource } from './meet-source.ts'
import { MeetView } from './meet-view.tsx'
import { SwimmerList } from './swimmer-list.tsx'

const source = batchMeetSource('batch', '')

async function render(view: ReactElement): Promise<HTMLElement> {
  const mounted = mountForTest()
  await mounted.show(view)
  return mounted.place
}

const swim: MeetSwim = {
  ...createSwim(),
  id: 'swim',
  job_ids: ['one'],
  others: [],
  seeding: null,
  calendar_url: 'https://calendar.example/',
}

const sheet = { sheet: 'program', meet_name: null, is_adjustable: true, is_linked: false } as const

function showSwim(values: Partial<MeetSwim>): Promise<HTMLElement> {
  const meet: MeetResults = {
    swimmers: [],
    sheets: [
      { ...sheet, job_id: 'one', name: 'saturday.pdf' },
      { ...sheet, job_id: 'two', name: 'revised.pdf' },
    ],
    sessions: [
      {
        id: 'saturday',
        start_time: '08:30',
        meet_name: 'Spring Splash',
        venue: 'Invented Natatorium',
        course: 'SCY',
        time_zone: null,
        time_zone_from: null,
        session: 'Saturday AM',
        session_date: '2026-05-02',
        job_ids: ['one'],
        swims: [
          { ...swim, ...values },
          { ...swim, id: 'other' },
        ],
      },
    ],
    without: [],
    newer: [],
    checked_at: null,
    calendar_filename: 'meet.ics',
  }
  return render(createElement(MeetView, { meet, source, choice: {}, onChange: () => {} }))
}

it('names the sheet that contradicts a swim, and its time, heat and lane', async () => {
  const place = await showSwim({
    others: [{ job_id: 'two', heat_number: 2, lane: 7, heat_start_time: '09:20' }],
  })
  expect(place.textContent).toContain('revised.pdf says: 09:20, Heat 2, Lane 7')
})

it('marks heat and lane of a psych sheet as an estimate', async () => {
  const place = await showSwim({
    lane: null,
    heat_number: null,
    seed_rank: 7,
    seeding: { heat_number: 2, heats_total: 3, lane: 5, lanes: 8 },
  })
  expect(place.textContent).toContain('Estimate from the psych sheet: Heat 2 of 3, Lane 5')
  expect(place.textContent).toContain('Seed rank 7')
})

it('shows the pool of a session', async () => {
  const place = await showSwim({})
  expect(place.textContent).toContain('Invented Natatorium · 25 yd pool')
})

it('prints sessions and swims without controls', async () => {
  const place = await showSwim({})
  const printed = place.cloneNode(true) as HTMLElement
  for (const hidden of printed.querySelectorAll('[class~="print:hidden"]')) hidden.remove()
  expect([...printed.querySelectorAll('input, button, select, a')]).toEqual([])
  for (const text of ['Saturday AM', '09:05', 'Heat 3 of 14 · Lane 4', 'Ada Ahlgren'])
    expect(printed.textContent).toContain(text)
})

it('replaces a misspelt name by the suggested swimmer', async () => {
  const request = 'Ahlgren, Ada | AQUA-XX | 11'
  const program = { swimmer_name: 'Ahlgren, Ada', team: 'AQUA-XX', age: '11', events: 2, request }
  const stored: MeetSource = { ...source, loadSwimmers: async () => [program] }
  const onChange = vi.fn<(requests: string[]) => void>()
  const place = await render(
    createElement(SwimmerList, {
      swimmers: [
        { requested: 'Ada Ahlgern', found: [], did_you_mean: ['Ahlgren, Ada'] },
        { requested: 'Ivo Tamm', found: [], did_you_mean: [] },
      ],
      source: stored,
      onChange,
    }),
  )
  const findOffer = () => place.querySelector<HTMLElement>('[aria-label="Did you mean:"] button')
  await vi.waitFor(async () => {
    await act(async () => {})
    expect(findOffer()?.textContent).toContain('Ada Ahlgren')
  })
  expect(place.textContent).toContain('Ada Ahlgern isn’t on these sheets. Did you mean:')
  await act(async () => findOffer()?.click())
  expect(onChange.mock.calls).toEqual([[[request, 'Ivo Tamm']]])
})
