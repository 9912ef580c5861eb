// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '../../domain/errors/app-error.ts'
import type { JobStatus } from '../../domain/job/job-state.ts'
import type { ApiClient } from '../../client/api-client.ts'
import { type JobPolling, useJobPolling } from '../../client/react.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Renders a component that polls. The server sends the given responses in order and then repeats the last one. */
async function renderPolling(responses: (JobStatus | AppError | 'silence')[]) {
  const requests: string[] = []
  let signal: AbortSignal | undefined
  const call = vi.fn((_route: unknown, wanted: { params: { id: string }; signal: AbortSignal }) => {
    const { params } = wanted
    signal = wanted.signal
    const response = responses[Math.min(requests.push(params.id), responses.length) - 1]
    if (response === 'silence') return new Promise<never>(() => undefined)
    return response instanceof AppError
      ? Promise.reject(response)
      : Promise.resolve({ id: params.id, status: response })
  })
  const docket = { call: call as unknown as ApiClient['call'] }
  const seen: JobPolling[] = []
  function Watching({ id }: { id: string }) {
    seen.push(useJobPolling(id, { docket }))
    return null
  }
  const root = createRoot(document.createElement('div'))
  const show = (id: string) => act(async () => root.render(createElement(Watching, { id })))
  await show('a')
  return {
    requests,
    isGivenUp: () => signal?.aborted,
    latest: () => seen.at(-1),
    pass: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)),
    show,
    close: () => act(async () => root.unmount()),
  }
}

it('polls every two seconds until the job has ended', async () => {
  const view = await renderPolling(['queued', 'processing', 'complete'])
  expect(view.latest()).toMatchObject({ job: { status: 'queued' }, isPolling: true })
  await view.pass(1999)
  expect(view.requests).toHaveLength(1)
  await view.pass(1)
  expect(view.latest()).toMatchObject({ job: { status: 'processing' }, isPolling: true })
  await view.pass(2000)
  expect(view.latest()).toMatchObject({ job: { status: 'complete' }, isPolling: false })
  await view.pass(60_000)
  expect(view.requests).toHaveLength(3)
})

it('continues after a short outage, and shows the reason for a rejection', async () => {
  const view = await renderPolling([
    new AppError('UNAVAILABLE'),
    'queued',
    new AppError('FORBIDDEN'),
  ])
  await view.pass(2000)
  expect(view.latest()).toMatchObject({ job: { status: 'queued' }, error: undefined })
  await view.pass(2000)
  expect(view.latest()).toMatchObject({ error: { code: 'FORBIDDEN' }, isPolling: false })
  await view.pass(60_000)
  expect(view.requests).toHaveLength(3)
})

it('stops after five minutes', async () => {
  const view = await renderPolling(['processing'])
  await view.pass(5 * 60_000 + 2000)
  expect(view.latest()).toMatchObject({ error: { code: 'TIMED_OUT' }, isPolling: false })
  expect(view.requests.length).toBeGreaterThan(140)
})

it('aborts an unanswered request', async () => {
  const view = await renderPolling(['processing', 'silence'])
  await view.pass(5 * 60_000 - 1)
  expect([view.latest()?.isPolling, view.isGivenUp()]).toEqual([true, false])
  await view.pass(1)
  expect(view.latest()).toMatchObject({
    job: { status: 'processing' },
    error: { code: 'TIMED_OUT' },
    isPolling: false,
  })
  expect(view.isGivenUp()).toBe(true)
})

it('stops polling when unmounted', async () => {
  const view = await renderPolling(['processing'])
  await view.close()
  await view.pass(60_000)
  expect(view.requests).toHaveLength(1)
})

it('switches to another job without showing the previous one', async () => {
  const view = await renderPolling(['processing'])
  await view.show('b')
  expect(view.latest()).toMatchObject({ job: { id: 'b' } })
  await view.pass(2000)
  expect(view.requests.slice(-1)).toEqual(['b'])
})
