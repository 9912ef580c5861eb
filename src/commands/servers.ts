import { type CoreServices, createCore } from '../app/core.ts'
import { startGateway } from '../app/gateway.ts'
import { createServices, type Services } from '../app/services.ts'
import { startWeb } from '../app/web.ts'
import { startSheetChecks, startNotifications, startWorking } from '../app/worker.ts'
import { type Config, readConfig } from '../config.ts'
import { StartupError } from '../domain/errors/app-error.ts'
import { type OutputOptions, printJsonLine, printLine } from '../cli/io/print.ts'
import { allowHeapGrowth } from '../app/heap-growth.ts'
import { startAlerts, startMetrics } from '../app/operations.ts'
import { startMailbox } from '../app/mailbox.ts'
import { startRetention } from '../app/retention.ts'
import { readSettings } from './read-settings.ts'
import { waitForStopSignal } from '../app/stop-signals.ts'

export async function doctor(options: OutputOptions): Promise<number> {
  const checking = await import('./doctor/doctor.ts')
  return checking.doctor(options)
}

/** Starts all background work of `up` and `work`. */
function startProcessing(services: Services): void {
  startWorking(services)
  startNotifications(services)
  startSheetChecks(services)
  startMailbox(services)
  startRetention(services)
  startAlerts(services)
}

/** Runs everything in one process, with an embedded database unless DATABASE_URL is set. */
export function up(options: OutputOptions): Promise<number> {
  return runUntilStopped(options, createServices, async (services) => {
    startProcessing(services)
    const url = await startWeb(services)
    const { DATA_DIR } = services.config
    return { url, message: `Docket is running at ${url} (data in ${DATA_DIR})` }
  })
}

export function serve(options: OutputOptions): Promise<number> {
  requireDatabase('serve')
  return runUntilStopped(options, createServices, async (services) => {
    startAlerts(services)
    const url = await startWeb(services)
    return { url, message: `Docket is listening at ${url}` }
  })
}

export function work(options: OutputOptions): Promise<number> {
  requireDatabase('work')
  return runUntilStopped(options, createServices, async (services) => {
    startProcessing(services)
    return { url: null, message: 'Docket worker is running' }
  })
}

/** Runs a gateway. It is stateless, so it needs no database. */
export function gateway(options: OutputOptions): Promise<number> {
  return runUntilStopped(options, createCore, async (core) => {
    const url = await startGateway(core)
    return { url, message: `Docket gateway is listening at ${url}` }
  })
}

export async function migrate(options: OutputOptions): Promise<number> {
  const { config, log } = readSettings('warn')
  const services = await createServices(config, { log })
  await services.close()
  announce({ message: 'Database schema is up to date' }, options)
  return 0
}

/** Prints what a command has done or started. */
function announce({ message, ...facts }: Announcement, { json, quiet }: OutputOptions): void {
  if (json) printJsonLine({ ok: true, ...facts })
  else if (!quiet) printLine(message)
}

interface Announcement {
  message: string
  /** Address of the server that was started. */
  url?: string | null
}

/**
 * Throws if no database is configured: separate processes must share one, and only `docket up` has an embedded
 * database.
 */
function requireDatabase(verb: string): void {
  if (readConfig().DATABASE_URL !== undefined) return
  const sentence = `docket ${verb} requires DATABASE_URL. To run everything on this machine: docket up`
  throw new StartupError('BAD_SETTING', sentence)
}

async function runUntilStopped<Opened extends CoreServices>(
  options: OutputOptions,
  open: (config: Config, overrides: { log: CoreServices['log'] }) => Promise<Opened>,
  start: (opened: Opened) => Promise<Announcement>,
): Promise<number> {
  allowHeapGrowth()
  const { config, log } = readSettings('info')
  const stopped = waitForStopSignal()
  const opened = await open(config, { log })
  try {
    await startMetrics(opened)
    announce(await start(opened), options)
    await stopped
  } finally {
    await opened.close()
  }
  // Nonzero if a part of Docket requested the shutdown.
  return Number(process.exitCode ?? 0)
}
