import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PostgresAccount } from './account.ts'
import { childEnv } from './commands.ts'
import { cannotStart } from './failure.ts'
import { leaveRunning, stopAtExit } from './stop-at-exit.ts'

/** A folder with `initdb` and `postgres`, and their major version. */
export interface Binaries {
  folder: string
  major: number
}

/** An embedded database's files and programs. */
export interface Site {
  folder: string
  cluster: string
  passwordFile: string
  binaries: Binaries
  /** Account that runs the programs, if it is not the current user. */
  account: PostgresAccount | undefined
}

interface Run {
  name: 'initdb' | 'postgres'
  /** The program's data folder. */
  data: string
  args: string[]
  /** Descriptor of the file to use as standard input. */
  stdin?: number
}

export interface Program {
  child: ChildProcess
  /** Returns everything that the program has written to server.log so far. */
  output(): Promise<string>
}

/** Runs a Postgres program in its own session, which Ctrl-C in the terminal does not reach. */
export async function runProgram(site: Site, { name, data, args, stdin }: Run): Promise<Program> {
  const logFile = join(site.folder, 'server.log')
  const log = await open(logFile, 'a', 0o600)
  const folder = await open(data)
  try {
    const { size } = await log.stat()
    const child = await spawnProgram(site, name, ['-D', toReachablePath(site, data), ...args], {
      stdio: [stdin ?? 'ignore', log.fd, log.fd, folder.fd],
    })
    return { child, output: async () => (await readFile(logFile)).subarray(size).toString() }
  } finally {
    await Promise.all([log.close(), folder.close()])
  }
}

async function spawnProgram(site: Site, name: string, args: string[], { stdio }: SpawnOptions) {
  const { binaries, account } = site
  try {
    const options = { ...account, cwd: '/', env: childEnv, detached: true, stdio }
    const child = spawn(join(binaries.folder, name), args, options)
    await once(child, 'spawn')
    stopWithThisProcess(child)
    return child
  } catch (thrown) {
    throw cannotStart(
      `The Postgres programs in ${binaries.folder} do not run here. Install PostgreSQL with your package manager, or set DATABASE_URL to a database that runs elsewhere.`,
      thrown,
    )
  }
}

function stopWithThisProcess(child: ChildProcess): void {
  const { pid } = child
  if (pid === undefined) return
  stopAtExit(pid)
  child.once('exit', () => leaveRunning(pid))
}

/**
 * Returns a path that the account can open. The account may lack access to the data folder's parents (/root, a home),
 * but Linux grants access through the inherited descriptor 3. Changing the working directory would not help: up to
 * version 15, Postgres leaves that directory at startup and returns to it by path.
 */
function toReachablePath(site: Site, data: string): string {
  return site.account && process.platform === 'linux' ? '/proc/self/fd/3' : data
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}
