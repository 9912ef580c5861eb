import type { ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getSystemErrorCode } from '../../domain/errors/system-error.ts'
import { commandOutput } from './commands.ts'
import { ignoreAbsent, cannotStart, programFailed } from './failure.ts'
import { hasEnded, runProgram, type Site } from './programs.ts'
import { leaveRunning } from './stop-at-exit.ts'

/** The main process of a running server, and its port on 127.0.0.1. */
export interface Postmaster {
  pid: number
  port: number
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '64MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
}

const startLimitMs = 60_000
const maxPortAttempts = 20
const fastStopLimitMs = 30_000
const immediateStopLimitMs = 10_000

/** Starts a server and waits until it is ready. Undefined if another server still uses the cluster. */
export async function launch(
  site: Site,
  extraSettings: Record<string, string>,
  nextPort: () => number = randomPort,
): Promise<Postmaster | undefined> {
  // Postgres mistakes any live process with the recorded pid for the old server, and a restarted container reuses pids
  // quickly. Removing the file is safe: while any process of the old server is alive, its shared memory prevents a
  // second server from starting.
  if (!(await findPostmaster(site.cluster))) await removeStalePidFile(site.cluster)
  const options = Object.entries({ ...settings, ...extraSettings })
  const args = options.flatMap(([name, value]) => ['-c', `${name}=${value}`])
  for (let attempt = 1; ; attempt++) {
    const port = nextPort()
    const program = await runProgram(site, {
      name: 'postgres',
      data: site.cluster,
      args: [...args, '-p', String(port)],
    })
    program.child.unref()
    const pid = await readyPid(site, program.child)
    if (pid !== undefined) return { pid, port }
    const output = await program.output()
    if (/"postmaster.pid" already exists|pre-existing shared memory/.test(output)) return undefined
    const isTaken = output.includes('Address already in use')
    if (!isTaken || attempt === maxPortAttempts) throw programFailed(site.folder, output)
  }
}

/** Returns a port below 32768, where the Linux range for outgoing connections starts. */
function randomPort(): number {
  return randomInt(20_000, 32_000)
}

/** Waits until the server is ready. Returns undefined if its process ends first. */
async function readyPid(site: Site, child: ChildProcess): Promise<number | undefined> {
  const deadline = performance.now() + startLimitMs
  while (!hasEnded(child)) {
    const running = await readPidFile(site.cluster)
    if (running?.isReady && running.pid === child.pid) return running.pid
    if (performance.now() > deadline) {
      // Leaves the server running, because an interrupted recovery would start over.
      if (child.pid !== undefined) leaveRunning(child.pid)
      throw cannotStart(
        `The database in ${site.folder} is still recovering after a minute. Start Docket again later; server.log in that folder shows the progress.`,
      )
    }
    await sleep(20)
  }
  return undefined
}

/** Reads the pid file. Returns undefined if it does not exist or is incomplete. */
async function readPidFile(cluster: string) {
  const text = await readFile(pidFile(cluster), 'utf8').catch(ignoreAbsent)
  const lines = text?.split('\n') ?? []
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  return pid > 0 && port > 0 ? { pid, port, isReady: lines[7]?.trim() === 'ready' } : undefined
}

function pidFile(cluster: string): string {
  return join(cluster, 'postmaster.pid')
}

/** Returns the server recorded in the cluster's pid file, if that process is a live Postgres. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const running = await readPidFile(cluster)
  return running && (await isLivePostgres(running.pid)) ? running : undefined
}

/** Removes the pid file of a server that is no longer running. */
export async function removeStalePidFile(cluster: string) {
  await rm(pidFile(cluster), { force: true })
}

/** Returns false for a zombie, because the first process of a container may never reap it. */
async function isLivePostgres(pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(ignoreAbsent)
    return /^\d+ \(postgres\) [^ZX]/.test(status ?? '')
  }
  const status = await commandOutput('ps', '-o', 'stat=,comm=', '-p', String(pid))
  return /^[^Z].*postgres$/.test(status ?? '')
}

/**
 * Shuts the server down in fast mode, which leaves nothing to recover, or in immediate mode if fast mode takes too
 * long.
 */
export async function shutDown({ pid }: Postmaster) {
  signal(pid, 'SIGINT')
  if (await isGone(pid, fastStopLimitMs)) return
  signal(pid, 'SIGQUIT')
  await isGone(pid, immediateStopLimitMs)
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch (thrown) {
    if (getSystemErrorCode(thrown) !== 'ESRCH') throw thrown
  }
}

async function isGone(pid: number, limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs
  while (await isLivePostgres(pid)) {
    if (performance.now() > deadline) return false
    await sleep(20)
  }
  return true
}
