import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Channel, emailChannel, webhookChannel } from '../../src/alerts/send.ts'
import { checkAlerts, type AlertMonitorDeps } from '../../src/alerts/alert-monitor.ts'
import { listActiveAlerts } from '../../src/db/operations/alerts.sql.ts'
import { recordHeartbeat } from '../../src/db/queue/workers.sql.ts'
import { addOutcomeCounters } from '../../src/db/operations/outcome-counters.sql.ts'
import { AppError } from '../../src/domain/errors/app-error.ts'
import { noopMeter } from '../../src/domain/ports/meter.ts'
import { createCounter } from '../../src/domain/operations/attempt-stats.ts'
import { cloneDatabase, type TestDatabase } from '../support/database/database.ts'
import { queueJobs } from '../support/database/jobs.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
beforeEach(async () => {
  await database.db.query(
    'truncate batches, events, owner_shares, outcome_counters, alerts, alert_messages, workers cascade',
  )
  await recordHeartbeat(database.db, { id: 'worker', host: 'here', current_jobs: 0 })
})
afterAll(() => database.drop())

const silent = { info() {}, warn() {}, error() {} }
const limits = { queue_jobs: 100, wait_minutes: 15, error_percent: 1, disk_percent: 90 }

interface SentAlert {
  id: string
  alert: string
  status: string
  text: string
}

/** A webhook receiver that records alerts and responds with the given statuses. */
async function createReceiver(
  statuses: number[] = [],
): Promise<{ channel: Channel; received: SentAlert[] }> {
  const received: SentAlert[] = []
  const server = createServer((request, response) => {
    void (async () => {
      received.push((await json(request)) as SentAlert)
      response.writeHead(statuses.shift() ?? 204).end()
    })()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { channel: webhookChannel(`http://127.0.0.1:${port}/hook`), received }
}

function createDeps(channels: Channel[], change: Partial<AlertMonitorDeps> = {}): AlertMonitorDeps {
  const disk = async () => ({ size_bytes: 100, free_bytes: 50 })
  const probeStorage = async () => {}
  const fixed = { db: database.db, log: silent, meter: noopMeter, limits }
  return { ...fixed, channels, disk, probeStorage, ...change }
}

/** Runs three checks at the same time, `seconds` after the previous ones. */
async function checkAfter(seconds: number, deps: AlertMonitorDeps): Promise<void> {
  const { db } = database
  const past = `make_interval(secs => ${seconds})`
  await db.query(`update alerts set since = since - ${past}, seen_at = seen_at - ${past}`)
  await db.query(`update alert_messages set due_at = due_at - ${past}`)
  await db.query(
    `update periodic_tasks set started_at = started_at - ${past} where name = 'alerts'`,
  )
  await db.query(`update outcome_counters set minute = minute - ${past}`)
  await Promise.all([checkAlerts(deps), checkAlerts(deps), checkAlerts(deps)])
}

/** Opens or closes the gateway breaker. */
const setBreaker = (openedAt: 'now()' | 'null') =>
  database.db.query(
    `insert into dependencies (name, max_running, opened_at, probe_at)
    values ('gateway', 8, ${openedAt}, ${openedAt})
    on conflict (name) do update set opened_at = ${openedAt}, probe_at = ${openedAt}, max_running = 8`,
  )

const statuses = (received: SentAlert[]) =>
  received.map(({ alert, status }) => `${alert} ${status}`)

describe('an alert', () => {
  it('is sent once when it has lasted long enough and once when it is resolved, however many processes run', async () => {
    const { channel, received } = await createReceiver()
    const deps = createDeps([channel])
    await queueJobs(database.db, 101)
    await checkAfter(60, deps)
    expect(await listActiveAlerts(database.db)).toMatchObject([
      { name: 'queue_long', notified_at: null },
    ])
    expect(received).toEqual([])
    await checkAfter(59, deps)
    await checkAfter(70, deps)
    await checkAfter(59, deps)
    expect(statuses(received)).toEqual(['queue_long firing'])
    expect(received[0]?.text).toBe('Docket: 101 jobs are waiting, more than 100. (queue_long)')
    await database.db.query('truncate batches, events, owner_shares cascade')
    await checkAfter(30, deps)
    expect(received).toHaveLength(1)
    await checkAfter(61, deps)
    await checkAfter(61, deps)
    expect(statuses(received)).toEqual(['queue_long firing', 'queue_long resolved'])
    expect(await listActiveAlerts(database.db)).toEqual([])
  })

  it('is never sent if it ends before it is due', async () => {
    const { channel, received } = await createReceiver()
    await queueJobs(database.db, 101)
    await checkAfter(60, createDeps([channel]))
    await database.db.query('truncate batches, events, owner_shares cascade')
    await checkAfter(61, createDeps([channel]))
    await checkAfter(61, createDeps([channel]))
    expect(received).toEqual([])
  })

  it('is never sent for a breaker that opened briefly', async () => {
    const { channel, received } = await createReceiver()
    await setBreaker('now()')
    await checkAfter(15, createDeps([channel]))
    await setBreaker('null')
    await checkAfter(61, createDeps([channel]))
    expect(received).toEqual([])
    expect(await listActiveAlerts(database.db)).toEqual([])
  })

  it('is raised for failures that are not caused by documents', async () => {
    const { channel, received } = await createReceiver()
    const outcomes = { complete: 60, retry: 500, BROKEN_PDF: 39 }
    const counters = Object.entries(outcomes).map(([name, jobs]) => ({
      ...createCounter(name),
      jobs,
    }))
    await addOutcomeCounters(database.db, 'worker', counters)
    await checkAfter(60, createDeps([channel]))
    expect(received).toEqual([])
    await addOutcomeCounters(database.db, 'worker', [{ ...createCounter('GW_5XX'), jobs: 2 }])
    await checkAfter(0, createDeps([channel]))
    await checkAfter(15, createDeps([channel]))
    expect(received.map(({ text }) => text)).toEqual([
      'Docket: 2 of 101 jobs (2.0%) failed in the last 5 minutes. (error_rate)',
    ])
  })

  it('is raised when no worker is alive, when a breaker opens and when a disk fills', async () => {
    const { channel, received } = await createReceiver()
    const fullDisk = async () => ({ size_bytes: 100, free_bytes: 5 })
    const deps = createDeps([channel], { disk: fullDisk })
    await database.db.query('delete from workers')
    await setBreaker('now()')
    for (let nth = 0; nth < 6; nth++) await checkAfter(50, deps)
    expect(statuses(received).sort()).toEqual([
      'breaker_open firing',
      'no_worker firing',
      'storage_full firing',
    ])
    await setBreaker('null')
  })

  it('reports a lost worker while another one is still running', async () => {
    const { channel, received } = await createReceiver()
    await database.db.query('delete from workers')
    await database.db.query(`insert into workers (id, host, started_at, heartbeat_at) values
      ('a-1', 'a', now() - interval '1 hour', now() + interval '1 hour'),
      ('b-1', 'b', now() - interval '1 hour', now() - interval '70 seconds')`)
    for (let nth = 0; nth < 3; nth++) await checkAfter(30, createDeps([channel]))
    expect(received.map(({ text }) => text)).toEqual([
      'Docket: Worker b-1 on b stopped responding. Other workers will continue its jobs. (worker_lost)',
    ])
    await database.db.query(`insert into workers (id, host, heartbeat_at)
      values ('b-2', 'b', now() + interval '1 hour')`)
    for (let nth = 0; nth < 3; nth++) await checkAfter(30, createDeps([channel]))
    expect(statuses(received)).toEqual(['worker_lost firing', 'worker_lost resolved'])
    await database.db.query('delete from workers')
  })

  it('is raised even if storage disk usage cannot be measured', async () => {
    const { channel, received } = await createReceiver()
    const brokenDisk = async () => {
      throw new Error('Stale file handle')
    }
    await database.db.query('delete from workers')
    for (let nth = 0; nth < 6; nth++)
      await checkAfter(50, createDeps([channel], { disk: brokenDisk }))
    expect(statuses(received)).toEqual(['no_worker firing'])
  })

  it('is resent later with the same id if it cannot be delivered', async () => {
    const { channel, received } = await createReceiver([500, 500])
    const fullDisk = async () => ({ size_bytes: 100, free_bytes: 5 })
    const deps = createDeps([channel], { disk: fullDisk })
    await checkAfter(15, deps)
    await checkAfter(15, deps)
    expect(received).toHaveLength(1)
    for (const seconds of [59, 60, 59, 59, 59]) await checkAfter(seconds, deps)
    expect(received).toHaveLength(3)
    expect(new Set(received.map(({ id }) => id)).size).toBe(1)
  })

  it('is also sent by email, independently of other channels', async () => {
    const mails: { to: string; subject: string; html: string }[] = []
    const email = emailChannel('ops@example.com', async (mail) => {
      mails.push(mail)
      return { kind: mails.length === 1 ? 'refused' : 'sent' }
    })
    const { channel, received } = await createReceiver()
    const fullDisk = async () => ({ size_bytes: 100, free_bytes: 5 })
    const deps = createDeps([channel, email], { disk: fullDisk })
    for (const seconds of [15, 59, 59]) await checkAfter(seconds, deps)
    expect(received).toHaveLength(1)
    expect(mails).toHaveLength(2)
    expect(mails[1]).toMatchObject({
      to: 'ops@example.com',
      subject: 'Docket: The storage disk is 95% full. (storage_full)',
      html: expect.stringContaining('docs/runbook.md'),
    })
  })
})

it('starts again after a period in which no process checked', async () => {
  const { channel, received } = await createReceiver()
  const deps = createDeps([channel])
  await database.db.query('delete from workers')
  await checkAfter(50, deps)
  await checkAfter(600, deps)
  expect(statuses(received)).toEqual([])
  for (let nth = 0; nth < 5; nth++) await checkAfter(50, deps)
  expect(statuses(received)).toEqual(['no_worker firing'])
})

it.each([
  ['hangs', () => new Promise<void>(() => {}), 'timeout'],
  ['is down', () => Promise.reject(new AppError('STORAGE_DOWN')), 'STORAGE_DOWN'],
])(
  'is sent if the file storage %s, without blocking other alerts',
  async (_, probeStorage, fault) => {
    const { channel, received } = await createReceiver()
    const disk = () => new Promise<never>(() => {})
    const hanging = fault === 'timeout' && { disk, storageTimeoutMs: 100 }
    const deps = createDeps([channel], { probeStorage, ...hanging })
    await queueJobs(database.db, 101)
    for (const _check of '1234') await checkAfter(50, deps)
    expect(statuses(received).toSorted()).toEqual(['queue_long firing', 'storage_down firing'])
    expect(received.find(({ alert }) => alert === 'storage_down')?.text).toContain(fault)
  },
)
