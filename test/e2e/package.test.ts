import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startDocket } from '../../chaos/processes.ts'
import { textPdf } from '../fixtures/pdfs.ts'
import { scanPdf } from '../fixtures/scans.ts'
import { docket, runToExit, temporaryFolder } from '../support/processes/command.ts'
import { databaseForTest } from '../support/database/database.ts'
import { readCode } from '../support/docket/guide-text.ts'

/** The oldest supported version, in package.json. */
const oldestNode = [20, 19]

/** Maximum installed size, in MB, without the Postgres binaries, which `--omit=optional` omits. */
const maxMegabytes = 110

interface LockedPackage {
  dev?: boolean
  engines?: { node?: string }
}

/** True if a range such as "^20.19.0 || >=22" or ">= 18" accepts the oldest version. */
function acceptsOldest(range: string): boolean {
  const [major = 0, minor = 0] = oldestNode
  return range.split('||').some((part) => {
    const [, operator, from, below = '0'] =
      /^\s*(\^|>=|>|~)?\s*v?(\d+)(?:\.(\d+))?/.exec(part) ?? []
    if (from === undefined) return part.trim() === '*'
    const isSameMajor = Number(from) === major && Number(below) <= minor
    return isSameMajor || (operator?.startsWith('>') === true && Number(from) < major)
  })
}

it('depends only on packages that support the oldest Node version', async () => {
  const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const installed = Object.entries(lock.packages).filter(([, { dev }]) => !dev)
  expect(installed.length).toBeGreaterThan(50)
  const others = installed.filter(([, { engines }]) => !acceptsOldest(engines?.node ?? '*'))
  expect(others.map(([name, { engines }]) => [name, engines?.node])).toEqual([])
  // npm ignores the overrides of an installed package, so this one must not rely on any.
  expect(JSON.parse(await readFile('package.json', 'utf8'))).not.toHaveProperty('overrides')
})

/** Packs the server and installs the tarball in an empty project. Undefined if no package registry is reachable. */
async function installPacked(): Promise<{ folder: string; stderr: string } | undefined> {
  const folder = await temporaryFolder()
  const env = { HOME: process.env.HOME ?? folder, npm_config_update_notifier: 'false' }
  const packed = await runToExit('npm', ['pack', '--pack-destination', folder], { env })
  expect([packed.code, packed.code === 0 || packed.stderr]).toEqual([0, true])
  const [tarball = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
  await writeFile(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--omit=optional']
  const install = ['install', ...flags, `./${tarball}`]
  const { code, stderr } = await runToExit('npm', install, { cwd: folder, env })
  if (/ENOTCACHED|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNRESET/.test(stderr)) return
  expect([code, code === 0 || stderr]).toEqual([0, true])
  return { folder, stderr }
}

async function measureMegabytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(path.join(parentPath, name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0) / 1024 / 1024
}

it('installs the packed server without warnings and runs it with its client', {
  timeout: 600_000,
}, async ({ skip }) => {
  const installed = await installPacked()
  if (!installed) return skip('no package registry is reachable')
  const { folder, stderr } = installed
  expect(stderr).not.toContain('EBADENGINE')
  expect(await measureMegabytes(path.join(folder, 'node_modules'))).toBeLessThan(maxMegabytes)

  const main = path.join(folder, 'node_modules/docket/dist/main.js')
  await writeFile(path.join(folder, 'scan.pdf'), await scanPdf(await textPdf()))
  const extract = [main, 'extract', 'scan.pdf', '--json']
  const scan = await runToExit(process.execPath, extract, { cwd: folder })
  expect(JSON.parse(scan.stdout)).toMatchObject({ documents: [{ status: 'complete' }] })

  const { url: DATABASE_URL } = await databaseForTest()
  const env = { DATA_DIR: await temporaryFolder(), DATABASE_URL }
  const key = await docket(['keys', 'create', 'package', '--user', 'ada'], { env })
  const server = await startDocket('up', env, main)
  onTestFinished(async () => {
    server.child.kill('SIGTERM')
    await server.ended
  })
  const example = readCode('docs/api.md').find(({ text }) => text.includes("'docket/client'"))
  const program = (example?.text ?? '')
    .replace('https://docket.example.com', server.url)
    .replace('dk_your_key', key.stdout.trim())
  await writeFile(path.join(folder, 'use.mjs'), program)
  await writeFile(path.join(folder, 'invoice.pdf'), await textPdf())
  const { code, stdout, ...said } = await runToExit(process.execPath, ['use.mjs'], { cwd: folder })
  expect([code, code === 0 || said.stderr]).toEqual([0, true])
  expect(stdout).toMatch(/^complete /)
})
