import { isIP, isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Strips the zone from link-local addresses; null if the string is not an IP address. */
export function clientAddress({ ip }: Pick<FastifyRequest, 'ip'>): string | null {
  const [address = ''] = ip.split('%')
  return isIP(address) ? address : null
}

/** The network a request is rate-limited by. */
export function clientNetwork(request: Pick<FastifyRequest, 'ip'>): string {
  return toNetwork(clientAddress(request) ?? request.ip)
}

/** The range allocated to one customer: an IPv4 address or an IPv6 /64. */
export function toNetwork(address: string): string {
  const mapped = address.replace(/^::ffff:/i, '')
  if (isIPv4(mapped)) return mapped
  const [head = '', tail = ''] = address.toLowerCase().split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail.split(':').filter(Boolean)
  const zeros = Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4)
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}
