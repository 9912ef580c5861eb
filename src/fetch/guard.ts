/**
 * SSRF protection for all URLs that users supply. Allows only http and https on ports 80 and 443, without credentials,
 * and only hosts whose addresses are all public (addresses.ts) or in a network that the administrator allows. A host is
 * resolved once, and connections go only to the addresses that were checked, so DNS rebinding has no effect. Every
 * redirect is checked again, and none may lead from https to http. The WHATWG parser handles all spellings of a URL,
 * and the parsed URL that was checked is the one that is requested. c-ares resolves names, because getaddrinfo shares
 * four threads with all file access.
 */

import { parseUrl } from '../domain/values/parse-url.ts'
import { isIP } from 'node:net'
import { AppError } from '../domain/errors/app-error.ts'
import { createNetworkCheck, isLoopback, isPublic } from './addresses.ts'
import type { ResolveHost } from './resolve.ts'

/**
 * Checks URLs. Every rejection is the same `BLOCKED_URL`, even for hosts that do not exist, so that nobody can probe
 * the internal network.
 */
export interface Guard {
  /** Parses the URL and runs all checks that do not need DNS. `base` resolves relative URLs. */
  parse(text: string, base?: URL): URL
  /** Returns the addresses to which connections are allowed. Rejects the host if any of its addresses is blocked. */
  resolveAddresses(url: URL, signal: AbortSignal): Promise<string[]>
}

export interface GuardOptions {
  resolve: ResolveHost
  /** Allows loopback on any port; only for tests. */
  allowLoopback: boolean
  /** Private addresses and networks, separated by commas, to which connections are allowed on any port. */
  allowedNetworks?: string | undefined
}

const maxUrlLength = 4000
/**
 * Maximum number of addresses per family, so that a hostile name server cannot make Docket connect to thousands of
 * hosts.
 */
const maxPerFamily = 4

export function createGuard({ resolve, allowLoopback, allowedNetworks }: GuardOptions): Guard {
  const isAllowed = createNetworkCheck(allowedNetworks ?? '')
  /**
   * True if every port must be accepted before DNS resolution, because a name may resolve to an address for which any
   * port is allowed.
   */
  const allowsAnyPort = allowLoopback || allowedNetworks !== undefined

  function mayConnect(address: string, port: number): boolean {
    if (isAllowed(address)) return true
    return (isPublic(address) && isWebPort(port)) || (allowLoopback && isLoopback(address))
  }

  function isBlocked(url: URL): boolean {
    if (!['http:', 'https:'].includes(url.protocol) || url.href.length > maxUrlLength) return true
    if (url.username !== '' || url.password !== '') return true
    const host = hostname(url)
    if (isIP(host)) return !mayConnect(host, portNumber(url))
    return !isWebPort(portNumber(url)) && !allowsAnyPort
  }

  return {
    parse(text, base) {
      // The WHATWG parser normalises addresses in decimal, octal, short and full-width notation.
      const url = parseUrl(text, base)
      if (!url) throw new AppError('BLOCKED_URL')
      url.hash = ''
      url.hostname = url.hostname.replace(/\.$/, '')
      const isDowngrade = base?.protocol === 'https:' && url.protocol !== 'https:'
      if (isDowngrade || isBlocked(url)) throw new AppError('BLOCKED_URL')
      return url
    },
    async resolveAddresses(url, signal) {
      const host = hostname(url)
      const addresses = isIP(host) ? [host] : await resolve(host, signal)
      const areAllowed = addresses.every((address) => mayConnect(address, portNumber(url)))
      if (addresses.length === 0 || !areAllowed) throw new AppError('BLOCKED_URL')
      return [4, 6].flatMap((family) =>
        addresses.filter((address) => isIP(address) === family).slice(0, maxPerFamily),
      )
    },
  }
}

function hostname(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

function portNumber(url: URL): number {
  return Number(url.port || (url.protocol === 'https:' ? 443 : 80))
}

function isWebPort(port: number): boolean {
  return port === 80 || port === 443
}
