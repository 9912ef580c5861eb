import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse, parseAllDocuments } from 'yaml'

/** An object from a file. The assertions define its shape. */
export type AnyObject = Record<string, never>

export interface ComposeService {
  image?: string
  command?: string[]
  environment?: Record<string, string | number>
  secrets?: string[]
  depends_on?: Record<string, { condition: string }>
  stop_grace_period?: string
  read_only?: boolean
  cap_drop?: string[]
  healthcheck?: { test?: string[]; disable?: boolean }
  profiles?: string[]
  tmpfs?: string[]
  security_opt?: string[]
  volumes?: string[]
  ports?: string[]
  mem_limit?: string
  shm_size?: string
  pids_limit?: number
}

export interface ComposeFile {
  services: Record<string, ComposeService>
  volumes: object
  secrets: Record<string, { file: string }>
}

export function readCompose(): ComposeFile {
  return parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true }) as ComposeFile
}

/** Expands `${NAME:-value}` as compose does, with nothing set by default. */
export function expandDefaults(
  value: string | number,
  variables: Record<string, string> = {},
): string {
  return String(value).replace(
    /\$\{(\w+):-([^}]*)\}/g,
    (_, name: string, otherwise: string) => variables[name] || otherwise,
  )
}

export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
  spec: AnyObject
}

export interface Container {
  args: string[]
  env?: { name: string; value: string }[]
  envFrom?: object[]
  ports: { name: string; containerPort: number }[]
  readinessProbe?: { httpGet: { path: string } }
  securityContext: object
}

const kubernetes = 'deploy/kubernetes'

export function readManifests(): Manifest[] {
  return readdirSync(kubernetes)
    .filter((file) => file !== 'kustomization.yaml')
    .flatMap((file) => parseAllDocuments(readFileSync(path.join(kubernetes, file), 'utf8')))
    .map((document) => document.toJS({}) as Manifest)
}

interface PodTemplate {
  metadata: { annotations: Record<string, string> }
  spec: { terminationGracePeriodSeconds: number; containers: Container[] }
}

/** Returns every Deployment with its pod and only container. */
export function readDeployments() {
  return readManifests()
    .filter(({ kind }) => kind === 'Deployment')
    .map(({ metadata: { name }, spec }) => {
      const { template } = spec as unknown as { template: PodTemplate }
      const [container] = template.spec.containers
      if (!container) throw new Error(`${name} has no container`)
      return { name, annotations: template.metadata.annotations, pod: template.spec, container }
    })
}

export interface Kustomization {
  resources: string[]
  configMapGenerator: { name: string; literals: string[] }[]
}

export function readKustomization(): Kustomization {
  return parse(readFileSync(path.join(kubernetes, 'kustomization.yaml'), 'utf8')) as Kustomization
}

/** Returns the instructions in deploy/Dockerfile, one string each, without comments and line breaks. */
export function readDockerfile(): string[] {
  return readFileSync('deploy/Dockerfile', 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '')
}
