import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest'
import { findAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { prepareCluster } from './cluster.ts'
import { findPostmaster, launch, shutDown } from './postmaster.ts'
import type { Site } from './programs.ts'
import { freePorts } from '../../../test/support/servers/ports.ts'

const folder = await mkdtemp(join(tmpdir(), 'docket-postmaster-'))
const cluster = join(folder, 'cluster')
let site: Site

beforeAll(async () => {
  const passwordFile = join(folder, 'password')
  const [account, binaries] = [await findAccount(cluster), await findBinaries(folder)]
  site = { folder, cluster, passwordFile, account, binaries }
  await prepareCluster(site)
})

afterEach(async () => {
  const leftover = await findPostmaster(cluster)
  if (leftover) await shutDown(leftover)
})

afterAll(() => rm(folder, { recursive: true, maxRetries: 5 }))

it('needs no recovery after a shutdown', async () => {
  const postmaster = await launch(site, {})
  if (postmaster) await shutDown(postmaster)
  expect(await findPostmaster(cluster)).toBeUndefined()
  expect(await launch(site, {})).toBeDefined()
  const log = await readFile(join(folder, 'server.log'), 'utf8')
  expect(log).not.toContain('not properly shut down')
})

it('uses another port when the first is in use', async () => {
  const blocker = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void blocker.close())
  await once(blocker, 'listening')
  const ports = [(blocker.address() as AddressInfo).port]
  const [free = 0] = await freePorts(1)
  const postmaster = await launch(site, {}, () => ports.shift() ?? free)
  expect(postmaster?.port).toBe(free)
})

it('does not start a second server for the same cluster', async () => {
  await launch(site, {})
  expect(await launch(site, {})).toBeUndefined()
})

it("starts when the old server's pid belongs to another program", async () => {
  const stranger = spawn('sleep', ['60'], { ...site.account, cwd: '/' })
  onTestFinished(() => void stranger.kill())
  const pidFile = `${stranger.pid}\n${cluster}\n0\n20000\n\n127.0.0.1\n0 0\nready\n`
  await writeFile(join(cluster, 'postmaster.pid'), pidFile)
  expect(await launch(site, {})).toBeDefined()
})
