import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { acceptEmptyJson } from './json-bodies.ts'

it('rejects a body with far too many values before it is parsed', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  acceptEmptyJson(app)
  app.post('/', { config: { maxJsonValues: 100 } }, async () => 'parsed')
  app.post('/unlimited', async () => 'parsed')
  const send = async (url: string, payload: string) => {
    const headers = { 'content-type': 'application/json' }
    const { body } = await app.inject({ method: 'POST', url, headers, payload })
    return body
  }
  expect(await send('/', `[${'0,'.repeat(99)}0]`)).toBe('parsed')
  expect(await send('/', `["${','.repeat(150)}"]`)).toBe('parsed')
  // The body is not closed, so parsing it would report invalid JSON.
  expect(await send('/', `[${'0,'.repeat(201)}`)).toMatch(/at most 100 /)
  expect(await send('/', `[${'0,'.repeat(100)}`)).toMatch(/not valid JSON/)
  expect(await send('/unlimited', `[${'0,'.repeat(10_000)}0]`)).toBe('parsed')
})
