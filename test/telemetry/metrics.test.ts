import { execFileSync } from 'node:child_process'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Db } from '../../src/db/db.ts'
import { AppError } from '../../src/domain/errors/app-error.ts'
import { createMetricsServer } from '../../src/http/servers/metrics.ts'
import { registerDatabaseMetrics } from '../../src/telemetry/database-metrics.ts'
import { createMetrics } from '../../src/telemetry/meter.ts'
import pino from 'pino'
import { textPdf } from '../fixtures/pdfs.ts'
import { docketForTest } from '../support/docket/docket.ts'
import { readJob, visitor } from '../support/docket/visitor.ts'
import { hasPrometheus } from '../support/servers/prometheus.ts'
import { bearer } from '../support/docket/tokens.ts'

const metricsToken = 'a token that only Prometheus may know'
const silent = pino({ level: 'silent' })

/** Returns a metric's value, by name and labels in Prometheus notation. */
function readMetric(text: string, figure: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${figure} `))
  return line === undefined ? undefined : Number(line.slice(figure.length + 1))
}

describe('/metrics', () => {
  it('reports jobs, requests and storage, and nothing else', async () => {
    const docket = await docketForTest({ metricsToken })
    const person = visitor(docket.url)
    const pdf = new Uint8Array(await textPdf({ text: 'canary-of-a-document' }))
    const { id } = await readJob(await person.upload(pdf, { filename: 'canary-of-a-name.pdf' }))
    await person.upload(new Uint8Array(Buffer.from('%PDF-1.4 broken')))
    docket.startWorking()
    await vi.waitFor(async () => expect((await person.job(id)).status).toBe('complete'))
    await person.ask('/api/jobs')
    await person.ask('/api/jobs')
    const metricsText = {
      docket_jobs_completed_total: 1,
      docket_pages_read_total: 1,
      'docket_attempts_total{event="complete"}': 1,
      docket_job_wait_seconds_count: 1,
      'docket_reading_duration_seconds_count{mapping="document_text_v1"}': 1,
      'docket_http_request_duration_seconds_count{method="POST",route="/api/upload",status="202"}': 1,
      'docket_jobs{state="complete"}': 1,
      docket_workers: 1,
      docket_worker_slots: 2,
      docket_queue_paused: 0,
      docket_streams_open: 0,
      docket_database_up: 1,
      'docket_storage_bytes{kind="uploads"}': pdf.length,
    }
    // A job is visible as complete shortly before its worker counts it.
    const text = await vi.waitFor(async () => {
      const response = await fetch(`${docket.url}/metrics`, { headers: bearer(metricsToken) })
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toContain('version=0.0.4')
      const shown = await response.text()
      const seen = Object.keys(metricsText).map((figure) => [figure, readMetric(shown, figure)])
      expect(Object.fromEntries(seen)).toEqual(metricsText)
      return shown
    })
    const positive = [
      'docket_cache_requests_total{cache="answers",result="miss"}',
      'docket_storage_bytes{kind="results"}',
      'docket_storage_bytes{kind="database"}',
      'docket_disk_free_bytes',
      'nodejs_eventloop_lag_p99_seconds',
    ]
    for (const figure of positive) expect(readMetric(text, figure), figure).toBeGreaterThan(0)
    expect(text).not.toMatch(/canary|session:|[\da-f]{8}-[\da-f]{4}-/)
    if (hasPrometheus) execFileSync('promtool', ['check', 'metrics'], { input: text })
  })

  it('requires the token and does not exist without one', async () => {
    const docket = await docketForTest({ metricsToken })
    const wrong = await fetch(`${docket.url}/metrics`, { headers: bearer('another one') })
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="docket metrics"',
    ])
    const other = await docketForTest()
    expect((await fetch(`${other.url}/metrics`)).status).toBe(404)
  })

  it('needs no token on its own port and reports liveness', async () => {
    const server = createMetricsServer({ render: createMetrics().render, token: undefined }, silent)
    const response = await server.inject('/metrics')
    expect([response.statusCode, response.body.includes('process_cpu_seconds_total')]).toEqual([
      200,
      true,
    ])
    expect((await server.inject('/healthz')).json()).toEqual({ status: 'ok' })
    expect((await server.inject('/readyz')).json()).toEqual({ status: 'ready' })
    await server.close()
  })

  it('reports readiness on its own port', async () => {
    const check = async () => {
      throw new AppError('UNAVAILABLE')
    }
    const access = { render: createMetrics().render, token: undefined }
    const server = createMetricsServer(access, silent, check)
    const response = await server.inject('/readyz')
    expect([response.statusCode, response.json()]).toMatchObject([503, { code: 'UNAVAILABLE' }])
    expect((await server.inject('/healthz')).statusCode).toBe(200)
    await server.close()
  })

  const queue = {
    waiting: 7,
    blocked: 0,
    processing: 0,
    workers: 1,
    is_paused: false,
    is_mailbox_down: true,
    breakers: [],
  }
  const times = { oldest_waiting_seconds: 3, oldest_processing_seconds: 0 }
  const store = { jobs: { failed: 2 }, upload_bytes: 0, result_bytes: 0, database_bytes: 0 }
  const probeStorage = async () => {}
  const metricsText = [{ ...queue, ...times, ...store }] as never[]

  it('reports a database outage instead of old values', async () => {
    const metrics = createMetrics()
    let isDown = false
    const db: Db = {
      query: async () => {
        if (isDown) throw new Error('away')
        return metricsText
      },
    }
    registerDatabaseMetrics({ metrics, db, log: silent, disk: async () => undefined, probeStorage })
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    expect(await metrics.render()).toContain('docket_queue_jobs{state="waiting"} 7')
    isDown = true
    vi.advanceTimersByTime(6_000)
    const text = await metrics.render()
    isDown = false
    const later = await metrics.render()
    expect(text).toContain('docket_database_up 0')
    expect(text).not.toMatch(/^docket_(queue|workers|jobs\{|disk)/m)
    expect(later).toContain('docket_jobs{state="failed"} 2')
  })

  it('is readable while the storage hangs', async () => {
    const metrics = createMetrics()
    const hang = () => new Promise<never>(() => {})
    const db = { query: async () => metricsText }
    registerDatabaseMetrics({ metrics, db, log: silent, disk: hang, probeStorage: hang })
    const text = await metrics.render()
    expect(text).toMatch(/^docket_workers 1$/m)
    expect(text).toMatch(/^docket_storage_up 0$/m)
    expect(text).toMatch(/^docket_mailbox_up 0$/m)
    expect(text).not.toMatch(/^docket_disk/m)
  })

  it('does not report an unreadable folder as a database outage', async () => {
    const metrics = createMetrics()
    const disk = async () => {
      throw new Error('Stale file handle')
    }
    registerDatabaseMetrics({
      metrics,
      db: { query: async () => metricsText },
      log: silent,
      disk,
      probeStorage,
    })
    const text = await metrics.render()
    expect(text).toMatch(/^docket_database_up 1$/m)
    expect(text).toMatch(/^docket_workers 1$/m)
    expect(text).not.toMatch(/^docket_disk/m)
  })
})
