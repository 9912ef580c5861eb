import { existsSync } from 'node:fs'
import { findBaseImage } from './base-image.ts'
import type { Engine } from './engine.ts'
import { programOutput, showProgram } from './program.ts'

export const imageName = 'localhost/docket:trial'

/** Builds deploy/Dockerfile and returns the base image. */
export async function buildImage(engine: Engine): Promise<string> {
  const base = await findBaseImage(engine)
  const flags = ['-f', 'deploy/Dockerfile', '-t', imageName, '--build-arg', `NODE_IMAGE=${base}`]
  if (engine === 'docker') await showProgram(['docker', 'build', ...flags, '.'])
  else await showProgram(['buildah', 'bud', ...buildahFlags, ...(await npmMounts()), ...flags, '.'])
  return base
}

/** Uses the Docker format, which keeps the health check, and reuses layers in the next build. */
const buildahFlags = [
  '--layers',
  '--format',
  'docker',
  '--isolation',
  'chroot',
  '--network',
  'host',
]

/**
 * Mounts the npm configuration and certificates of this machine, which its network may require. The image does not keep
 * them.
 */
async function npmMounts(): Promise<string[]> {
  const mounts = [
    [await npmConfig('userconfig'), '/root/.npmrc'],
    [await npmConfig('globalconfig'), '/usr/local/etc/npmrc'],
  ]
  const found = mounts.filter(([file = '']) => existsSync(file))
  const flags = found.flatMap(([file, target]) => ['--volume', `${file}:${target}:ro`])
  return [...flags, ...(await certificateMount())]
}

function npmConfig(name: string): Promise<string> {
  return programOutput(['npm', 'config', 'get', name])
}

async function certificateMount(): Promise<string[]> {
  const file = await npmConfig('cafile')
  return existsSync(file) ? ['--volume', `${file}:${file}:ro`] : []
}

/** Returns flags that give npm its registry and certificates, whatever the user. */
export async function npmFlags(): Promise<string[]> {
  const certificates = await certificateMount()
  const registry = ['--env', `npm_config_registry=${await npmConfig('registry')}`]
  if (certificates.length === 0) return registry
  return [...registry, ...certificates, '--env', `npm_config_cafile=${await npmConfig('cafile')}`]
}
