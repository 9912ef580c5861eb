import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { completeJob } from '../../src/db/jobs/transitions.sql.ts'
import { gatewayRoutes } from '../../src/domain/api/gateway.ts'
import { routes } from '../../src/domain/api/routes/routes.ts'
import { databaseForTest } from '../support/database/database.ts'
import { readDeployments, readKustomization, readManifests } from '../support/processes/deploy.ts'
import { claim, queueJobs } from '../support/database/jobs.ts'
import { onlyIf } from '../support/run/only-if.ts'

/** `migrate` has no Deployment, because every role applies migrations when it starts. */
const roles = ['serve', 'work', 'gateway']
const manifests = readManifests()
const deployments = readDeployments()

describe('the Kubernetes manifests', () => {
  it('are all in the kustomization', () => {
    const files = readdirSync('deploy/kubernetes').filter((file) => file !== 'kustomization.yaml')
    expect(readKustomization().resources.toSorted()).toEqual(files.toSorted())
  })

  it('run our roles with matching labels, restricted, with existing probes', () => {
    expect(new Set(deployments.map(({ container }) => container.args[0]))).toEqual(new Set(roles))
    const known = [routes.health.path, gatewayRoutes.health.path, '/readyz']
    for (const { container } of deployments) {
      expect(known).toContain(container.readinessProbe?.httpGet.path)
      expect(container.securityContext).toMatchObject({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
      })
    }
    for (const { kind, metadata, spec } of manifests) {
      const { selector } = (spec ?? {}) as {
        selector?: { app?: string; matchLabels?: { app: string } }
      }
      if (selector)
        expect([kind, selector.app ?? selector.matchLabels?.app]).toEqual([kind, metadata.name])
    }
  })

  it('evict one pod of a role at a time', () => {
    const budgets = manifests.filter(({ kind }) => kind === 'PodDisruptionBudget')
    expect(budgets.map(({ metadata }) => metadata.name).toSorted()).toEqual(
      deployments.map(({ name }) => name).toSorted(),
    )
    for (const { spec } of budgets) expect(spec).toMatchObject({ maxUnavailable: 1 })
  })

  it('open metrics to the monitoring namespace, the web app to all, and the gateway to workers', () => {
    const policies = manifests
      .filter(({ kind }) => kind === 'NetworkPolicy')
      .map(({ metadata, spec }) => [metadata.name, spec])
    const monitoring = { 'kubernetes.io/metadata.name': 'monitoring' }
    const workers = { podSelector: { matchLabels: { app: 'worker' } } }
    expect(Object.fromEntries(policies)).toEqual({
      metrics: {
        podSelector: {},
        policyTypes: ['Ingress'],
        ingress: [
          {
            from: [{ namespaceSelector: { matchLabels: monitoring } }],
            ports: [{ port: 'metrics' }],
          },
        ],
      },
      web: {
        podSelector: { matchLabels: { app: 'web' } },
        policyTypes: ['Ingress'],
        ingress: [{ ports: [{ port: 'http' }] }],
      },
      gateway: {
        podSelector: { matchLabels: { app: 'gateway' } },
        policyTypes: ['Ingress', 'Egress'],
        ingress: [{ from: [workers], ports: [{ port: 'http' }] }],
      },
    })
  })

  it('let Prometheus scrape every pod on its port', () => {
    const [{ literals } = { literals: [] }] = readKustomization().configMapGenerator
    const common = literals.find((literal) => literal.startsWith('METRICS_PORT='))?.split('=')[1]
    for (const { annotations, container } of deployments) {
      const metricsPort = container.env?.find(({ name }) => name === 'METRICS_PORT')?.value
      const port = container.envFrom ? (metricsPort ?? common) : metricsPort
      expect(annotations).toEqual({ 'prometheus.io/scrape': 'true', 'prometheus.io/port': port })
      expect(container.ports).toContainEqual({ name: 'metrics', containerPort: Number(port) })
    }
  })

  it('give pods more time to stop than their role needs', () => {
    for (const { pod, container } of deployments) {
      const grace = container.env?.find(({ name }) => name === 'SHUTDOWN_GRACE_SECONDS')
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(Number(grace?.value ?? 10))
    }
  })

  it('scale workers by a query that counts waiting and running jobs', async () => {
    const scaled = manifests.find(({ kind }) => kind === 'ScaledObject')
    const triggers = (scaled?.spec.triggers ?? []) as { metadata: { query: string } }[]
    const { db } = await databaseForTest()
    const query = triggers[0]?.metadata.query ?? ''
    expect(await db.query(query)).toEqual([{ count: '0' }])
    await queueJobs(db, 5)
    const [job] = await claim(db, 2)
    expect(await db.query(query)).toEqual([{ count: '5' }])
    await completeJob(db, { id: job?.id ?? '', epoch: 1 }, { result_key: 'results/x/1' })
    expect(await db.query(query)).toEqual([{ count: '4' }])
    const plan = JSON.stringify(await db.query(`explain ${query}`))
    expect(plan).not.toMatch(/on jobs/)
  })

  it('render', onlyIf(existsSync('/usr/bin/kubectl'), 'there is no kubectl'), () => {
    const rendered = execFileSync('kubectl', ['kustomize', 'deploy/kubernetes'], {
      encoding: 'utf8',
    })
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    expect(rendered).toContain(`image: registry.example.com/docket:${version}\n`)
    expect(rendered).toMatch(/name: docket-[a-z0-9]{10}\n/)
  })
})
