import { expect, it, onTestFinished, vi } from 'vitest'
import type { ApiClient } from './api-client.ts'
import { followJobs } from './follow.ts'

it('resumes after the last id received, although later messages had none', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const bodies = [
    'id: first\nevent: ready\ndata: {"server_time":"2026-01-01T00:00:00Z"}\n\n',
    'event: reset\ndata: {}\n\n',
    'event: reset\ndata: {}\n\n',
  ]
  const resumedAfter: unknown[] = []
  const client: Pick<ApiClient, 'request'> = {
    async request(_, ...[routeInput]) {
      resumedAfter.push(routeInput?.headers?.['last-event-id'])
      return new Response(bodies.shift(), { headers: { 'content-type': 'text/event-stream' } })
    },
  }
  const messages = followJobs(client as ApiClient)
  for (const _ of '123') {
    const next = messages.next()
    await vi.runAllTimersAsync()
    await next
  }
  expect(resumedAfter).toEqual([undefined, 'first', 'first'])
})
