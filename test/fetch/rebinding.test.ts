import { once } from 'node:events'
import http from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createFetch } from '../../src/fetch/fetch.ts'
import { createGuard } from '../../src/fetch/guard.ts'
import { startGuardedProxy } from '../../src/fetch/guarded-proxy.ts'
import { createPost } from '../../src/fetch/post.ts'
import { createResolver } from '../../src/fetch/resolve.ts'
import { dnsForTest, type Zone } from '../support/servers/dns.ts'
import { docketForTest } from '../support/docket/docket.ts'
import { readJob, visitor } from '../support/docket/visitor.ts'
import { fileServerForTest } from '../support/servers/file-server.ts'

const { signal } = new AbortController()

async function fetcherFor(zone: Zone, { allowLoopback = true } = {}) {
  const { servers, questions } = await dnsForTest(zone)
  const fetchUrl = createFetch(createGuard({ resolve: createResolver(servers), allowLoopback }))
  const fetchText = (url: string) =>
    fetchUrl(url, signal, async ({ chunks }) => {
      const parts: Buffer[] = []
      for await (const chunk of chunks) parts.push(chunk)
      return Buffer.concat(parts).toString()
    })
  return { fetched: fetchText, questions }
}

describe('a host name', () => {
  it('is resolved once, and only the checked address is connected to', async () => {
    const { port, requests } = await fileServerForTest((_, response) => response.end('the file'))
    const { fetched, questions } = await fetcherFor({
      'moving.example': { A: [['127.0.0.1'], ['10.0.0.1']] },
    })
    expect(await fetched(`http://moving.example:${port}/a.pdf`)).toBe('the file')
    expect(questions.sort()).toEqual(['A moving.example', 'AAAA moving.example'])
    expect(requests[0]?.headers.host).toBe(`moving.example:${port}`)
  })

  it('is rejected if it resolves to a private address at a later redirect', async () => {
    const { port, requests } = await fileServerForTest((request, response) => {
      if (request.url !== '/first') return response.end('what is inside')
      return response.writeHead(302, { location: '/second' }).end()
    })
    const { fetched } = await fetcherFor({
      'moving.example': { A: [['127.0.0.1'], ['10.0.0.1']] },
    })
    const fetching = fetched(`http://moving.example:${port}/first`)
    await expect(fetching).rejects.toMatchObject({ code: 'BLOCKED_URL' })
    expect(requests.map(({ url }) => url)).toEqual(['/first'])
  })

  it.each([
    ['the last', ['127.0.0.1', '10.0.0.1']],
    ['the first', ['10.0.0.1', '127.0.0.1']],
  ])('is rejected if %s of its addresses is private', async (_, addresses) => {
    const { port, requests } = await fileServerForTest((_request, response) => response.end())
    const { fetched } = await fetcherFor({ 'mixed.example': { A: [addresses] } })
    const fetching = fetched(`http://mixed.example:${port}/`)
    await expect(fetching).rejects.toMatchObject({ code: 'BLOCKED_URL' })
    expect(requests).toEqual([])
  })

  it('is retried if it cannot be resolved now, unlike a name that does not exist', async () => {
    const resolve = createResolver(['127.0.0.1:1'])
    const fetchUrl = createFetch(createGuard({ resolve, allowLoopback: false }))
    const fetching = fetchUrl('http://public.example/', signal, async () => undefined)
    await expect(fetching).rejects.toMatchObject({ code: 'FETCH_FAILED', rule: { retry: true } })
  })
})

const moving: Zone = { 'moving.example': { A: [['127.0.0.1'], ['10.0.0.1']] } }

async function guardFor(zone: Zone) {
  const { servers } = await dnsForTest(zone)
  return createGuard({ resolve: createResolver(servers), allowLoopback: true })
}

describe('a webhook', () => {
  it('is not sent once its host resolves to a private address, and follows no redirect', async () => {
    const { port, requests } = await fileServerForTest((_, response) =>
      response.writeHead(307, { location: '/elsewhere' }).end(),
    )
    const post = createPost(await guardFor(moving))
    const send = () => post(`http://moving.example:${port}/`, { headers: {}, body: '{}' }, signal)
    expect(await send()).toMatchObject({ status: 307 })
    await expect(send()).rejects.toMatchObject({ code: 'BLOCKED_URL' })
    expect(requests.map(({ url }) => url)).toEqual(['/'])
  })
})

describe("the browser's proxy", () => {
  const viaProxy = async (proxyPort: number, target: string, method = 'GET') => {
    const request = http.request({ port: proxyPort, host: '127.0.0.1', method, path: target })
    const answered = Promise.race([once(request, 'response'), once(request, 'connect')])
    request.end()
    const [response] = (await answered) as [http.IncomingMessage]
    response.resume()
    return response.statusCode
  }

  it('resolves the host for each request and forwards none to a private address', async () => {
    const { port, requests } = await fileServerForTest((_, response) => response.end('page'))
    const proxy = await startGuardedProxy(await guardFor(moving))
    onTestFinished(() => proxy.close())
    expect(await viaProxy(proxy.port, `http://moving.example:${port}/first`)).toBe(200)
    expect(await viaProxy(proxy.port, `http://moving.example:${port}/second`)).toBe(403)
    expect(requests.map(({ url }) => url)).toEqual(['/first'])
  })

  it('opens no tunnel to a host that now resolves to a private address', async () => {
    const { port } = await fileServerForTest((_, response) => response.end('page'))
    const proxy = await startGuardedProxy(await guardFor(moving))
    onTestFinished(() => proxy.close())
    expect(await viaProxy(proxy.port, `moving.example:${port}`, 'CONNECT')).toBe(200)
    expect(await viaProxy(proxy.port, `moving.example:${port}`, 'CONNECT')).toBe(403)
    for (const target of [
      '10.0.0.1:443',
      'localhost:22',
      '[::ffff:7f00:1]:443',
      'x@10.0.0.1:443',
    ]) {
      expect([target, await viaProxy(proxy.port, target, 'CONNECT')]).toEqual([target, 403])
    }
  })
})

it('uses at most four of the addresses that a hostile name server lists', async () => {
  const addresses = Array.from({ length: 25 }, (_, index) => `127.0.1.${index}`)
  const guard = await guardFor({ 'many.example': { A: [addresses] } })
  const found = await guard.resolveAddresses(new URL('http://many.example/'), signal)
  expect(found).toHaveLength(4)
})

it('a redirect to a rebound private address looks like an unknown host to the client', async () => {
  const { port, requests } = await fileServerForTest((request, response) => {
    if (request.url !== '/first') return response.end('what is inside')
    return response.writeHead(302, { location: '/second' }).end()
  })
  const docket = await docketForTest({ urlGuard: await guardFor(moving) })
  docket.startWorking()
  const person = visitor(docket.url)
  const outcome = async (url: string) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ url })
    const { id } = await readJob(await person.ask('/api/upload', { method: 'POST', headers, body }))
    await person.ask(`/api/jobs/${id}?wait=50`)
    const { status, error_code, error_message, attempt_count } = await person.job(id)
    return { status, error_code, error_message, attempt_count }
  }
  const moved = await outcome(`http://moving.example:${port}/first`)
  expect(moved).toMatchObject({ status: 'failed', error_code: 'BLOCKED_URL' })
  expect(await outcome(`http://unknown.example:${port}/first`)).toEqual(moved)
  expect(requests.map(({ url }) => url)).toEqual(['/first'])
})

describe('this machine', () => {
  it('is unreachable without the test setting, even on web ports', async () => {
    const { fetched } = await fetcherFor(
      { 'here.example': { A: [['127.0.0.1']] } },
      { allowLoopback: false },
    )
    await expect(fetched('http://here.example/')).rejects.toMatchObject({ code: 'BLOCKED_URL' })
  })

  it('is the only address that the test setting allows', async () => {
    const { fetched } = await fetcherFor({ 'inside.example': { A: [['10.0.0.1']] } })
    for (const host of ['10.0.0.1', '169.254.169.254', '[::ffff:7f00:1]', 'inside.example']) {
      await expect(fetched(`http://${host}/`)).rejects.toMatchObject({ code: 'BLOCKED_URL' })
    }
    await expect(fetched('http://93.184.216.34:22/')).rejects.toMatchObject({ code: 'BLOCKED_URL' })
  })
})
