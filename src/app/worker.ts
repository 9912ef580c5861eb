import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { backgroundNiceness } from '../extraction/sandbox/child-limits.ts'
import { createFetch } from '../fetch/fetch.ts'
import { createPost } from '../fetch/post.ts'
import { checkSubscribedSheets } from '../jobs/check-newer-sheets.ts'
import { startNotifier } from '../notify/notifier.ts'
import { startPollLoop } from '../notify/poll-loop.ts'
import { rereadAfterUpdate } from '../queue/reread.ts'
import { startWorker, type WorkerOptions } from '../queue/worker.ts'
import { createPipeline, type PipelineDeps } from '../reading/pipeline.ts'
import { createHandler } from '../reading/process-document.ts'
import { readWithGateway } from '../reading/gateway/read-with-gateway.ts'
import { languageModel } from './language-model.ts'
import type { Services } from './services.ts'

/** Claims and reads documents until the services close. */
export function startWorking(services: Services): void {
  const { log, reader } = services
  const worker = startWorker(workerOptions(services))
  void rereadAfterUpdate(services, reader).catch((error: unknown) =>
    log.error({ err: error }, 'cannot queue documents for rereading'),
  )
  services.onClose(() => worker.stop(services.config.SHUTDOWN_GRACE_SECONDS * 1000))
}

type ReaderOverrides = Partial<Pick<PipelineDeps, 'gateway' | 'languageModel'>>

/** Wires up a worker: its reading pipeline, and how it claims jobs. */
export function workerOptions(services: Services, overrides: ReaderOverrides = {}): WorkerOptions {
  const { config, db, log, metrics: meter, tracer, openSandbox, urlGuard, statuses } = services
  // With a gateway, the child processes only probe downloads and write outputs. They start on demand.
  const sandbox = openSandbox({
    size: config.WORKER_CONCURRENCY,
    limits: { niceness: backgroundNiceness },
  })
  const read = createPipeline({
    ...services,
    meter,
    sandbox,
    languageModel: languageModel(config),
    gateway: gatewayStep(services),
    ...overrides,
  })
  return {
    db,
    log,
    meter,
    tracer,
    handler: createHandler({
      ...services,
      read,
      rewrite: sandbox.rewrite,
      sandbox,
      fetchUrl: createFetch(urlGuard),
      maxUploadBytes: config.MAX_UPLOAD_MB * 1024 * 1024,
    }),
    // Unique per start, so that a restarted worker is not mistaken for the previous process.
    workerId: `${config.WORKER_ID ?? hostname()}-${randomBytes(4).toString('hex')}`,
    concurrency: config.WORKER_CONCURRENCY,
    // The sandbox queues extra jobs; a gateway would receive all of them at once.
    extraSlots: config.GATEWAY_URL === undefined ? 3 * config.WORKER_CONCURRENCY : 0,
    leaseSeconds: config.LEASE_TTL_SECONDS,
    pollMs: config.POLL_INTERVAL_MS,
    maxRetries: config.MAX_RETRIES,
    onChange: statuses.changed,
    caps: { gateway: config.MAX_CONCURRENT_GATEWAY_CALLS, llm: config.MAX_CONCURRENT_LLM_CALLS },
  }
}

function gatewayStep({ config, mappings }: Services) {
  const { GATEWAY_URL: url, GATEWAY_TIMEOUT_MS: timeoutMs } = config
  if (url === undefined) return undefined
  const mappingSuffix = config.GATEWAY_MAPPING_SUFFIX
  return readWithGateway({ url, timeoutMs, mappingSuffix, mappings })
}

/** Sends emails and calls webhooks until the services close. */
export function startNotifications({
  config,
  db,
  log,
  mail,
  webhookGuard,
  onClose,
}: Services): void {
  const post = createPost(webhookGuard)
  const notifier = startNotifier({ db, log, pollMs: config.POLL_INTERVAL_MS, post, mail })
  onClose(() => notifier.stop())
}

/** Interval in ms at which a worker looks for sheets in subscribed calendars that are due for a check. */
const sheetPollMs = 60_000

/** Checks the sheets behind subscribed calendars until the services close. */
export function startSheetChecks(services: Services): void {
  const { config, log, urlGuard, openSandbox, onClose } = services
  const closing = new AbortController()
  const maxUploadBytes = config.MAX_UPLOAD_MB * 1024 * 1024
  // Only converts images. The child process starts on demand.
  const sandbox = openSandbox({ size: 1, limits: { niceness: backgroundNiceness } })
  const deps = { ...services, fetchUrl: createFetch(urlGuard), maxUploadBytes, sandbox }
  const loop = startPollLoop(() => checkSubscribedSheets(deps, closing.signal), {
    log,
    pollMs: sheetPollMs,
  })
  onClose(() => {
    closing.abort()
    return loop.stop()
  })
}
