import { AsyncLocalStorage } from 'node:async_hooks'
import { Socket } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createFetch } from '../../src/fetch/fetch.ts'
import { createGuard } from '../../src/fetch/guard.ts'
import { createResolver } from '../../src/fetch/resolve.ts'
import { dnsForTest, type Zone } from '../support/servers/dns.ts'
import { errors } from '../../src/domain/i18n/en/errors.ts'

const zone: Zone = {
  localhost: { A: [['127.0.0.1']], AAAA: [['00000000:00000000:00000000:00000001']] },
  'deep.localhost': { A: [['127.0.0.1']] },
  'inside.example': { A: [['10.1.2.3']] },
  'mixed.example': { A: [['93.184.216.34', '192.168.1.1']] },
  'mixed6.example': { A: [['93.184.216.34']], AAAA: [['fd000ec2:00000000:00000000:00000254']] },
  '127.0.0.1.sslip.example': { A: [['127.0.0.1']] },
  'metadata.google.internal': { A: [['169.254.169.254']] },
  'wrapped.example': { AAAA: [['00000000:00000000:0000ffff:7f000001']] },
  'xn--n3h.example': { A: [['127.0.0.1']] },
  'empty.example': {},
  'public.example': { A: [['93.184.216.34']] },
}

const spellings = [
  // This machine.
  'http://127.0.0.1/',
  'http://127.0.0.1:80/',
  'https://127.0.0.1/',
  'http://127.1/',
  'http://127.0.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.0x0.0x0.0x1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://0177.0x0.1/',
  'http://127.0.0.1./',
  'http://１２７.０.０.１/',
  'http://①②⑦.⓪.⓪.①/',
  'http://127。0。0。1/',
  'http://127%2e0%2e0%2e1/',
  'http://%31%32%37.0.0.1/',
  'http:\\\\127.0.0.1\\',
  'http:127.0.0.1/',
  '  http://127.0.0.1/',
  'ht\ntp://127.0\t.0.1/',
  'http://0/',
  'http://0.0.0.0/',
  'http://[::1]/',
  'http://[::]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[2002:7f00:1::]/',
  'http://[fe80::1%25eth0]/',
  'http://localhost/',
  'http://LOCALHOST./',
  'http://deep.localhost/',
  'http://127.0.0.1.sslip.example/',
  'http://☃.example/',
  'http://wrapped.example/',
  // Other machines on the private network, and cloud metadata services, which expose credentials.
  'http://10.0.0.1/',
  'http://192.168.0.1/',
  'http://172.16.0.1/',
  'http://inside.example/',
  'http://mixed.example/',
  'http://mixed6.example/',
  'http://169.254.169.254/latest/meta-data/',
  'http://0xa9fea9fe/',
  'http://425.510.425.510/',
  'http://metadata.google.internal/',
  'http://[fd00:ec2::254]/',
  'http://100.100.100.200/',
  'http://192.0.0.192/',
  'http://168.63.129.16/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  // Misleading host names.
  'http://public.example@127.0.0.1/',
  'http://user:secret@93.184.216.34/',
  'http://user@93.184.216.34/',
  'http://:@127.0.0.1/',
  'http://127.0.0.1#@93.184.216.34/',
  'http://127.0.0.1\\@93.184.216.34/',
  'http://93.184.216.34:22/',
  'http://93.184.216.34:8080/',
  'http://93.184.216.34:0/',
  'http://public.example:6379/',
  // URLs that cannot be fetched.
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_INFO',
  'ftp://93.184.216.34/a.pdf',
  'data:application/pdf;base64,JVBERi0=',
  'jar:http://93.184.216.34/a.jar!/a.pdf',
  'blob:http://93.184.216.34/0',
  'ws://93.184.216.34/',
  'javascript:alert(1)',
  '//93.184.216.34/a.pdf',
  'public.example/a.pdf',
  '',
  'http://',
  'http:///',
  'http://nobody.example/',
  'http://empty.example/',
  `http://93.184.216.34/${'a'.repeat(4000)}`,
]

const fetching = new AsyncLocalStorage<true>()

/** Fetches a URL and records every connection attempt, none of which succeeds. */
async function recordConnections(url: string) {
  const { servers } = await dnsForTest(zone)
  const guard = createGuard({ resolve: createResolver(servers), allowLoopback: false })
  const attempts: unknown[] = []
  const { connect } = Socket.prototype
  const spy = vi.spyOn(Socket.prototype, 'connect')
  onTestFinished(() => spy.mockRestore())
  spy.mockImplementation(function (this: Socket, ...to: unknown[]) {
    // Ignores other connections from this process.
    if (!fetching.getStore()) return Reflect.apply(connect, this, to) as Socket
    attempts.push(to)
    throw new Error('connected')
  })
  const fetch = () => createFetch(guard)(url, new AbortController().signal, async () => 'fetched')
  const error = await fetching.run(true, fetch).catch((thrown: unknown) => thrown)
  return { error, attempts }
}

describe('a URL that is not public', () => {
  it.each(spellings)('is rejected without a connection: %j', async (url) => {
    const { error, attempts } = await recordConnections(url)
    expect(error).toMatchObject({
      code: 'BLOCKED_URL',
      message: errors.BLOCKED_URL,
    })
    expect(attempts).toEqual([])
  })

  it('is never connected to', async () => {
    const { error, attempts } = await recordConnections('http://public.example/')
    expect(error).toMatchObject({ code: 'FETCH_FAILED' })
    expect(attempts).toHaveLength(1)
  })

  it('is rejected in every spelling of every private IPv4 address', () => {
    const guard = createGuard({ resolve: async () => [], allowLoopback: false })
    const spell = fc.constantFrom<(number: number) => string>(
      String,
      (number) => `0x${number.toString(16)}`,
      (number) => `0x000${number.toString(16).toUpperCase()}`,
      (number) => `0${number.toString(8)}`,
    )
    const last = fc.nat(0xffffff)
    const network = fc.constantFrom(10, 127)
    fc.assert(
      fc.property(network, last, spell, spell, (first, rest, spellFirst, spellRest) => {
        const whole = first * 2 ** 24 + rest
        const hosts = [spellRest(whole), `${spellFirst(first)}.${spellRest(rest)}`]
        for (const host of hosts) {
          expect(() => guard.parse(`http://${host}/`)).toThrow(errors.BLOCKED_URL)
        }
      }),
    )
  })
})

describe('a public URL', () => {
  const guard = createGuard({ resolve: async () => [], allowLoopback: false })

  it('is rejected on a non-web port before it is resolved', () => {
    for (const port of [22, 25, 6379, 8080]) {
      expect(() => guard.parse(`http://public.example:${port}/`)).toThrow(errors.BLOCKED_URL)
    }
  })

  it.each([
    ['https://public.example/a.pdf?b=c', 'https://public.example/a.pdf?b=c'],
    ['  HTTP://PUBLIC.example.:80/a b.pdf#page=2', 'http://public.example/a%20b.pdf'],
    ['http://public.example:443/', 'http://public.example:443/'],
    ['http://93.184.216.34#@127.0.0.1:22/', 'http://93.184.216.34/'],
    ['http://0x5db8d822/', 'http://93.184.216.34/'],
    ['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ])('%j is accepted as %j', (text, href) => {
    expect(guard.parse(text).href).toBe(href)
  })
})
