import { createDocket, type Docket } from '../../client/docket.ts'
import { baseUrlError } from '../../client/response-error.ts'
import { isFetchable } from '../../client/url.ts'
import { note, type OutputOptions } from '../io/print.ts'
import { UsageError } from '../io/usage.ts'

export interface ServerOptions extends OutputOptions {
  server: string
  token?: string
}

interface ConnectOptions extends ServerOptions {
  cookies?: Map<string, string>
}

/**
 * Creates a client for the server. Without `cookies`, its session lasts for as long as the command runs. `say` reports
 * long waits; by default, they are written to stderr unless the command is quiet.
 */
export function connect(
  { server: baseUrl, token, quiet = false, cookies }: ConnectOptions,
  say: (line: string) => void = (line) => note(line, { quiet }),
): Docket {
  requireServer(baseUrl)
  return createDocket({
    baseUrl,
    onWait(seconds, { code, retryAfterSeconds }) {
      if (!retryAfterSeconds) return
      const cause = code === 'RATE_LIMITED' ? 'Rate limit reached' : 'The server is busy'
      say(`${cause}. Retrying in ${Math.ceil(seconds)} s.`)
    },
    ...(cookies && { cookies }),
    ...(token && { token }),
  })
}

export function requireServer(server: string): void {
  if (!isFetchable(server)) throw new UsageError(baseUrlError(server).message)
}

/** Throws if there is no token, because each command would otherwise start a new session without any jobs. */
export function requireToken({ server, token }: ServerOptions): void {
  if (token) return
  throw new UsageError(
    `This command needs a token for ${server}: set DOCKET_TOKEN or pass --token. To create one, run this on the server: docket keys create NAME`,
  )
}

/** Aborts on Ctrl-C and SIGTERM until `release` is called. */
export function createStopSignal(): { signal: AbortSignal; release: () => void } {
  const stop = new AbortController()
  const onSignal = () => stop.abort()
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
  const release = () => void process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  return { signal: stop.signal, release }
}
