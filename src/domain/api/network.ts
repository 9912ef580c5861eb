const ipv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/

/** Returns the address range that a provider assigns to one customer: a single IPv4 address or an IPv6 /64. */
export function toNetwork(address: string): string {
  const mapped = address.replace(/^::ffff:/i, '')
  if (ipv4.test(mapped)) return mapped
  const [head = '', tail = ''] = address.toLowerCase().split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail.split(':').filter(Boolean)
  const zeros = Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4)
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}

/** Formats the range in CIDR notation. */
export function toCidr(network: string): string {
  return ipv4.test(network) ? `${network}/32` : `${network}::/64`
}
