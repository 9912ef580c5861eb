import { sandboxLimits } from '../extraction/sandbox/child-limits.ts'
import { createGateway } from '../http/servers/gateway.ts'
import type { CoreServices } from './core.ts'
import { listen } from './listen.ts'
import { packageVersion } from './package-info.ts'

/** Starts the gateway, which reads documents for remote workers. Returns its URL. */
export async function startGateway(core: CoreServices): Promise<string> {
  const { config, log, openSandbox, onClose } = core
  const server = await createGateway(
    {
      ...core,
      meter: core.metrics,
      sandbox: openSandbox({ size: config.WORKER_CONCURRENCY }),
      version: await packageVersion(),
      maxUploadBytes: config.MAX_UPLOAD_MB * 1024 * 1024,
      // Admits one waiting request per running request, so that no request waits longer than it takes to read one
      // document.
      maxConcurrent: 2 * config.WORKER_CONCURRENCY,
      idleMs: (2 * sandboxLimits.seconds + 30) * 1000,
      shutdownGraceMs: config.SHUTDOWN_GRACE_SECONDS * 1000,
    },
    log,
  )
  onClose(() => server.close())
  return listen(server, config)
}
