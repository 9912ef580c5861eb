import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Logger } from 'pino'
import { type Config, readConfig, readEnvironment } from '../config.ts'
import type { Database } from '../db/db.ts'
import { upgradeCluster } from '../db/copy/upgrade-cluster.ts'
import { findRunningServer, startEmbedded } from '../db/embedded/server.ts'
import { migrate } from '../db/migrate.ts'
import { connectPg } from '../db/pg.ts'
import { readServerVersion } from '../db/server.sql.ts'
import { type AppError, StartupError } from '../domain/errors/app-error.ts'
import { createCloser } from './closer.ts'
import type { CoreServices } from './core.ts'
import { createLog } from './log.ts'
import { packageFolder } from './package-info.ts'

export const migrationsFolder = path.join(packageFolder, 'migrations')

/** Connects to `DATABASE_URL`, or starts the embedded Postgres, and applies migrations. */
export async function openDatabase(
  config: Config,
  log: Logger,
  onClose: CoreServices['onClose'],
): Promise<Database> {
  const url = config.DATABASE_URL ?? (await startOwnServer(config, log, onClose))
  const onError = (error: Error) => log.warn({ err: error }, 'database connection lost')
  const listenUrl = config.DATABASE_URL && config.DATABASE_LISTEN_URL
  const db = connectPg({ url, listenUrl, poolSize: config.DATABASE_POOL_SIZE, onError })
  onClose(db.close)
  await readServerVersion(db).catch((cause: unknown) => {
    const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
    const sentence = `The database at DATABASE_URL cannot be used: ${(reason as Error).message}`
    throw new StartupError('CANNOT_START', sentence, { cause })
  })
  await migrate(db, migrationsFolder)
  return db
}

async function startOwnServer(
  config: Config,
  log: Logger,
  onClose: CoreServices['onClose'],
): Promise<string> {
  const onLost = (reason: AppError) => {
    log.fatal({ err: reason }, 'embedded database stopped and cannot be restarted')
    process.exitCode = 1
    process.kill(process.pid, 'SIGTERM')
  }
  const folder = path.join(config.DATA_DIR, 'postgres')
  const upgrade = await upgradeCluster({ folder, migrations: migrationsFolder })
  if (upgrade)
    log.warn(
      upgrade,
      'embedded database upgraded to a newer Postgres; delete the old cluster once everything works',
    )
  const server = await startEmbedded({ folder, onLost })
  onClose(server.stop)
  return server.url
}

/**
 * Opens only the database, for a single command. Uses the embedded server of a running Docket, if there is one. Creates
 * a database only in a folder named in the settings, so that a command run in the wrong folder does not act on a new,
 * empty database.
 */
export async function withDatabase<Result>(
  work: (db: Database, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = readConfig()
  const folder = path.join(config.DATA_DIR, 'postgres')
  if (!config.DATABASE_URL && readEnvironment().DATA_DIR === undefined && !existsSync(folder)) {
    const sentence = `There is no database in ${config.DATA_DIR}. Run this command where Docket runs, or set DATA_DIR or DATABASE_URL.`
    throw new StartupError('BAD_SETTING', sentence)
  }
  const { close, onClose } = createCloser()
  try {
    const url = config.DATABASE_URL ?? (await findRunningServer(folder))
    const settings = { ...config, ...(url !== undefined && { DATABASE_URL: url }) }
    const log = createLog(config.LOG_LEVEL ?? 'warn')
    return await work(await openDatabase(settings, log, onClose), config)
  } finally {
    await close()
  }
}
