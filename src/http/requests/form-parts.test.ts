import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { deferred } from '../../../test/support/processes/deferred.ts'
import { disconnectSignal } from './form-parts.ts'

it('aborts disconnectSignal immediately for a client that has already disconnected', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  const requested = deferred()
  const receivedSignal = deferred<AbortSignal>()
  app.get('/', async (_, reply) => {
    const closed = once(reply.raw, 'close')
    requested.resolve()
    await closed
    receivedSignal.resolve(disconnectSignal(reply))
  })
  const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(url.port), url.hostname)
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  await requested.promise
  socket.destroy()
  expect((await receivedSignal.promise).reason).toMatchObject({ code: 'BROKEN_UPLOAD' })
})
