import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Engine } from './engine.ts'
import { programOutput, runProgram } from './program.ts'

/** The default for NODE_IMAGE in deploy/Dockerfile. */
const published = 'node:24-bookworm-slim'
const nodeMajor = 24
const ours = `localhost/docket-node:${nodeMajor}`
const npmMajor = 11

/**
 * Returns NODE_IMAGE, or the published Node image. If no registry is reachable, builds an equivalent once, from Debian
 * packages and the Node binary on npm.
 */
export async function findBaseImage(engine: Engine): Promise<string> {
  if (process.env.NODE_IMAGE) return process.env.NODE_IMAGE
  if (engine === 'docker') return published
  const reference = `docker.io/library/${published}`
  if ((await runProgram([engine, 'image', 'exists', ours])).code === 0) return ours
  if ((await runProgram([engine, 'pull', '-q', reference])).code === 0) return reference
  console.error('No registry: building a base image with debootstrap')
  await makeBaseImage()
  return ours
}

async function makeBaseImage(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-base-'))
  const root = path.join(folder, 'root')
  try {
    await programOutput(['debootstrap', '--variant=minbase', 'bookworm', root])
    const node = await unpack(folder, `node-linux-${process.arch}@${nodeMajor}`)
    const npm = await unpack(folder, `npm@${npmMajor}`)
    await commit(root, node, npm)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Downloads a package from npm and returns its folder. */
async function unpack(folder: string, name: string): Promise<string> {
  const target = path.join(folder, name.replace(/@.*/, ''))
  await mkdir(target)
  const archive = await programOutput([
    'npm',
    'pack',
    '--silent',
    '--pack-destination',
    target,
    name,
  ])
  await programOutput(['tar', 'xf', path.join(target, archive), '-C', target])
  return path.join(target, 'package')
}

/** The programs, paths and user of the published image. */
const finish = `set -e
chmod 755 /usr/local/bin/node
ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx
groupadd -g 1000 node
useradd -u 1000 -g node -m -s /bin/bash node
rm -rf /var/lib/apt/lists/* /var/cache/apt/*.bin /var/cache/apt/archives/*.deb`

async function commit(root: string, node: string, npm: string): Promise<void> {
  const container = await programOutput(['buildah', 'from', 'scratch'])
  const copy = (from: string, to: string) =>
    programOutput(['buildah', 'copy', '-q', container, from, to])
  try {
    await copy(root, '/')
    await copy(path.join(node, 'bin/node'), '/usr/local/bin/node')
    await copy(npm, '/usr/local/lib/node_modules/npm')
    const shell = ['buildah', 'run', '--isolation', 'chroot', container, 'sh', '-c', finish]
    await programOutput(shell)
    await programOutput(['buildah', 'commit', '-q', container, ours])
  } finally {
    await programOutput(['buildah', 'rm', container])
  }
}
