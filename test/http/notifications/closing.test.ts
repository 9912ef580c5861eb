import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createBaseServer } from '../../../src/http/servers/base-server.ts'
import { deferred } from '../../support/processes/deferred.ts'

it('completes open requests and rejects new requests while closing', async () => {
  const app = createBaseServer(
    { idleMs: 600_000, shutdownGraceMs: 600_000 },
    pino({ level: 'silent' }),
  )
  const isServed = deferred()
  const mayEnd = deferred()
  app.get('/', async () => {
    isServed.resolve()
    await mayEnd.promise
    return 'served'
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const request = get(url, { agent })
  await isServed.promise
  const closed = app.close()
  await vi.waitUntil(() => !app.server.listening)
  mayEnd.resolve()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  expect(await text(response)).toBe('served')
  await closed
})
