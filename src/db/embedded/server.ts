import { mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { AppError } from '../../domain/errors/app-error.ts'
import { findAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { prepareCluster } from './cluster.ts'
import { cannotStart, toStartupError } from './failure.ts'
import { createDatabase, databaseExists } from './owner.sql.ts'
import {
  findPostmaster,
  removeStalePidFile,
  launch,
  type Postmaster,
  shutDown,
} from './postmaster.ts'
import type { Binaries, Site } from './programs.ts'
import { acquireOwnership, connect, servesCluster } from './session.ts'
import { leaveRunning, stopAtExit } from './stop-at-exit.ts'

export interface EmbeddedServer {
  /** postgres://docket:password@127.0.0.1:port/docket?… */
  url: string
  /** Ends every session and stops the server; a second call waits for the same stop. */
  stop(): Promise<void>
}

interface Options {
  /** Contains the cluster, its password and its log; created if it does not exist. */
  folder: string
  /** Default: the binaries of the Postgres version that created the folder. */
  binaries?: Binaries
  /** Postgres settings in addition to those in ./postmaster.ts. */
  settings?: Record<string, string>
  /** Called when the server died and could not be restarted. */
  onLost?: (reason: AppError) => void
}

/**
 * Starts Postgres for a folder, or adopts the server that a killed process left running. A folder has one owner at a
 * time.
 */
export async function startEmbedded(options: Options): Promise<EmbeddedServer> {
  const folder = resolve(options.folder)
  try {
    const site = await locate(folder, options.binaries)
    const password = await prepareCluster(site)
    const database = { site, password, settings: options.settings ?? {} }
    const onLost = options.onLost ?? (() => undefined)
    return await serve(database, await openSession(database), onLost)
  } catch (thrown) {
    throw toStartupError(folder, thrown)
  }
}

/**
 * Returns the URL of the server running on a folder, whichever process owns it; undefined if none is running. Use it
 * only briefly, because the server may stop at any time.
 */
export async function findRunningServer(folder: string): Promise<string | undefined> {
  const cluster = resolve(folder, 'cluster')
  const password = await readFile(resolve(folder, 'password'), 'utf8').catch(() => undefined)
  const session = password === undefined ? undefined : await adopt(cluster, password)
  if (!session || password === undefined) return undefined
  await session.client.end()
  return databaseUrl(session.postmaster, password)
}

async function locate(folder: string, binaries: Binaries | undefined): Promise<Site> {
  await mkdir(folder, { recursive: true })
  const cluster = join(folder, 'cluster')
  return {
    folder,
    cluster,
    passwordFile: join(folder, 'password'),
    account: await findAccount(cluster),
    binaries: binaries ?? (await findBinaries(folder)),
  }
}

interface Database {
  site: Site
  password: string
  settings: Record<string, string>
}

interface Session {
  postmaster: Postmaster
  /** Connection that holds the owner's lock. */
  client: pg.Client
}

/** Retries for about 15 s, because a server that is stopping still locks its cluster for a moment. */
async function openSession(database: Database, port?: number): Promise<Session> {
  const { folder } = database.site
  for (let attempt = 0; attempt < 150; attempt++) {
    const session =
      (await adopt(database.site.cluster, database.password)) ?? (await begin(database, port))
    if (session && (await takeOwnership(session, folder))) return session
    await sleep(100)
  }
  throw cannotStart(
    `Another Postgres still runs on the data folder ${folder}. Stop it, or set DATA_DIR to another folder.`,
  )
}

/** Only the owner stops the server at exit, because a server that we started may by then belong to another process. */
async function takeOwnership({ postmaster, client }: Session, folder: string): Promise<boolean> {
  leaveRunning(postmaster.pid)
  const isOwner = await acquireOwnership(client, folder)
  if (isOwner) stopAtExit(postmaster.pid)
  return isOwner
}

/** Connects to the server that already runs on the cluster, unless it rejects the folder's password. */
async function adopt(cluster: string, password: string): Promise<Session | undefined> {
  const postmaster = await findPostmaster(cluster)
  if (!postmaster) return undefined
  const client = await connect(postmaster.port, password).catch(() => undefined)
  if (!client) return undefined
  const isOurs = await servesCluster(cluster, client)
  if (isOurs) return { postmaster, client }
  await client.end()
  if (isOurs === false) await removeStalePidFile(cluster)
  return undefined
}

async function begin(
  { site, password, settings }: Database,
  port: number | undefined,
): Promise<Session | undefined> {
  const postmaster = await launch(site, settings, port === undefined ? undefined : () => port)
  if (!postmaster) return undefined
  try {
    return { postmaster, client: await connect(postmaster.port, password) }
  } catch (thrown) {
    await shutDown(postmaster)
    throw thrown
  }
}

/** Restarts the server at the same address whenever it dies, until it is stopped. */
async function serve(
  database: Database,
  session: Session,
  onLost: (reason: AppError) => void,
): Promise<EmbeddedServer> {
  const { port } = session.postmaster
  let current = Promise.resolve(session)
  let stopped: Promise<void> | undefined

  function watch({ client, postmaster }: Session): void {
    client.once('end', () => {
      if (stopped) return
      leaveRunning(postmaster.pid)
      current = openSession(database, port)
      current.then(watch, (thrown) => onLost(toStartupError(database.site.folder, thrown)))
    })
  }
  const stop = () => {
    stopped ??= current.then(close, () => undefined)
    return stopped
  }
  try {
    if (!(await databaseExists(session.client))) await createDatabase(session.client)
  } catch (thrown) {
    await stop()
    throw thrown
  }
  watch(session)
  return { url: databaseUrl(session.postmaster, database.password), stop }
}

/** Disables SSL explicitly, because PGSSLMODE in the environment could require it. */
function databaseUrl({ port }: Postmaster, password: string): string {
  return `postgres://docket:${password}@127.0.0.1:${port}/docket?sslmode=disable`
}

/** Keeps the lock until the server is down, so that no other process adopts a stopping server. */
async function close({ postmaster, client }: Session) {
  await shutDown(postmaster)
  leaveRunning(postmaster.pid)
  await client.end()
}
