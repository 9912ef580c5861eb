import { setTimeout as sleep } from 'node:timers/promises'
import { readEvents } from '../src/client/event-stream.ts'
import type { Database } from '../src/db/db.ts'
import type { JobsPage } from '../src/domain/api/routes/jobs.ts'

/** Time of the last change, or of the deletion, of each job. */
export type Jobs = Map<string, string>

interface StreamPosition {
  baseUrl: string
  headers: Record<string, string>
}

export interface JobStreamFollower {
  /**
   * Resolves at the timeout, or earlier if the client knows the state of all jobs. Returns the jobs whose state it does
   * not know.
   */
  missing(expected: Jobs, maxWaitMs: number): Promise<string[]>
  connections: number
  cuts: number
  resets: number
}

/**
 * Maximum number of messages before a disconnection. It exceeds the number of messages that each reconnection repeats;
 * otherwise, no client would reach new ones.
 */
const maxBeforeDisconnect = 200

/** Follows all jobs of an owner; disconnects at random and resumes after the last id. */
export function followOwnerJobs(position: StreamPosition, random: () => number): JobStreamFollower {
  const known: Jobs = new Map()
  const state = { connections: 0, cuts: 0, resets: 0, isOver: false }
  let last = new Date().toISOString()

  async function read(): Promise<void> {
    const headers = { ...position.headers, 'last-event-id': last }
    const cut = new AbortController()
    // Usually disconnects after a few messages, while the server still repeats old ones.
    let left = Math.ceil(maxBeforeDisconnect * random() ** 3)
    state.connections += 1
    try {
      const response = await fetch(`${position.baseUrl}/api/stream`, {
        headers,
        signal: cut.signal,
      })
      if (!response.ok || response.body === null) return
      const timer = setTimeout(() => cut.abort(), 4000 * random())
      try {
        for await (const { id, event, data } of readEvents(response.body)) {
          if (event === 'reset') {
            state.resets += 1
            await reloadJobs(position, known)
          } else applyMessage(known, event, data)
          if (id !== '') last = id
          if (--left > 0) continue
          state.cuts += 1
          return
        }
      } finally {
        clearTimeout(timer)
      }
    } catch {
      // The client was disconnected, or no server is running.
    } finally {
      cut.abort()
    }
  }

  async function keepReading(): Promise<void> {
    while (!state.isOver) {
      await read()
      await sleep(100 * random())
    }
  }

  const reading = keepReading()
  return Object.assign(state, {
    async missing(expected: Jobs, maxWaitMs: number): Promise<string[]> {
      const findOutdated = () =>
        [...expected].flatMap(([id, at]) => (known.get(id) === at ? [] : [id]))
      const end = performance.now() + maxWaitMs
      while (findOutdated().length > 0 && performance.now() < end) await sleep(50)
      state.isOver = true
      await reading
      return findOutdated()
    },
  })
}

function applyMessage(known: Jobs, event: string, data: string): void {
  const { id, updated_at } = JSON.parse(data) as { id: string; updated_at: string }
  if (event === 'gone') known.set(id, 'gone')
  const before = known.get(id)
  const isNews = before === undefined || (before !== 'gone' && updated_at > before)
  if (event === 'job' && isNews) known.set(id, updated_at)
}

/** Reloads the list; a job that is not in it has been deleted. */
async function reloadJobs({ baseUrl, headers }: StreamPosition, known: Jobs): Promise<void> {
  for (const id of known.keys()) known.set(id, 'gone')
  let cursor: string | null = ''
  while (cursor !== null) {
    const query = cursor && `&cursor=${cursor}`
    const response = await fetch(`${baseUrl}/api/jobs?limit=200${query}`, { headers })
    const page = (await response.json()) as JobsPage
    for (const { id, updated_at } of page.jobs) known.set(id, updated_at)
    cursor = page.next_cursor
  }
}

export async function listCurrentJobs(db: Database, owner: string): Promise<Jobs> {
  const rows = await db.query<{ id: string; at: string | null }>(
    `select id, updated_at as at from jobs where owner_id = $1
    union all select id, null from deleted_jobs where owner_id = $1`,
    [owner],
  )
  return new Map(rows.map(({ id, at }) => [id, at ?? 'gone']))
}
