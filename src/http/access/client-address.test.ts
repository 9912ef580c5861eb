import { describe, expect, it } from 'vitest'
import { toNetwork } from '../../domain/api/network.ts'
import { clientAddress } from './client-address.ts'

describe('the client address', () => {
  it('omits the zone and is null if unknown', () => {
    expect(clientAddress({ ip: 'fe80::1%eth0' })).toBe('fe80::1')
    expect(clientAddress({ ip: '192.0.2.7' })).toBe('192.0.2.7')
    expect(clientAddress({ ip: 'a socket' })).toBeNull()
  })

  it.each([
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:4711', '192.0.2.7'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['1:2', null],
    ['192.0.2.7:x', null],
  ])('normalises %s to %s, so that it always counts towards the same limit', (ip, address) => {
    expect(clientAddress({ ip })).toBe(address)
  })

  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2'],
    ['::1', '0:0:0:0'],
  ])('%s belongs to %s', (address, network) => {
    expect(toNetwork(address)).toBe(network)
  })
})
