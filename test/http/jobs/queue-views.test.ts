import { expect, it } from 'vitest'
import type { QueueView } from '../../../src/domain/api/routes/queue-views.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readError, type Visitor, visitor } from '../../support/docket/visitor.ts'
import { createAuthHeaders, jwtSecret } from '../../support/docket/tokens.ts'

function save({ ask }: Visitor, name: string, search: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  const address = `/api/views/${encodeURIComponent(name)}`
  return ask(address, { method: 'PUT', headers, body: JSON.stringify({ search }) })
}

async function listNames({ ask }: Visitor): Promise<string[]> {
  const { views } = (await (await ask('/api/views')).json()) as { views: QueueView[] }
  return views.map(({ name }) => name)
}

it('saves, replaces and deletes views by name, for one owner', async () => {
  const docket = await docketForTest()
  const [ada, bob] = [visitor(docket.url), visitor(docket.url)]
  const search = { status: 'review', seller: 'PT A/B', period: '2026-11', sort: 'total' }
  expect(await (await save(ada, 'Ditinjau / November', search)).json()).toMatchObject({ search })
  await save(ada, 'amount', { q: '1.500', sort: 'total', order: 'asc' })
  await save(ada, 'Ditinjau / November', { status: 'failed' })
  expect(await (await ada.ask('/api/views')).json()).toMatchObject({
    views: [
      { name: 'amount', search: { q: '1.500', sort: 'total', order: 'asc' } },
      { name: 'Ditinjau / November', search: { status: 'failed' } },
    ],
  })
  expect(await listNames(bob)).toEqual([])
  const remove = (person: Visitor) => person.ask('/api/views/amount', { method: 'DELETE' })
  expect((await remove(bob)).status).toBe(404)
  expect((await remove(ada)).status).toBe(204)
  expect((await readError(await remove(ada))).slice(0, 2)).toEqual([404, 'NOT_FOUND'])
  expect(await listNames(ada)).toEqual(['Ditinjau / November'])
})

it('rejects unknown filters, empty and long names, and more than 50 views', async () => {
  const docket = await docketForTest()
  const person = visitor(docket.url)
  for (const [name, search] of [
    ['x', { staus: 'failed' }],
    ['x', { status: 'lost' }],
    ['x', { period: '2026-13' }],
    ['x', { sort: 'colour' }],
    [' ', {}],
    ['x'.repeat(61), {}],
  ] as const) {
    const response = await save(person, name, search)
    expect([name, response.status]).toEqual([name, 400])
  }
  await save(person, 'view 0', {})
  await docket.db.query(
    `insert into queue_views (owner_id, name, search)
    select owner_id, 'view ' || number, '{}' from queue_views, generate_series(1, 49) as number`,
  )
  const error = await readError(await save(person, 'one more', {}))
  expect(error).toEqual([400, 'INVALID_REQUEST', expect.stringContaining('50 saved views')])
  // At the limit, an existing view can still be replaced.
  expect((await save(person, 'view 7', { q: 'x' })).status).toBe(200)
})

it('moves the views of an anonymous browser to the user who signs in', async () => {
  const docket = await docketForTest({ tokens: { secret: jwtSecret } })
  const browser = visitor(docket.url)
  const headers = await createAuthHeaders('ada')
  const ada = visitor(docket.url, headers)
  await save(ada, 'mine', { q: 'kept' })
  await save(browser, 'mine', { q: 'lost' })
  await save(browser, 'another', { status: 'failed' })
  await browser.ask('/api/session/claim', { method: 'POST', headers })
  expect(await (await ada.ask('/api/views')).json()).toMatchObject({
    views: [
      { name: 'another', search: { status: 'failed' } },
      { name: 'mine', search: { q: 'kept' } },
    ],
  })
})
