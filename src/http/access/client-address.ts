import { isIP, isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Without the zone that a link-local address carries, and null for what is no address. */
export function addressOf({ ip }: Pick<FastifyRequest, 'ip'>): string | null {
  const [address = ''] = ip.split('%')
  return isIP(address) ? address : null
}

/** Where a request comes from, as far as limits tell places apart. */
export function networkAsking(request: Pick<FastifyRequest, 'ip'>): string {
  return networkOf(addressOf(request) ?? request.ip)
}

/** What one customer of a provider has: an IPv4 address, or 64 bits of an IPv6 one. */
export function networkOf(address: string): string {
  const mapped = address.replace(/^::ffff:/i, '')
  if (isIPv4(mapped)) return mapped
  const [head = '', tail = ''] = address.toLowerCase().split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail.split(':').filter(Boolean)
  const zeros = Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4)
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}
