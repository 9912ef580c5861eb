import { describe, expect, it } from 'vitest'
import { createFetch } from '../../src/fetch/fetch.ts'
import { createGuard } from '../../src/fetch/guard.ts'
import { createResolve } from '../../src/fetch/resolve.ts'
import { dnsForTest, type Zone } from '../support/dns.ts'
import { fileServerForTest } from '../support/file-server.ts'

const { signal } = new AbortController()

async function fetcherFor(zone: Zone, { allowLoopback = true } = {}) {
  const { servers, questions } = await dnsForTest(zone)
  const fetchUrl = createFetch(createGuard({ resolve: createResolve(servers), allowLoopback }))
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
    const resolve = createResolve(['127.0.0.1:1'])
    const fetchUrl = createFetch(createGuard({ resolve, allowLoopback: false }))
    const fetching = fetchUrl('http://public.example/', signal, async () => undefined)
    await expect(fetching).rejects.toMatchObject({ code: 'FETCH_FAILED', rule: { retry: true } })
  })
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
