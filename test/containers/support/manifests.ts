import { stringify } from 'yaml'
import { readKustomization, readManifests } from '../../support/processes/deploy.ts'

export interface Overlay {
  /** Prefix of all names, which podman shares between projects. */
  prefix: string
  image: string
  /** Appended to the Deployment's name, so that two versions can run side by side. */
  suffix: string
  replicas: number
  /** ConfigMap values to override. */
  settings: Record<string, string>
}

interface Volume {
  name: string
}

/**
 * Renders a Deployment of deploy/kubernetes with its ConfigMap, with the changes that podman needs: pods share a disk
 * instead of a bucket.
 */
export function renderDeployment(role: string, overlay: Overlay): string {
  const { prefix, suffix, image, replicas } = overlay
  const found = readManifests().find(
    ({ kind, metadata }) => kind === 'Deployment' && metadata.name === role,
  )
  const deployment = structuredClone(found) as unknown as AnyDeployment
  deployment.metadata.name = `${prefix}-${role}${suffix}`
  deployment.spec.replicas = replicas
  const { spec } = deployment.spec.template
  const [container] = spec.containers
  if (!container) throw new Error(`${role} has no container`)
  container.image = image
  // podman would publish these ports on this machine, where only one pod can use each.
  container.ports = []
  for (const source of container.envFrom ?? []) {
    const reference = source.configMapRef ?? source.secretRef
    if (reference) reference.name = `${prefix}-${reference.name}`
  }
  const rename = (volume: Volume) => ({ ...volume, name: `${prefix}-${role}-${volume.name}` })
  container.volumeMounts = container.volumeMounts.map(rename)
  spec.volumes = spec.volumes.map((volume) =>
    volume.name === 'data' && role !== 'gateway'
      ? { ...rename({ name: volume.name }), ...sharedDisk(prefix) }
      : rename(volume),
  )
  return [renderConfigMap(overlay), deployment].map((one) => stringify(one)).join('---\n')
}

function sharedDisk(prefix: string) {
  return { persistentVolumeClaim: { claimName: `${prefix}-files` } }
}

function renderConfigMap({ prefix, settings }: Overlay): object {
  const [{ literals } = { literals: [] }] = readKustomization().configMapGenerator
  const given = Object.fromEntries(literals.map((literal) => literal.split(/=(.*)/s).slice(0, 2)))
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `${prefix}-docket` },
    data: { ...given, ...settings },
  }
}

interface AnyDeployment {
  metadata: { name: string }
  spec: {
    replicas: number
    template: {
      spec: {
        containers: {
          image: string
          ports: object[]
          envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[]
          volumeMounts: Volume[]
        }[]
        volumes: (Volume & Partial<Record<'persistentVolumeClaim' | 'emptyDir', object>>)[]
      }
    }
  }
}
