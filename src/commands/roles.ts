import { type Core, createCore } from '../app/core.ts'
import { startGateway } from '../app/gateway.ts'
import { createServices } from '../app/services.ts'
import { startWeb } from '../app/web.ts'
import { startNotifying, startWorking } from '../app/worker.ts'
import { type Config, readConfig } from '../config.ts'
import { AppError } from '../domain/errors/errors.ts'
import { giveHeapRoom } from '../app/heap-room.ts'
import { serveAssistant } from '../mcp/server.ts'
import { startAlerts, startMetrics } from '../app/operations.ts'
import { packageVersion } from '../app/package-info.ts'
import { startRetention } from '../app/retention.ts'
import { createLog } from '../app/log.ts'
import { stopSignal } from '../app/stop-signals.ts'

export { doctor } from './doctor/doctor.ts'

/** Everything in one process, and the database too where none is given. */
export function up(): Promise<number> {
  return runUntilStopped('warn', createServices, async (services) => {
    startWorking(services)
    startNotifying(services)
    startRetention(services)
    startAlerts(services)
    say(`Docket is running at ${await startWeb(services)} (data in ${services.config.DATA_DIR})`)
  })
}

export function serve(): Promise<number> {
  requireDatabase('serve')
  return runUntilStopped('info', createServices, async (services) => {
    startAlerts(services)
    say(`Docket is listening at ${await startWeb(services)}`)
  })
}

export function work(): Promise<number> {
  requireDatabase('work')
  return runUntilStopped('info', createServices, async (services) => {
    startWorking(services)
    startNotifying(services)
    startRetention(services)
    startAlerts(services)
    say('Docket worker is running')
  })
}

/** Needs no database: it keeps nothing. */
export function gateway(): Promise<number> {
  return runUntilStopped('info', createCore, async (core) => {
    say(`Docket gateway is listening at ${await startGateway(core)}`)
  })
}

export async function migrate(): Promise<number> {
  const config = readConfig()
  const services = await createServices(config, { log: createLog(config.LOG_LEVEL ?? 'warn') })
  await services.close()
  say('Database schema is up to date')
  return 0
}

/** Gives assistants the tools of a Docket that runs here or elsewhere. */
export async function mcp(): Promise<number> {
  const { DOCKET_URL: url, DOCKET_TOKEN: token } = readConfig()
  if (token === undefined) {
    const sentence = `docket mcp needs DOCKET_TOKEN, an API key for ${url}. Create one on that server: docket keys create assistant`
    throw new AppError('BAD_SETTING', sentence)
  }
  await serveAssistant({ url, token, version: await packageVersion() })
  return 0
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** The processes of a fleet meet in one database; an embedded one belongs to `docket up` alone. */
function requireDatabase(verb: string): void {
  if (readConfig().DATABASE_URL !== undefined) return
  const sentence = `docket ${verb} needs DATABASE_URL. To run everything on this machine: docket up`
  throw new AppError('BAD_SETTING', sentence)
}

type Level = Parameters<typeof createLog>[0]

async function runUntilStopped<Opened extends Core>(
  level: Level,
  open: (config: Config, overrides: { log: Core['log'] }) => Promise<Opened>,
  start: (opened: Opened) => Promise<void>,
): Promise<number> {
  giveHeapRoom()
  const config = readConfig()
  const stopped = stopSignal()
  const opened = await open(config, { log: createLog(config.LOG_LEVEL ?? level) })
  try {
    await startMetrics(opened)
    await start(opened)
    await stopped
  } finally {
    await opened.close()
  }
  // Nonzero when Docket itself asked for the end.
  return Number(process.exitCode ?? 0)
}
