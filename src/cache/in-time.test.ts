import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { inTime } from './in-time.ts'

function standStill(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

it('hears what came while this process stood still', async () => {
  const server = net.createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const client = net.connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void client.destroy())
  const [peer] = (await once(server, 'connection')) as [net.Socket]
  const answer = inTime(once(client, 'data'), 20)
  peer.write('here')
  standStill(100)
  expect(String(await answer)).toBe('here')
})

it('gives up what does not come, and passes on what went wrong', async () => {
  await expect(inTime(new Promise(() => undefined), 20)).rejects.toThrow('timed out')
  await expect(inTime(Promise.reject(new Error('away')), 20)).rejects.toThrow('away')
})
