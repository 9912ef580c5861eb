import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { paceStreams } from './pace-streams.ts'

async function openMany(networks: string[]): Promise<{ opened: string[]; turns: number }> {
  const app = Fastify()
  onTestFinished(() => app.close())
  paceStreams(app)
  const opened: string[] = []
  const turns = new Set<number>()
  let turn = 0
  app.get('/stream', { config: { acceptsTicket: true } }, async ({ ip }) => {
    opened.push(ip)
    turns.add(turn)
    setImmediate(() => (turn += 1))
    return ''
  })
  app.get('/other', async () => '')
  await app.ready()
  const streams = networks.map((remoteAddress) => app.inject({ url: '/stream', remoteAddress }))
  await app.inject('/other')
  // Proves that the other request did not have to wait for all streams.
  expect(opened.length).toBeLessThan(20)
  await Promise.all(streams)
  return { opened, turns: turns.size }
}

const flood = Array<string>(100).fill('203.0.113.1')

it('opens a flood of streams in many turns of the event loop', async () => {
  const { opened, turns } = await openMany(flood)
  expect(opened).toHaveLength(100)
  expect(turns).toBeGreaterThan(8)
})

it('does not make other networks wait for the network with the most streams', async () => {
  const { opened } = await openMany([...flood, '198.51.100.7'])
  expect(opened.indexOf('198.51.100.7')).toBeLessThan(20)
})
