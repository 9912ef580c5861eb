import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { enforceMinBodyRate } from './min-body-rate.ts'

it('cuts off a hundred slow bodies in many turns of the event loop', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  enforceMinBodyRate(app, { bytes: 1000, seconds: 1 })
  app.post('/', async () => '')
  const cutPerTurn = [0]
  const allCut = new Promise<void>((resolve) => {
    let count = 0
    app.addHook('onError', async () => {
      if (cutPerTurn.at(-1) === 0) setImmediate(() => cutPerTurn.push(0))
      cutPerTurn[cutPerTurn.length - 1] = (cutPerTurn.at(-1) ?? 0) + 1
      count += 1
      if (count === 100) resolve()
    })
  })
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10'
  for (let nth = 0; nth < 100; nth++) {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
    socket.write(`${head}\r\n\r\n{`)
  }
  await allCut
  expect(Math.max(...cutPerTurn)).toBeLessThan(10)
})
