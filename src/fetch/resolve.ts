import { Resolver } from 'node:dns/promises'
import { AppError } from '../domain/errors/app-error.ts'
import { getSystemErrorCode } from '../domain/errors/system-error.ts'

/** Returns all of a host's IPv4 and IPv6 addresses, or none if the host does not exist. */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<string[]>

/** DNS error codes that mean "no such host". */
const notFoundCodes = ['ENOTFOUND', 'ENODATA', 'EBADNAME', 'EFORMERR']

/**
 * Creates a resolver that uses c-ares. getaddrinfo shares four threads with all file access, and a deliberately slow
 * DNS server could block them.
 */
export function createResolver(servers?: readonly string[]): ResolveHost {
  return async (host, signal) => {
    signal.throwIfAborted()
    const resolver = new Resolver({ timeout: 3000, tries: 2 })
    if (servers) resolver.setServers(servers)
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel)
    try {
      const responses = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
      return collectAddresses(responses)
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }
}

function collectAddresses(responses: PromiseSettledResult<string[]>[]): string[] {
  const addresses = responses.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  if (addresses.length > 0) return addresses
  for (const response of responses) {
    if (
      response.status === 'rejected' &&
      !notFoundCodes.includes(getSystemErrorCode(response.reason) ?? '')
    ) {
      throw new AppError('FETCH_FAILED', undefined, { cause: response.reason })
    }
  }
  return []
}
