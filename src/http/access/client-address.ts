import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { toNetwork } from '../../domain/api/network.ts'

/**
 * Returns the client's address without a link-local zone, without the port that some proxies append, and without the
 * IPv6 prefix of an IPv4 address on a dual-stack socket. Returns null if the result is not an IP address.
 */
export function clientAddress({ ip }: Pick<FastifyRequest, 'ip'>): string | null {
  const withoutPort = /^\[(.+)\](?::\d+)?$/.exec(ip)?.[1] ?? ip.replace(/^([\d.]+):\d+$/, '$1')
  const [address = ''] = withoutPort.split('%')
  const mapped = address.replace(/^::ffff:(?=[\d.]+$)/i, '')
  return isIP(mapped) ? mapped : null
}

/** Returns the network to which the request's rate limits apply. */
export function clientNetwork(request: Pick<FastifyRequest, 'ip'>): string {
  return toNetwork(clientAddress(request) ?? request.ip)
}
