import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from './account.ts'
import { childEnv } from './commands.ts'
import { cannotStart } from './failure.ts'
import { leaveRunning, stopAtExit } from './stop-at-exit.ts'

/** A folder with `initdb` and `postgres`, and their major version. */
export interface Binaries {
  folder: string
  major: number
}

/** Where one embedded database lives, and what runs it. */
export interface Site {
  folder: string
  cluster: string
  passwordFile: string
  binaries: Binaries
  /** Who runs the programs, when it is not the user we are. */
  account: Account | undefined
}

interface Run {
  name: 'initdb' | 'postgres'
  /** The data folder it works on. */
  data: string
  args: string[]
  /** A file to read from, by its descriptor. */
  stdin?: number
}

export interface Program {
  child: ChildProcess
  /** What it has written to server.log so far. */
  output(): Promise<string>
}

/** Runs a Postgres program in a session of its own, so that a Ctrl-C on our terminal does not reach it. */
export async function runProgram(site: Site, { name, data, args, stdin }: Run): Promise<Program> {
  const logFile = join(site.folder, 'server.log')
  const log = await open(logFile, 'a', 0o600)
  const folder = await open(data)
  try {
    const { size } = await log.stat()
    const child = await spawned(site, name, ['-D', reachable(site, data), ...args], {
      stdio: [stdin ?? 'ignore', log.fd, log.fd, folder.fd],
    })
    return { child, output: async () => (await readFile(logFile)).subarray(size).toString() }
  } finally {
    await Promise.all([log.close(), folder.close()])
  }
}

async function spawned(site: Site, name: string, args: string[], { stdio }: SpawnOptions) {
  const { binaries, account } = site
  try {
    const options = { ...account, cwd: '/', env: childEnv, detached: true, stdio }
    const child = spawn(join(binaries.folder, name), args, options)
    await once(child, 'spawn')
    endWithUs(child)
    return child
  } catch (thrown) {
    throw cannotStart(
      `The Postgres programs in ${binaries.folder} do not run here. Install PostgreSQL with your package manager, or set DATABASE_URL to a database that runs elsewhere.`,
      thrown,
    )
  }
}

function endWithUs(child: ChildProcess): void {
  const { pid } = child
  if (pid === undefined) return
  stopAtExit(pid)
  child.once('exit', () => leaveRunning(pid))
}

/**
 * Another account may not pass the folders above the data folder (/root, a home), but Linux lets it in through the
 * open folder that it inherits as number 3. Its working folder would not do: up to version 15 Postgres leaves that at
 * start and returns by the path.
 */
function reachable(site: Site, data: string): string {
  return site.account && process.platform === 'linux' ? '/proc/self/fd/3' : data
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}
