import { expect } from 'vitest'
import type { DiscoverDeps } from '../../../src/discovery/discover.ts'
import { createPageFetcher } from '../../../src/discovery/fetch-page.ts'
import type { Discovery } from '../../../src/domain/heat-sheet/discovery.ts'
import { createGuard } from '../../../src/fetch/guard.ts'
import { type TestDocket } from '../docket/docket.ts'
import { visitor } from '../docket/visitor.ts'

/** Serves every https address from this machine, under the host's name. */
export function fakeFetch(url: string): DiscoverDeps['fetch'] {
  const real = createPageFetcher(createGuard({ resolve: async () => [], allowLoopback: true }))
  const toLocal = (address: string) => address.replace(/^https:\/\//, `${url}/@`)
  const toPublic = ({ href }: URL) => new URL(href.replace(`${url}/@`, 'https://'))
  return {
    page: async (address, signal) => {
      const page = await real.page(toLocal(address), signal)
      return { ...page, url: toPublic(page.url) }
    },
    head: async (address, signal) => {
      const head = await real.head(toLocal(address), signal)
      return { ...head, url: toPublic(head.url) }
    },
    check: (address, signal) => real.check(toLocal(address), signal),
  }
}

export function ask(docket: TestDocket, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  return visitor(docket.url).ask('/api/discover-heatsheets', init)
}

export async function discoverLinks(docket: TestDocket, url: string): Promise<Discovery> {
  const response = await ask(docket, { url })
  expect(response.status).toBe(200)
  return (await response.json()) as Discovery
}
