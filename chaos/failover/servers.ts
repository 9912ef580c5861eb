import { execFile } from 'node:child_process'
import { cp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { findAccount } from '../../src/db/embedded/account.ts'
import { findBinaries } from '../../src/db/embedded/binaries.ts'
import { prepareCluster } from '../../src/db/embedded/cluster.ts'
import { launch, type Postmaster } from '../../src/db/embedded/postmaster.ts'

/** One Postgres server with a fixed port. */
export interface Server {
  folder: string
  port: number
  password: string
  url(hosts?: string): string
  start(settings: Record<string, string>): Promise<void>
  /** Kills all processes of the server at once, as a power failure does. */
  kill(): Promise<void>
  /** Freezes all processes of the server, so that nothing closes its connections. */
  freeze(): Promise<void>
}

/** A new standby fetches the WAL since the start of its copy from the primary, which must still have it. */
const common = { wal_keep_size: '1GB', max_wal_size: '1GB' }

/** Opens the server of a folder, which must contain a cluster. */
export async function openServer(folder: string, port: number): Promise<Server> {
  const cluster = path.join(folder, 'cluster')
  const [account, binaries] = [await findAccount(cluster), await findBinaries(folder)]
  const site = { folder, cluster, passwordFile: path.join(folder, 'password'), account, binaries }
  const password = await prepareCluster(site)
  let running: Postmaster | undefined
  return {
    folder,
    port,
    password,
    url: (hosts = `127.0.0.1:${port}`) =>
      `postgres://docket:${password}@${hosts}/docket?sslmode=disable`,
    async start(settings) {
      // Restores the ownership of copied files.
      await prepareCluster(site)
      // A killed server releases its port and shared memory only once its last process has exited.
      const deadline = Date.now() + 60_000
      do running = await launch(site, { ...common, ...settings }, () => port)
      while (!running && Date.now() < deadline)
      if (!running) throw new Error('A server did not start')
    },
    async kill() {
      if (running) await signalAll(running, 'SIGKILL')
      running = undefined
    },
    async freeze() {
      if (running) await signalAll(running, 'SIGSTOP')
    },
  }
}

/** Copies a stopped cluster to create a standby. */
export async function copyCluster(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true })
  await markAsStandby(path.join(to, 'cluster'))
}

/** Replaces a stopped server's cluster with a copy of a running one, using the Postgres backup functions. */
export async function copyRunningCluster(from: Server, to: Server): Promise<void> {
  const [source, target] = [path.join(from.folder, 'cluster'), path.join(to.folder, 'cluster')]
  await rm(target, { recursive: true, force: true, maxRetries: 10 })
  const client = new pg.Client(from.url())
  await client.connect()
  try {
    await client.query(`select pg_backup_start('standby', true)`)
    await copyChangingFolder(source, target)
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(false)',
    )
    await writeFile(path.join(target, 'backup_label'), rows[0]?.labelfile ?? '')
  } finally {
    await client.end()
  }
  // Drops settings copied from the other server, such as the names of its standbys.
  await writeFile(path.join(target, 'postgresql.auto.conf'), '')
  await markAsStandby(target)
}

const notCopied = /\/(postmaster\.(pid|opts)|pg_wal\/.{24}.*|pg_replslot\/.*|pgsql_tmp.*)$/

/** Copies files that may appear and disappear during the copy; replaying the WAL corrects the result. */
async function copyChangingFolder(source: string, target: string): Promise<void> {
  const options = { recursive: true, force: true, filter: (file: string) => !notCopied.test(file) }
  for (let attempt = 1; ; attempt++) {
    try {
      return await cp(source, target, options)
    } catch (error) {
      if (attempt === 20 || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}

async function markAsStandby(cluster: string): Promise<void> {
  await writeFile(path.join(cluster, 'standby.signal'), '')
}

/** Signals the main process first, so that it cannot start other processes in the meantime. */
async function signalAll({ pid }: Postmaster, signal: NodeJS.Signals): Promise<void> {
  sendSignal(pid, 'SIGSTOP')
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid='])
  const processes = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  const children = processes.flatMap(([child = 0, parent]) => (parent === pid ? child : []))
  for (const one of [...children, pid]) sendSignal(one, signal)
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has already exited.
  }
}
