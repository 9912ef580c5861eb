import { type Core, createCore } from '../app/core.ts'
import { startGateway } from '../app/gateway.ts'
import { createServices } from '../app/services.ts'
import { startWeb } from '../app/web.ts'
import { startFollowing, startNotifying, startWorking } from '../app/worker.ts'
import { type Config, readConfig, readMisspellings } from '../config.ts'
import { StartupError } from '../domain/errors/errors.ts'
import { allowHeapGrowth } from '../app/heap-growth.ts'
import { serveAssistant } from '../mcp/server.ts'
import { startAlerts, startMetrics } from '../app/operations.ts'
import { packageVersion } from '../app/package-info.ts'
import { startRetention } from '../app/retention.ts'
import { createLog } from '../app/log.ts'
import { stopSignal } from '../app/stop-signals.ts'
import { describeMisspelling } from '../settings/misspellings.ts'

export { doctor } from './doctor/doctor.ts'

/** Runs everything in one process, with an embedded database unless DATABASE_URL is set. */
export function up(): Promise<number> {
  return runUntilStopped('warn', createServices, async (services) => {
    startWorking(services)
    startNotifying(services)
    startFollowing(services)
    startRetention(services)
    startAlerts(services)
    printLine(
      `Docket is running at ${await startWeb(services)} (data in ${services.config.DATA_DIR})`,
    )
  })
}

export function serve(): Promise<number> {
  requireDatabase('serve')
  return runUntilStopped('info', createServices, async (services) => {
    startAlerts(services)
    printLine(`Docket is listening at ${await startWeb(services)}`)
  })
}

export function work(): Promise<number> {
  requireDatabase('work')
  return runUntilStopped('info', createServices, async (services) => {
    startWorking(services)
    startNotifying(services)
    startFollowing(services)
    startRetention(services)
    startAlerts(services)
    printLine('Docket worker is running')
  })
}

/** Stateless, so it needs no database. */
export function gateway(): Promise<number> {
  return runUntilStopped('info', createCore, async (core) => {
    printLine(`Docket gateway is listening at ${await startGateway(core)}`)
  })
}

export async function migrate(): Promise<number> {
  const { config, log } = readSettings('warn')
  const services = await createServices(config, { log })
  await services.close()
  printLine('Database schema is up to date')
  return 0
}

/** Serves a running Docket's tools to assistants. */
export async function mcp(): Promise<number> {
  const { DOCKET_URL: url, DOCKET_TOKEN: token } = readSettings('warn').config
  if (token === undefined) {
    const sentence = `docket mcp needs DOCKET_TOKEN, an API key for ${url}. Create one on that server: docket keys create assistant`
    throw new StartupError('BAD_SETTING', sentence)
  }
  await serveAssistant({ url, token, version: await packageVersion() })
  return 0
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Separate processes must share one database; only `docket up` uses the embedded database. */
function requireDatabase(verb: string): void {
  if (readConfig().DATABASE_URL !== undefined) return
  const sentence = `docket ${verb} needs DATABASE_URL. To run everything on this machine: docket up`
  throw new StartupError('BAD_SETTING', sentence)
}

type Level = Parameters<typeof createLog>[0]

/** Warns about variables that look like misspelled or renamed settings. */
function readSettings(level: Level): { config: Config; log: Core['log'] } {
  const config = readConfig()
  const log = createLog(config.LOG_LEVEL ?? level)
  for (const misspelling of readMisspellings()) {
    log.warn(misspelling, describeMisspelling(misspelling))
  }
  return { config, log }
}

async function runUntilStopped<Opened extends Core>(
  level: Level,
  open: (config: Config, overrides: { log: Core['log'] }) => Promise<Opened>,
  start: (opened: Opened) => Promise<void>,
): Promise<number> {
  allowHeapGrowth()
  const { config, log } = readSettings(level)
  const stopped = stopSignal()
  const opened = await open(config, { log })
  try {
    await startMetrics(opened)
    await start(opened)
    await stopped
  } finally {
    await opened.close()
  }
  // Nonzero if a part of Docket requested the shutdown.
  return Number(process.exitCode ?? 0)
}
