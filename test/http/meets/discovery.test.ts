import { describe, expect, it } from 'vitest'
import { createLinkSelector } from '../../../src/discovery/select-links.ts'
import { createLinkWords } from '../../../src/discovery/link-words.ts'
import { createPageFetcher } from '../../../src/discovery/fetch-page.ts'
import { parsePage } from '../../../src/discovery/page-links.ts'
import { rankLinks } from '../../../src/discovery/rank.ts'
import { createGuard } from '../../../src/fetch/guard.ts'
import { drawMeet, springSplash } from '../../fixtures/meets.ts'
import { meetSites, vagueSite } from '../../fixtures/meet-sites.ts'
import { cpuSeconds } from '../../support/processes/cpu-time.ts'
import { meetGrammar } from '../../support/readings/meet-grammar.ts'
import { ask, discoverLinks, fakeFetch } from '../../support/servers/discovery.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readError } from '../../support/docket/visitor.ts'
import { complete, fakeLlm, pageText, respondWithError } from '../../support/servers/fake-llm.ts'
import { type FileServer, fileServerForTest } from '../../support/servers/file-server.ts'

const pdf = await drawMeet(springSplash)

function siteForTest(more: Record<string, string> = {}): Promise<FileServer> {
  return fileServerForTest((request, response) => {
    const path = request.url ?? ''
    const site = meetSites[path]
    const html = more[path] ?? site?.html
    if (html !== undefined) {
      response.writeHead(200, { 'content-type': site?.type ?? 'text/html' }).end(html)
    } else if (/\.pdf|_doc_|\/uc\?/.test(path)) {
      response.writeHead(200, { 'content-length': pdf.length }).end(pdf)
    } else response.writeHead(404).end()
  })
}

describe('the heat sheets on a page', () => {
  it.each(Object.entries(meetSites))(
    'are found and ranked by relevance on %s',
    async (path, site) => {
      const { url } = await siteForTest()
      const docket = await docketForTest({ discovering: { fetch: fakeFetch(url) } })
      const { page, links } = await discoverLinks(docket, `${url}${path}`)
      const toAbsolute = (address: string) =>
        address.startsWith('/') ? `${url}${address}` : address
      expect(links.map((link) => [link.kind, link.session, link.url])).toEqual(
        site.expected.map(([kind, session, address]) => [kind, session, toAbsolute(address)]),
      )
      expect(page).toMatchObject({ url: `${url}${path}`, ...site.facts })
      const ownLinks = links.filter((link) => link.url.startsWith(url))
      expect(ownLinks.every(({ bytes }) => bytes === pdf.length)).toBe(true)
      expect(links.map(({ score }) => score)).toEqual(
        links.map(({ score }) => score).toSorted((a, b) => b - a),
      )
    },
  )

  it('have descriptive titles', async () => {
    const { url } = await siteForTest()
    const docket = await docketForTest()
    const titles = async (path: string) =>
      (await discoverLinks(docket, `${url}${path}`)).links.map(({ title }) => title)
    expect((await titles('/table'))[0]).toBe('Session 1 Friday AM, meet program PDF')
    expect((await titles('/in-a-script'))[0]).toBe('River Open Heat Sheet Sat AM')
    expect((await titles('/headings'))[0]).toBe('Saturday')
  })

  it('include the document itself if the URL points to one, even without an extension', async () => {
    const { url } = await siteForTest()
    const docket = await docketForTest()
    const { links } = await discoverLinks(docket, `${url}/team/_doc_/5`)
    expect(links).toMatchObject([{ url: `${url}/team/_doc_/5`, bytes: pdf.length }])
  })

  it('are searched for after a redirect', async () => {
    const { url } = await siteForTest()
    const redirectServer = await fileServerForTest((_, response) =>
      response.writeHead(302, { location: `${url}/plain-list` }).end(),
    )
    const { page, links } = await discoverLinks(await docketForTest(), redirectServer.url)
    expect([page.url, links[0]?.url]).toEqual([`${url}/plain-list`, `${url}/docs/heats-sat-am.pdf`])
  })
})

describe('a page is rejected', () => {
  it.each([
    ['ftp://meets.example/', 422, 'BLOCKED_URL'],
    ['http://10.0.0.1/', 422, 'BLOCKED_URL'],
    ['http://169.254.169.254/latest/meta-data', 422, 'BLOCKED_URL'],
    ['nonsense', 422, 'BLOCKED_URL'],
  ])('%s: %i %s', async (url, status, code) => {
    const docket = await docketForTest({ allowLoopback: false })
    expect((await readError(await ask(docket, { url }))).slice(0, 2)).toEqual([status, code])
  })

  it.each([
    ['that does not exist', 404, 422, 'FETCH_REFUSED'],
    ['whose server fails', 500, 502, 'FETCH_FAILED'],
  ])('%s', async (_, serverStatus, status, code) => {
    const { url } = await fileServerForTest((__, response) =>
      response.writeHead(serverStatus).end(),
    )
    const docket = await docketForTest()
    expect((await readError(await ask(docket, { url }))).slice(0, 2)).toEqual([status, code])
  })

  it('after three megabytes if it never ends', async () => {
    const { url } = await fileServerForTest((_, response) => {
      const writeMore = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.on('drain', writeMore)
      writeMore()
    })
    const docket = await docketForTest()
    expect((await readError(await ask(docket, { url }))).slice(0, 2)).toEqual([413, 'TOO_LARGE'])
  })

  it('without a URL, or with other fields', async () => {
    const docket = await docketForTest()
    for (const body of [{}, { url: 'http://x.example', also: 1 }]) {
      expect((await readError(await ask(docket, body)))[1]).toBe('INVALID_REQUEST')
    }
  })
})

it.each([
  ['an endless script', `<script>${'a'.repeat(2_900_000)}.pd</script>`],
  ['endless URLs', `<script>${'.pdf/'.repeat(500_000)}</script>`],
  ['deeply nested elements', `${'<li>x'.repeat(200_000)}<a href="/x.pdf">Heat Sheet</a>`],
  ['deeply nested lists', `${'<ul><li>'.repeat(200_000)}<a href="/x.pdf">Heat Sheet</a>`],
  ['deeply nested data', `<script type="application/ld+json">${'[{"a":'.repeat(300_000)}</script>`],
])('%s do not block the server', async (_, html) => {
  const rank = () =>
    rankLinks(
      parsePage(html, new URL('https://meet.example/')).links,
      createLinkWords(meetGrammar.vocabulary),
    )
  expect(await cpuSeconds(rank)).toBeLessThan(10)
})

it('never offers addresses in private networks, and never sends requests to them', async () => {
  const { url, requests } = await fileServerForTest((_, response) => response.end('secret'))
  const html = `<a href="${url}/heat-sheets">Heat Sheets</a><a href="${url}/x.pdf">Heat Sheet</a>`
  const guard = createGuard({ resolve: async () => [], allowLoopback: false })
  const real = createPageFetcher(guard)
  const fetchedPage = { url: new URL('https://meet.example/'), text: html, bytes: undefined }
  const page: typeof real.page = (address, signal) =>
    address === 'https://meet.example/' ? Promise.resolve(fetchedPage) : real.page(address, signal)
  const docket = await docketForTest({ discovering: { fetch: { ...real, page } } })
  const { links, skipped } = await discoverLinks(docket, 'https://meet.example/')
  expect(links).toEqual([])
  expect(skipped).toEqual([
    { url: `${url}/heat-sheets`, title: 'Heat Sheets', reason: 'blocked' },
    { url: `${url}/x.pdf`, title: 'Heat Sheet', reason: 'blocked' },
  ])
  expect(requests).toEqual([])
})

describe('a language model', () => {
  const start = async (respond: Parameters<typeof fakeLlm>[0], page = vagueSite) => {
    const llm = await fakeLlm(respond)
    const site = await siteForTest({ '/vague': page })
    const docket = await docketForTest()
    const withModel = await docketForTest({
      discovering: {
        selectLinks: createLinkSelector({
          db: docket.db,
          model: llm.settings,
          prices: { input: 1, output: 1 },
        }),
      },
    })
    return { llm, site, docket, withModel }
  }

  it('is asked if nothing is found, and can only choose links on the page', async () => {
    const { llm, site, docket, withModel } = await start((response) =>
      complete(response, { links: [1, 99, 0, -3] }),
    )
    const { links } = await discoverLinks(withModel, `${site.url}/vague`)
    expect(links.map(({ kind, title, url }) => [kind, title, url])).toEqual([
      ['heat_sheet', 'Grid for the big day', `${site.url}/cove/a.pdf`],
      ['other', 'Car parks', `${site.url}/cove/b.pdf`],
    ])
    expect(pageText(llm.requests[0])).toContain('1. Grid for the big day')
    expect(await docket.db.query('select job_id, input_tokens from llm_calls')).toEqual([
      { job_id: null, input_tokens: 1000 },
    ])
  })

  it('is not asked if the rules find something', async () => {
    const { llm, site, withModel } = await start((response) => complete(response, { links: [] }))
    await discoverLinks(withModel, `${site.url}/plain-list`)
    expect(llm.requests).toEqual([])
  })

  it('is optional: its failure is ignored, and an open breaker skips it', async () => {
    const { llm, site, docket, withModel } = await start((response) =>
      respondWithError(response, 500),
    )
    expect((await discoverLinks(withModel, `${site.url}/vague`)).links).toHaveLength(2)
    await docket.db.query(
      `update dependencies set opened_at = now(), probe_at = now() + interval '1 hour' where name = 'llm'`,
    )
    expect((await discoverLinks(withModel, `${site.url}/vague`)).links).toHaveLength(2)
    expect(llm.requests).toHaveLength(1)
  })
})
