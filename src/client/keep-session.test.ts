import { expect, it } from 'vitest'
import { keepSession } from './keep-session.ts'

/** Creates a server that starts a session for each request without a cookie. */
function serverForTest() {
  const cookies: (string | null)[] = []
  let sessions = 0
  const fetchImpl: typeof fetch = async (_, init) => {
    const cookie = new Headers(init?.headers).get('cookie')
    cookies.push(cookie)
    await new Promise((resolve) => setImmediate(resolve))
    const headers = new Headers()
    if (cookie === null) headers.append('set-cookie', `session=${++sessions}; Path=/; HttpOnly`)
    return new Response('', { headers })
  }
  return { cookies, fetchImpl }
}

it('keeps concurrent requests in one session', async () => {
  const { cookies, fetchImpl } = serverForTest()
  const send = keepSession(fetchImpl)
  await Promise.all([1, 2, 3].map(() => send('http://127.0.0.1/api/upload')))
  expect(cookies).toEqual([null, 'session=1', 'session=1'])
})

it('starts the session with the next request if the first one fails', async () => {
  const { cookies, fetchImpl } = serverForTest()
  let isFirst = true
  const send = keepSession(async (...request) => {
    const response = await fetchImpl(...request)
    if (!isFirst) return response
    isFirst = false
    throw new TypeError('fetch failed')
  })
  await expect(send('http://127.0.0.1')).rejects.toThrow('fetch failed')
  await send('http://127.0.0.1')
  await send('http://127.0.0.1')
  expect(cookies).toEqual([null, null, 'session=2'])
})

it('drops a cookie that the server deletes', async () => {
  const sent: (string | null)[] = []
  const answers = ['a=1', 'a=; Max-Age=0', 'a=2']
  const send = keepSession(async (_, init) => {
    sent.push(new Headers(init?.headers).get('cookie'))
    return new Response('', { headers: { 'set-cookie': answers.shift() ?? 'a=3' } })
  })
  for (let request = 0; request < 4; request++) await send('http://127.0.0.1')
  expect(sent).toEqual([null, 'a=1', null, 'a=2'])
})

it('continues a session from given cookies, and keeps them up to date', async () => {
  const { cookies, fetchImpl } = serverForTest()
  const given = new Map([['session', 'old']])
  await keepSession(fetchImpl, given)('http://127.0.0.1')
  expect(cookies).toEqual(['session=old'])
  const empty = new Map<string, string>()
  await keepSession(fetchImpl, empty)('http://127.0.0.1')
  expect([...empty]).toEqual([['session', '1']])
})
