import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { inject, onTestFinished, vi } from 'vitest'
import { renderDeployment } from './manifests.ts'
import type { ProgramResult } from './program.ts'
import { type Stack, stackForTest } from './stack.ts'

export interface Pod {
  name: string
  address: string
}

export interface Cluster {
  stack: Stack
  /** Starts a Deployment and waits until the readiness probes of its pods succeed. */
  play(role: Role, options?: { replicas?: number; image?: string; suffix?: string }): Promise<Pod[]>
  exec(pod: Pod, command: string[]): Promise<ProgramResult>
  /** Stops a pod with SIGTERM and its grace period. Returns the exit code of its container. */
  stop(pod: Pod): Promise<number>
  /** ConfigMap values to override in Deployments that start later. */
  settings: Record<string, string>
}

type Role = 'web' | 'worker' | 'gateway'

/** The readiness probes, because podman only runs liveness probes. */
const probes: Record<Role, string> = {
  web: ':3000/api/healthz',
  worker: ':9464/readyz',
  gateway: ':8002/health',
}

/** The longest terminationGracePeriodSeconds, which podman's `kube down` does not apply. */
const graceSeconds = '60'

/** Runs the Kubernetes manifests under `podman kube play`. */
export async function clusterForTest(): Promise<Cluster> {
  const stack = await stackForTest()
  const { command, runEngine, project } = stack
  const pods: string[] = []
  onTestFinished(async () => {
    for (const name of pods) await runEngine('pod', 'rm', '--force', name)
    await runEngine('secret', 'rm', `${project.name}-docket`)
    const names = await command('volume', 'ls', '--quiet', '--filter', `name=${project.name}`)
    for (const name of names.split('\n').filter(Boolean)) await runEngine('volume', 'rm', name)
  })
  await createSecret(stack)
  const settings: Record<string, string> = { STORAGE_URL: '', BASE_URL: '' }
  return {
    stack,
    settings,
    async play(role, { replicas = 1, image = inject('image'), suffix = '' } = {}) {
      const overlay = { prefix: project.name, image, suffix, replicas, settings }
      const file = path.join(project.secrets, `${role}${suffix}.yaml`)
      await writeFile(file, renderDeployment(role, overlay))
      const names = Array.from(
        { length: replicas },
        (_, nth) => `${project.name}-${role}${suffix}-pod-${nth}`,
      )
      pods.push(...names)
      await command('kube', 'play', '--network', project.name, file)
      return Promise.all(names.map((name) => readyPod(stack, name, probes[role])))
    },
    exec: ({ name }, args) => runEngine('exec', `${name}-docket`, ...args),
    async stop({ name }) {
      await command('stop', '--time', graceSeconds, `${name}-docket`)
      return Number(await command('inspect', '--format', '{{.State.ExitCode}}', `${name}-docket`))
    },
  }
}

async function readyPod({ command, runEngine }: Stack, name: string, probe: string): Promise<Pod> {
  const infra = await command('pod', 'inspect', '--format', '{{.InfraContainerID}}', name)
  const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}'
  const address = await command('inspect', '--format', format, infra)
  await vi.waitFor(
    async () => {
      const response = await fetch(`http://${address}${probe}`).catch(() => undefined)
      if (response?.ok) return
      const { stdout, stderr } = await runEngine('logs', `${name}-docket`)
      throw new Error(`${name} is not ready: ${stdout}${stderr}`)
    },
    { timeout: 120_000, interval: 500 },
  )
  return { name, address }
}

/** Creates podman's equivalent of the secret in docs/deploy.md: a map of base64 values. */
async function createSecret({ command, project }: Stack): Promise<void> {
  const read = (name: string) => readFile(path.join(project.secrets, name), 'utf8')
  const values = { DATABASE_URL: await read('database_url'), ADMIN_KEY: await read('admin_key') }
  const encoded = Object.entries(values).map(([name, value]) => [name, btoa(value)])
  const file = path.join(project.secrets, 'kubernetes.json')
  await writeFile(file, JSON.stringify(Object.fromEntries(encoded)))
  await command('secret', 'create', `${project.name}-docket`, file)
}
