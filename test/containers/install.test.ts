import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { buildIfStale } from '../../scripts/build-if-stale.js'
import { makeUnique, textPdf } from '../fixtures/pdfs.ts'
import { freePorts } from '../support/servers/ports.ts'
import { npmFlags } from './support/build-image.ts'
import { requireEngine } from './support/engine.ts'
import { uploadAndReadText } from './support/jobs.ts'
import { programOutput, runProgram } from './support/program.ts'

/** Installs and starts the package as an unprivileged user. */
const install = `set -e
export npm_config_prefix=$HOME/npm PATH=$HOME/npm/bin:$PATH
npm install --global --no-fund --no-audit /package.tgz
docket --version
du -sk $HOME/npm
exec docket up`

async function packedFile(): Promise<string> {
  await buildIfStale()
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-package-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const name = await programOutput(['npm', 'pack', '--silent', '--pack-destination', folder])
  return path.join(folder, name)
}

describe('the package', () => {
  it('installs on a machine with only Node, and `docket up` reads an upload', async () => {
    const engine = requireEngine()
    const [port = 0] = await freePorts(1)
    const name = `docket-install-${port}`
    const file = await packedFile()
    onTestFinished(async () => {
      await runProgram([engine, 'rm', '--force', name])
    })
    const run = [engine, 'run', '--detach', '--init', '--name', name, '--network', 'host']
    const user = ['--user', 'node', '--workdir', '/home/node', '--env', 'HOME=/home/node']
    const given = ['--env', `PORT=${port}`, '--volume', `${file}:/package.tgz:ro`]
    const npm = await npmFlags()
    const command = [inject('baseImage'), 'sh', '-c', install]
    await programOutput([...run, ...user, ...given, ...npm, ...command])
    const log = async () => {
      const { stdout, stderr } = await runProgram([engine, 'logs', name])
      return `${stdout}\n${stderr}`
    }
    const url = `http://127.0.0.1:${port}`
    await vi.waitFor(
      async () => {
        const response = await fetch(`${url}/api/healthz`).catch(() => undefined)
        if (!response?.ok) throw new Error(await log())
      },
      { timeout: 300_000, interval: 1000 },
    )
    const pdf = makeUnique(await textPdf({ text: 'Installed from a package' }))
    expect(await uploadAndReadText(url, pdf)).toContain('Installed from a package')
    const lines = (await log()).split('\n')
    expect(lines).toContain(process.env.npm_package_version)
    const [kilobytes = ''] =
      lines.find((line) => line.endsWith('/home/node/npm'))?.split('\t') ?? []
    console.log(`Installed size: ${(Number(kilobytes) / 1000).toFixed(0)} MB`)
    await programOutput([engine, 'stop', '--time', '60', name])
    const format = '{{.State.ExitCode}}'
    expect(await programOutput([engine, 'inspect', '--format', format, name])).toBe('0')
  }, 600_000)
})
