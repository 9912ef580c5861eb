import { expect, it } from 'vitest'
import { createGuard } from '../../src/fetch/guard.ts'

const signal = new AbortController().signal

function guardFor(allowedNetworks: string | undefined, address = '10.1.2.3') {
  return createGuard({ resolve: async () => [address], allowLoopback: false, allowedNetworks })
}

async function mayReach(guard: ReturnType<typeof guardFor>, text: string): Promise<boolean> {
  try {
    return (await guard.resolveAddresses(guard.parse(text), signal)).length > 0
  } catch {
    return false
  }
}

it.each([
  ['nothing is allowed', undefined, 'http://10.1.2.3/', false],
  ['the address is in an allowed network', '10.0.0.0/8', 'http://10.1.2.3/', true],
  ['it has another port', '10.0.0.0/8', 'http://10.1.2.3:8080/', true],
  ['a name resolves to it', '192.0.2.1, 10.1.2.3', 'http://hook.internal:8080/', true],
  ['it is in another network', '192.168.0.0/16', 'http://10.1.2.3/', false],
  ['a name resolves to another network', '192.168.0.0/16', 'http://hook.internal/', false],
  ['IPv6 embeds it', '10.0.0.0/8', 'http://[::ffff:10.1.2.3]/', false],
  ['an IPv6 network is allowed', 'fd00::/8', 'http://[fd00::1]:8080/', true],
  ['only loopback is meant', '10.0.0.0/8', 'http://127.0.0.1/', false],
])('decides about a private address if %s', async (_, networks, url, expected) => {
  expect(await mayReach(guardFor(networks), url)).toBe(expected)
})

it('still limits public addresses to the ports of the web', async () => {
  const guard = guardFor('10.0.0.0/8', '93.184.215.14')
  expect(await mayReach(guard, 'http://example.com/')).toBe(true)
  expect(await mayReach(guard, 'http://example.com:8080/')).toBe(false)
})
