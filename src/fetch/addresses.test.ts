import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLoopback, isPublic } from './addresses.ts'

const octet = fc.integer({ min: 0, max: 255 })
const group = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16))

const publicAddresses = [
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.1',
  '192.167.255.255',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:830::200e',
  '2001:4860:4860::8888',
]

const otherAddresses = [
  '0.0.0.0',
  '0.255.255.255',
  '10.0.0.0',
  '10.255.255.255',
  '100.64.0.0',
  '100.100.100.200',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.0',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.0',
  '192.168.255.255',
  '198.18.0.0',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.7',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:127.0.0.1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::7f00:1',
  '100::1',
  '2001::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'localhost',
  '127.1',
  '',
]

describe('an IP address', () => {
  it.each([
    ...publicAddresses.map((address) => [address, true] as const),
    ...otherAddresses.map((address) => [address, false] as const),
  ])('%s is public: %s', (address, expected) => {
    expect(isPublic(address)).toBe(expected)
  })

  it('is never public if it is IPv4 embedded in IPv6', () => {
    fc.assert(
      fc.property(octet, octet, octet, octet, (a, b, c, d) => {
        const inner = `${a}.${b}.${c}.${d}`
        const [high, low] = [(a << 8) | b, (c << 8) | d].map((number) => number.toString(16))
        const wrapped = [
          `::${inner}`,
          `::ffff:${inner}`,
          `::ffff:0:${inner}`,
          `64:ff9b::${inner}`,
          `2002:${high}:${low}::`,
        ]
        expect(wrapped.filter(isPublic)).toEqual([])
      }),
    )
  })

  it('is a public IPv6 address only if it begins with the bits 001', () => {
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
        const hasPublicPrefix = Number.parseInt(groups[0] ?? '', 16) >> 13 === 1
        if (isPublic(groups.join(':'))) expect(hasPublicPrefix).toBe(true)
      }),
    )
  })

  it.each([
    ['127.0.0.1', true],
    ['127.9.9.9', true],
    ['::1', true],
    ['128.0.0.1', false],
    ['::ffff:127.0.0.1', false],
    ['localhost', false],
  ])('recognises %s as this machine: %s', (address, expected) => {
    expect(isLoopback(address)).toBe(expected)
  })
})
