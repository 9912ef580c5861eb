import { uuidv7 } from 'uuidv7'
import { describe, expect, it, vi } from 'vitest'
import type { Job } from '../../src/domain/job/job.ts'
import { textPdf } from '../fixtures/pdfs.ts'
import { collectorForTest, type SeenSpan } from '../support/servers/collector.ts'
import { runningDocket, temporaryFolder } from '../support/processes/command.ts'
import { databaseForTest } from '../support/database/database.ts'
import { readJob, visitor } from '../support/docket/visitor.ts'

const marker = 'Kanarienvogel4711'
const secrets = {
  ADMIN_KEY: 'secret-of-the-admin-secret-of-the-admin',
  JWT_SECRET: 'secret-of-tokens-secret-of-tokens-secret',
  METRICS_TOKEN: 'secret-of-prometheus',
  OTEL_EXPORTER_OTLP_HEADERS: 'api-key=secret-of-the-collector',
}

type Line = Record<string, unknown>

function parseLines(log: string): Line[] {
  return (
    log
      .split('\n')
      // The last line is empty or incomplete.
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line)
  )
}

describe('web, worker and gateway', () => {
  it('P21: log each change once, with one id and one trace, and without document content', async () => {
    const collector = await collectorForTest()
    const { url: DATABASE_URL } = await databaseForTest()
    const common = {
      LOG_LEVEL: 'trace',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      DATA_DIR: await temporaryFolder(),
      DATABASE_URL,
      ...secrets,
    }
    const gateway = await runningDocket('gateway', { ...common, OTEL_SERVICE_NAME: 'gateway' })
    const fleet = { ...common, GATEWAY_URL: gateway.url, OTEL_SERVICE_NAME: 'fleet' }
    const web = await runningDocket('serve', fleet)
    const worker = await runningDocket('work', fleet)
    const request_id = uuidv7()
    const person = visitor(web.url, { 'x-request-id': request_id })
    const pdf = new Uint8Array(await textPdf({ text: `${marker} in a document` }))
    const sent = await person.upload(pdf, { filename: 'plain.pdf', mapping: 'document_text_v1' })
    expect(sent.headers.get('x-request-id')).toBe(request_id)
    const { id, batch_id } = await readJob(sent)
    const job = (await (await person.ask(`/api/jobs/${id}?wait=50`)).json()) as Job
    expect(job.status).toBe('complete')
    // Errors from unreadable documents are logged with their causes.
    const broken = Buffer.from(pdf)
    broken.fill(marker, 200, 200 + marker.length * 20)
    await person.upload(new Uint8Array(broken), { filename: 'broken.pdf' })

    await vi.waitFor(() => {
      const settled = parseLines(worker.log()).filter((line) => line.job_id === id && 'to' in line)
      expect(settled).toHaveLength(2)
      const expected = expect.objectContaining({ request_id, job_id: id })
      expect(parseLines(gateway.log())).toContainEqual(expected)
    })
    const ids = { job_id: id, batch_id, request_id }
    const changes = [...parseLines(web.log()), ...parseLines(worker.log())]
      .filter((line) => line.job_id === id && 'to' in line)
      .map(({ event, from, to, ms }) => [event, from, to, typeof ms])
    expect(changes).toEqual([
      ['queue', null, 'queued', 'undefined'],
      ['claim', 'queued', 'processing', 'number'],
      ['complete', 'processing', 'complete', 'number'],
    ])
    expect(parseLines(web.log())).toContainEqual(
      expect.objectContaining({ ...ids, event: 'queue' }),
    )
    expect(parseLines(worker.log())).toContainEqual(
      expect.objectContaining({ ...ids, event: 'complete' }),
    )

    const logs = [web, worker, gateway].map(({ log }) => log()).join('\n')
    expect(logs).not.toContain(marker)
    for (const [name, value] of Object.entries(secrets)) {
      expect(logs, name).not.toContain(value.split('=').at(-1))
    }
    expect(logs).not.toContain(person.cookie().split('=')[1])

    const upload = await vi.waitFor(() => {
      const found = collector.spans.find(
        (span) =>
          span.attributes['docket.request_id'] === request_id && span.name === 'POST /api/upload',
      )
      const inTrace = collector.spans.filter(({ traceId }) => traceId === found?.traceId)
      expect(inTrace.map(({ name }) => name).sort()).toEqual(
        ['POST /api/upload', 'attempt', 'call gateway', 'read', 'POST /process'].sort(),
      )
      return found
    })
    const findChild = (parent: SeenSpan | undefined, name: string) =>
      collector.spans.find((span) => span.name === name && span.parentSpanId === parent?.spanId)
    const attempt = findChild(upload, 'attempt')
    expect(attempt?.attributes['docket.job_id']).toBe(id)
    const read = findChild(findChild(attempt, 'call gateway'), 'read') ?? findChild(attempt, 'read')
    expect(findChild(read, 'POST /process')?.service).toBe('gateway')
    expect(collector.headers[0]?.['api-key']).toBe('secret-of-the-collector')
    expect(JSON.stringify(collector.spans)).not.toContain(marker)
  }, 120_000)
})
