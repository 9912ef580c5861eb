// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { mountForTest } from '../../../test/support/web/mount.ts'
import type { MeetResults, MeetSession } from '../../domain/heat-sheet/meet-results.ts'
import type { MeetChoice } from './meet-choice.ts'
import { batchMeetSource } from './meet-source.ts'
import { MeetView } from './meet-view.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
})

function session(name: string, start_time: string | null): MeetSession {
  return {
    id: name.toLowerCase(),
    start_time,
    meet_name: 'Spring Splash',
    venue: null,
    time_zone: null,
    time_zone_from: null,
    session: name,
    session_date: null,
    job_ids: ['job'],
    swims: [],
  }
}

function meetOf(sessions: MeetSession[]): MeetResults {
  const sheet = { job_id: 'job', name: 'sheet.pdf', sheet: 'program', meet_name: null } as const
  return {
    swimmers: [],
    sheets: [{ ...sheet, is_adjustable: true, is_linked: false }],
    sessions,
    without: [],
    newer: [],
    checked_at: null,
    calendar_filename: 'meet.ics',
  }
}

/**
 * Opens a page whose URL lags behind the user's choices, as on a slow phone: the view always shows the first choices.
 */
async function openView(first: MeetSession[]) {
  const { place, show: render } = mountForTest()
  const page = { choice: {} as MeetChoice }
  const show = (sessions: MeetSession[]) =>
    render(
      createElement(MeetView, {
        meet: meetOf(sessions),
        source: batchMeetSource('batch', ''),
        choice: {},
        onChange: (change) => {
          page.choice = change(page.choice)
        },
      }),
    )
  const starts = () => [...place.querySelectorAll<HTMLInputElement>('input[type=time]')]
  const type = (at: number, time: string) =>
    act(async () => {
      const field = starts()[at]
      if (!field) throw new Error(`There is no field ${at}`)
      // React ignores a value that is set through its own property.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, time)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
  const pause = () => act(async () => vi.advanceTimersByTime(2000))
  await show(first)
  return { page, show, type, pause, values: () => starts().map(({ value }) => value) }
}

it('keeps a start that is being typed when a session report supplies another', async () => {
  const { page, show, type, pause, values } = await openView([session('Sunday', null)])
  await type(0, '09:15')
  await show([{ ...session('Sunday', '08:30'), session_date: '2026-05-03' }])
  expect(values()).toEqual(['09:15'])
  await pause()
  expect(page.choice).toEqual({ start: 'sunday@09:15' })
  await show([session('Sunday', '09:15')])
  await show([session('Sunday', '08:30')])
  expect(values()).toEqual(['08:30'])
})

it('keeps a start that is being typed when the sheet of an earlier session has been read', async () => {
  const { page, show, type, pause, values } = await openView([session('Sunday', '08:30')])
  await type(0, '09:15')
  await show([session('Saturday', '08:00'), session('Sunday', '08:30')])
  expect(values()).toEqual(['08:00', '09:15'])
  await pause()
  expect(page.choice).toEqual({ start: 'sunday@09:15' })
})

it('keeps both starts if the second is typed before the page shows the first', async () => {
  const { page, type, pause } = await openView([
    session('Saturday', '08:00'),
    session('Sunday', '08:30'),
  ])
  await type(0, '07:45')
  await pause()
  await type(1, '09:15')
  await pause()
  expect(page.choice).toEqual({ start: 'saturday@07:45,sunday@09:15' })
})

it('restores the printed start when the field is cleared', async () => {
  const { page, show, type, pause, values } = await openView([session('Sunday', '09:15')])
  page.choice = { start: 'sunday@09:15', lanes: 6 }
  await type(0, '')
  await pause()
  expect(page.choice).toEqual({ lanes: 6 })
  await show([session('Sunday', '08:30')])
  expect(values()).toEqual(['08:30'])
})
