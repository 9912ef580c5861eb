import { BlockList, isIP } from 'node:net'

/** IANA special-purpose IPv4 ranges, and one address that only looks public. */
const nonPublic4 = blockList('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Azure's host endpoint, which issues credentials.
  '168.63.129.16/32',
])

/**
 * Public IPv6 addresses are in 2000::/3. All others are blocked, including those that embed an IPv4 address: mapped,
 * translated, compatible, NAT64.
 */
const public6 = blockList('ipv6', ['2000::/3'])
const nonPublic6 = blockList('ipv6', [
  '2001::/23', // Teredo, benchmarking, ORCHID
  '2001:db8::/32',
  '2002::/16', // 6to4 embeds IPv4
  '3fff::/20',
])

const loopback4 = blockList('ipv4', ['127.0.0.0/8'])
const loopback6 = blockList('ipv6', ['::1/128'])

export function isPublic(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !nonPublic4.check(address, 'ipv4')
    case 6:
      return public6.check(address, 'ipv6') && !nonPublic6.check(address, 'ipv6')
    default:
      return false
  }
}

export function isLoopback(address: string): boolean {
  return isIP(address) === 6
    ? loopback6.check(address, 'ipv6')
    : isIP(address) === 4 && loopback4.check(address, 'ipv4')
}

/** Creates a check from addresses and networks (10.0.0.0/8, 192.0.2.1, fd00::/8), separated by commas. */
export function createNetworkCheck(list: string): (address: string) => boolean {
  const entries = list
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  const ranges = (version: 4 | 6) =>
    entries
      .filter((one) => isIP(one.replace(/\/.*/, '')) === version)
      .map((one) => (one.includes('/') ? one : `${one}/${version === 4 ? 32 : 128}`))
  const lists = { 4: blockList('ipv4', ranges(4)), 6: blockList('ipv6', ranges(6)) }
  return (address) => {
    const version = isIP(address)
    if (version !== 4 && version !== 6) return false
    return lists[version].check(address, version === 4 ? 'ipv4' : 'ipv6')
  }
}

function blockList(family: 'ipv4' | 'ipv6', ranges: string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/')
    list.addSubnet(address, Number(prefix), family)
  }
  return list
}
