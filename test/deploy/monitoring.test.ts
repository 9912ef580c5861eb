import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Job } from '../../src/domain/job/job.ts'
import { alertRules } from '../../src/domain/operations/alerts.ts'
import { counters, durations, gauges } from '../../src/domain/ports/meter.ts'
import { textPdf } from '../fixtures/pdfs.ts'
import { runningDocket, temporaryFolder } from '../support/processes/command.ts'
import { databaseForTest } from '../support/database/database.ts'
import { readJob, visitor } from '../support/docket/visitor.ts'
import { freePorts } from '../support/servers/ports.ts'
import {
  alertmanagerForTest,
  runQuery,
  needsPrometheus,
  prometheusForTest,
} from '../support/servers/prometheus.ts'

const folder = 'deploy/monitoring'
const read = (name: string) => readFileSync(`${folder}/${name}`, 'utf8')

interface Dashboard {
  panels: { title: string; targets?: { expr: string }[] }[]
}
const board = JSON.parse(read('grafana.json')) as Dashboard
const queries = board.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ title, expr: expr.replaceAll('$__rate_interval', '5m') })),
)
const rules = read('alerts.yml')

describe('the Prometheus files', () => {
  it('have a rule for each built-in alert', () => {
    const names = [...rules.matchAll(/alert: Docket(\w+)/g)].map(([, name = '']) =>
      name.replace(/(?<!^)([A-Z])/g, '_$1').toLowerCase(),
    )
    expect(names).toEqual(expect.arrayContaining(Object.keys(alertRules)))
  })

  it('have a runbook entry for each alert', () => {
    const page = readFileSync('docs/runbook.md', 'utf8')
    const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name)
    expect(alerts).toHaveLength(11)
    const all = [...alerts, ...Object.keys(alertRules)]
    expect(all.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  })

  it('show every metric that processes record', () => {
    const shown = queries.map(({ expr }) => expr).join('\n')
    const all = [counters, durations, gauges].flatMap((table) => Object.values(table))
    const hidden = [
      'docket_llm_tokens_total',
      'docket_llm_values_total',
      'docket_alert_messages_total',
    ]
    const missing = all.map(({ name }) => name).filter((name) => !shown.includes(name))
    expect(new Set(missing)).toEqual(new Set(hidden))
  })

  it('pass promtool, and their alerts fire as expected', needsPrometheus, () => {
    const run = (program: string, ...args: string[]) =>
      execFileSync(program, args, { cwd: folder, stdio: 'pipe', encoding: 'utf8' })
    expect(run('promtool', 'check', 'config', 'prometheus.yml')).toContain('SUCCESS')
    expect(run('promtool', 'test', 'rules', 'alerts.test.yml')).toContain('SUCCESS')
    expect(run('amtool', 'check-config', 'alertmanager.yml')).toContain('SUCCESS')
  })
})

/** Starts a server that records the alerts that it receives. */
async function receiver(): Promise<{ url: string; alerts: string[] }> {
  const alerts: string[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const body = (await json(request)) as { alerts: { labels: { alertname: string } }[] }
      alerts.push(...body.alerts.map(({ labels }) => labels.alertname))
      response.end()
    })()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, alerts }
}

describe('a real Prometheus scraping a real Docket', needsPrometheus, () => {
  it('has data for every dashboard query and sends its alerts', async () => {
    const { url: DATABASE_URL } = await databaseForTest()
    const DATA_DIR = await temporaryFolder()
    const gateway = await runningDocket('gateway', { DATA_DIR })
    const [METRICS_PORT, nobody] = await freePorts(2)
    const docket = await runningDocket('up', {
      DATABASE_URL,
      DATA_DIR,
      GATEWAY_URL: gateway.url,
      METRICS_PORT: String(METRICS_PORT),
    })
    const alertReceiver = await receiver()
    const servers = await temporaryFolder()
    const alertmanager = await alertmanagerForTest(servers, {
      'alertmanager.yml': read('alertmanager.yml')
        .replace(/http:\/\/alerts\.example\.com\/\w+/, alertReceiver.url)
        .replace('group_wait: 10s', 'group_wait: 0s'),
    })
    const targets = `static_configs: [{ targets: ["127.0.0.1:${METRICS_PORT}", "127.0.0.1:${nobody}"] }]`
    const prometheus = await prometheusForTest(servers, {
      'prometheus.yml': read('prometheus.yml')
        .replaceAll('15s', '1s')
        .replace('alertmanager:9093', new URL(alertmanager.url).host)
        .replace(/dns_sd_configs:[^]*$/, targets),
      'alerts.yml': rules.replace(/for: \d+m/g, 'for: 0s'),
    })
    const person = visitor(docket.url)
    const pdf = new Uint8Array(await textPdf())
    for (const mapping of ['document_text_v1', 'sample_invoice_v1']) {
      const { id } = await readJob(await person.upload(pdf, { mapping }))
      await ((await person.ask(`/api/jobs/${id}?wait=50`)).json() as Promise<Job>)
    }
    await vi.waitFor(
      async () => {
        // A repeated request within two seconds is served from the cache.
        for (let nth = 0; nth < 3; nth++) await person.ask('/api/jobs')
        const empty = []
        for (const { title, expr } of queries) {
          if ((await runQuery(prometheus, expr)).length === 0) empty.push(title)
        }
        expect(empty).toEqual([])
      },
      { timeout: 120_000, interval: 500 },
    )
    // The second address is unreachable.
    await vi.waitFor(() => expect(alertReceiver.alerts).toContain('DocketDown'), 120_000)
  }, 360_000)
})
