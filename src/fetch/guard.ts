/**
 * SSRF protection for all URLs that users supply. Only http and https on ports 80 and 443 are allowed, without
 * credentials, to hosts whose every address is public (addresses.ts) or in a network that the administrator allows. A host is resolved once, and the connection
 * goes only to the addresses that were checked, so DNS rebinding has no effect. Every redirect is checked again, and
 * none may lead from https to http. URL spellings are left to the WHATWG parser, and the parsed URL that was checked
 * is the one that is requested. Names are resolved by c-ares, because getaddrinfo shares four threads with all file
 * access.
 */

import { isIP } from 'node:net'
import { AppError } from '../domain/errors/errors.ts'
import { createNetworkCheck, isLoopback, isPublic } from './addresses.ts'
import type { ResolveHost } from './resolve.ts'

/** Every rejection is the same `BLOCKED_URL`, even for unknown hosts, so that nobody can probe our network. */
export interface Guard {
  /** Checks everything that needs no DNS; `base` resolves relative URLs. */
  parse(text: string, base?: URL): URL
  /** Returns the addresses that may be connected to. One blocked address rejects the host. */
  resolveAddresses(url: URL, signal: AbortSignal): Promise<string[]>
}

export interface GuardOptions {
  resolve: ResolveHost
  /** For tests: allows loopback on any port. */
  allowLoopback: boolean
  /** Private addresses and networks, separated by commas, that may be reached on any port. */
  allowedNetworks?: string | undefined
}

const maxUrlLength = 4000
/** Keeps a hostile name server from making us connect to thousands of hosts. */
const maxPerFamily = 4

export function createGuard({ resolve, allowLoopback, allowedNetworks }: GuardOptions): Guard {
  const isAllowed = createNetworkCheck(allowedNetworks ?? '')
  /** A name may resolve to an address in one of these networks, which is not known until then. */
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
      // The WHATWG parser normalises decimal, octal, short and full-width addresses.
      if (!URL.canParse(text, base?.href)) throw new AppError('BLOCKED_URL')
      const url = new URL(text, base)
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
