import { Resolver } from 'node:dns/promises'
import { AppError } from '../domain/errors/errors.ts'
import { codeOf } from '../domain/errors/system-error.ts'

/** All addresses of a host, each family asked once; none where there is no such host. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<string[]>

/** What the DNS says when it is in order and has nothing to give. */
const nothingThere = ['ENOTFOUND', 'ENODATA', 'EBADNAME', 'EFORMERR']

/**
 * Asks the DNS, by `servers` or else by those of the system. Not getaddrinfo: that has four threads, which it
 * shares with all files, and a host whose DNS is slow on purpose could hold them.
 */
export function createResolve(servers?: readonly string[]): Resolve {
  return async (host, signal) => {
    signal.throwIfAborted()
    const resolver = new Resolver({ timeout: 3000, tries: 2 })
    if (servers) resolver.setServers(servers)
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel)
    try {
      const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
      return addressesIn(answers)
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }
}

function addressesIn(answers: PromiseSettledResult<string[]>[]): string[] {
  const addresses = answers.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  if (addresses.length > 0) return addresses
  for (const answer of answers) {
    if (answer.status === 'rejected' && !nothingThere.includes(codeOf(answer.reason) ?? '')) {
      throw new AppError('FETCH_FAILED', undefined, { cause: answer.reason })
    }
  }
  return []
}
