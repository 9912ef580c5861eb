import { isIP } from 'node:net'
import { AppError } from '../domain/errors/errors.ts'
import { isLoopback, isPublic } from './addresses.ts'
import type { Resolve } from './resolve.ts'

/**
 * Decides which addresses Docket may fetch from: the public internet by http and https. Every refusal is the
 * same `BLOCKED_URL`, also for a host that does not exist, so that nobody learns from it what there is
 * in our own network.
 */
export interface Guard {
  /** A URL that may be followed as far as can be told without asking the DNS; `base` is where a link stands. */
  parse(text: string, base?: URL): URL
  /** The addresses that may be connected to for such a URL. One that may not condemns all others with it. */
  addressesOf(url: URL, signal: AbortSignal): Promise<string[]>
}

export interface GuardOptions {
  resolve: Resolve
  /** For our tests: this machine itself, on any port. */
  allowLoopback: boolean
}

const longest = 4000

export function createGuard({ resolve, allowLoopback }: GuardOptions): Guard {
  function mayConnect(address: string, port: number): boolean {
    return (isPublic(address) && isWebPort(port)) || (allowLoopback && isLoopback(address))
  }

  function isRefused(url: URL): boolean {
    if (!['http:', 'https:'].includes(url.protocol) || url.href.length > longest) return true
    if (url.username !== '' || url.password !== '') return true
    const host = hostOf(url)
    if (isIP(host)) return !mayConnect(host, portOf(url))
    return !isWebPort(portOf(url)) && !allowLoopback
  }

  return {
    parse(text, base) {
      // Reads the odd spellings of addresses (decimal, octal, short, full-width …) as a browser does.
      if (!URL.canParse(text, base?.href)) throw new AppError('BLOCKED_URL')
      const url = new URL(text, base)
      url.hash = ''
      url.hostname = url.hostname.replace(/\.$/, '')
      const isDowngrade = base?.protocol === 'https:' && url.protocol !== 'https:'
      if (isDowngrade || isRefused(url)) throw new AppError('BLOCKED_URL')
      return url
    },
    async addressesOf(url, signal) {
      const host = hostOf(url)
      const addresses = isIP(host) ? [host] : await resolve(host, signal)
      const areFine = addresses.every((address) => mayConnect(address, portOf(url)))
      if (addresses.length === 0 || !areFine) throw new AppError('BLOCKED_URL')
      return addresses
    },
  }
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

function portOf(url: URL): number {
  return Number(url.port || (url.protocol === 'https:' ? 443 : 80))
}

function isWebPort(port: number): boolean {
  return port === 80 || port === 443
}
