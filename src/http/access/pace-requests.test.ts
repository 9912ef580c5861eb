import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { paceRequests } from './pace-requests.ts'

/** Sends all requests at once. Returns the networks in the order of admission, and how many each turn admitted. */
async function sendMany(networks: string[]): Promise<{ admitted: string[]; perTurn: number[] }> {
  const app = Fastify()
  onTestFinished(() => app.close())
  paceRequests(app)
  const admitted: string[] = []
  const perTurn: number[] = []
  let inThisTurn = 0
  app.get('/', async ({ ip }) => {
    admitted.push(ip)
    inThisTurn += 1
    if (inThisTurn === 1) {
      setImmediate(() => {
        perTurn.push(inThisTurn)
        inThisTurn = 0
      })
    }
    return ''
  })
  await app.ready()
  await Promise.all(networks.map((remoteAddress) => app.inject({ url: '/', remoteAddress })))
  await new Promise(setImmediate)
  return { admitted, perTurn }
}

const burst = Array<string>(100).fill('203.0.113.1')

it('spreads a burst of requests over many turns of the event loop', async () => {
  const { admitted, perTurn } = await sendMany(burst)
  expect(admitted).toHaveLength(100)
  expect(Math.max(...perTurn)).toBeLessThan(10)
})

it('does not make other networks wait for a burst', async () => {
  const { admitted } = await sendMany([...burst, '198.51.100.7', '198.51.100.7'])
  const positions = admitted.flatMap((ip, index) => (ip === '198.51.100.7' ? [index] : []))
  expect(positions).toHaveLength(2)
  expect(Math.max(...positions)).toBeLessThan(20)
})
