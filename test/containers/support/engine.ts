import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export type Engine = 'docker' | 'podman'

/** Debian packages that build and run containers. The package dnsname resolves the names of services. */
export const podmanPackages = [
  'podman',
  'buildah',
  'runc',
  'catatonit',
  'debootstrap',
  'dnsmasq-base',
  'golang-github-containernetworking-plugin-dnsname',
]
const podmanFiles = [
  '/usr/bin/podman',
  '/usr/bin/buildah',
  '/usr/sbin/runc',
  '/usr/bin/catatonit',
  '/usr/sbin/debootstrap',
  '/usr/lib/cni/dnsname',
]

/**
 * Returns Docker if it is running, otherwise podman if the user is root, otherwise the reason why containers cannot run
 * here.
 */
export function findEngine(): Engine | { reason: string } {
  if (spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0) return 'docker'
  if (process.getuid?.() !== 0) return { reason: 'needs Docker, or root with podman' }
  if (podmanFiles.every((file) => existsSync(file))) return 'podman'
  return { reason: `needs Docker, or: apt-get install ${podmanPackages.join(' ')}` }
}

/** Returns the engine that `npm run image` found. */
export function requireEngine(): Engine {
  const engine = findEngine()
  if (typeof engine === 'string') return engine
  throw new Error(engine.reason)
}
