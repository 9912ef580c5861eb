import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { toNetwork } from '../../domain/api/network.ts'

/** Strips the zone from link-local addresses; null if the string is not an IP address. */
export function clientAddress({ ip }: Pick<FastifyRequest, 'ip'>): string | null {
  const [address = ''] = ip.split('%')
  return isIP(address) ? address : null
}

/** The network a request is rate-limited by. */
export function clientNetwork(request: Pick<FastifyRequest, 'ip'>): string {
  return toNetwork(clientAddress(request) ?? request.ip)
}
