import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { getSystemErrorCode } from '../../domain/errors/system-error.ts'
import { cannotStart } from './failure.ts'
import { dataDirectoryFileExists, tryOwnerLock } from './owner.sql.ts'

const wakeLimitMs = 60_000
/**
 * Number of attempts, which take at least three seconds. A time limit would also count the time during which the
 * process is suspended.
 */
const lockTries = 60

/** Connects to the maintenance database; waits while the server starts, recovers or stops. */
export async function connect(port: number, password: string): Promise<pg.Client> {
  const deadline = performance.now() + wakeLimitMs
  for (;;) {
    try {
      return await connectOnce(port, password)
    } catch (thrown) {
      const isBusy = getSystemErrorCode(thrown) === '57P03'
      if (!isBusy || performance.now() > deadline) throw thrown
    }
    await sleep(25)
  }
}

async function connectOnce(port: number, password: string): Promise<pg.Client> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'docket',
    password,
    database: 'postgres',
    ssl: false,
    application_name: 'docket owner',
    connectionTimeoutMillis: 5_000,
  })
  // Without a listener, the loss of an idle session would end the process.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/**
 * Returns whether the server uses exactly this cluster. A copied folder contains the original's pid file and password,
 * but the original's server does not see a file created in the copy. Undefined if the server has stopped.
 */
export async function servesCluster(
  cluster: string,
  client: pg.Client,
): Promise<boolean | undefined> {
  const name = `docket-${randomUUID()}`
  await writeFile(join(cluster, name), '')
  try {
    return await dataDirectoryFileExists(client, name).catch(ignoreStoppedServer)
  } finally {
    await rm(join(cluster, name))
  }
}

/**
 * Makes this session the owner of the folder until it ends. False if the server has stopped, as it does while the
 * previous owner shuts down. Postgres releases a killed owner's lock within moments.
 */
export async function acquireOwnership(client: pg.Client, folder: string): Promise<boolean> {
  for (let tries = 0; tries < lockTries; tries++) {
    const isOwner = await tryOwnerLock(client).catch(ignoreStoppedServer)
    if (isOwner === undefined) return false
    if (isOwner) return true
    await sleep(50)
  }
  await client.end()
  throw cannotStart(
    `Docket is already running on the data folder ${folder}; stop it first or set DATA_DIR to another folder.`,
  )
}

/** These statements fail only if their connection does. */
function ignoreStoppedServer(): undefined {}
