import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { fetchWithCookies } from './cookies.ts'

it('stores cookies by name and sends the newest cookie for each name', async () => {
  const gifts = [['docket=a; HttpOnly', 'lb=1; Path=/'], ['lb=2'], []]
  const sent: (string | undefined)[] = []
  const server = createServer(({ headers }, response) => {
    response.setHeader('set-cookie', gifts[sent.push(headers.cookie) - 1] ?? []).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const ask = fetchWithCookies()
  for (const _ of gifts) await ask(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  expect(sent).toEqual([undefined, 'docket=a; lb=1', 'docket=a; lb=2'])
})
