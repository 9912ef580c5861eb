import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Route } from '../../../src/domain/api/route.ts'
import { routes } from '../../../src/domain/api/routes/routes.ts'
import type { Problem } from '../../../src/domain/errors/problem.ts'
import { textPdf } from '../../fixtures/pdfs.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { visitor } from '../../support/docket/visitor.ts'
import { adminKey, bearer, createAuthHeaders, jwtSecret } from '../../support/docket/tokens.ts'

const all = Object.entries<Route>(routes)
const takesFields = ({ body, json }: Route) => body !== undefined || json !== undefined

const paramValues: Record<string, string> = {
  name: 'my_layout_v1',
  currency: 'USD',
  valid_from: '2026-11-01',
}

function paramValue(param: string): string {
  return paramValues[param] ?? randomUUID()
}

async function readProblem(response: Response): Promise<Problem> {
  return (await response.json()) as Problem
}

it('rejects a misspelt parameter, field and value, each with a suggestion', async () => {
  const docket = await docketForTest()
  const client = visitor(docket.url)
  const query = await client.ask('/api/jobs?staus=failed')
  expect(query.status).toBe(400)
  expect(await readProblem(query)).toMatchObject({
    code: 'INVALID_REQUEST',
    detail: expect.stringMatching(/did you mean "status"\?$/),
    errors: [
      {
        pointer: '/staus',
        code: 'unknown_key',
        params: { key: 'staus', did_you_mean: 'status', known: expect.arrayContaining(['q']) },
        detail: 'unknown key "staus"; did you mean "status"?',
      },
    ],
  })
  const value = await readProblem(await client.ask('/api/jobs?status=fialed'))
  expect(value.detail).toContain('did you mean "failed"?')
  const nested = await client.ask('/api/jobs/retry', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'id' },
    body: JSON.stringify({ filter: { staus: 'failed' } }),
  })
  expect(await readProblem(nested)).toMatchObject({
    detail: expect.stringContaining('mungkin maksudnya “status”?'),
    errors: [{ pointer: '/filter/staus' }],
  })
  const form = new FormData()
  form.set('maping', 'auto')
  form.set('file', new Blob([new Uint8Array(await textPdf())]), 'a.pdf')
  const upload = await readProblem(await client.ask('/api/upload', { method: 'POST', body: form }))
  expect(upload).toMatchObject({
    detail: expect.stringContaining('did you mean "mapping"?'),
    errors: [{ pointer: '/maping' }],
  })
  const misnamed = new FormData()
  misnamed.set('fil', new Blob([new Uint8Array(await textPdf())]), 'a.pdf')
  const init = { method: 'POST', body: misnamed }
  expect(await readProblem(await client.ask('/api/upload', init))).toMatchObject({
    detail: expect.stringContaining('did you mean "file"?'),
    errors: [{ pointer: '/fil' }],
  })
})

it('rejects an unknown name on every route that other software does not call', async () => {
  const tokens = { secret: jwtSecret, adminKey }
  const docket = await docketForTest({ tokens })
  const user = await createAuthHeaders('ana')
  const accepted: string[] = []
  for (const [name, route] of all) {
    const { method, path, tag, text, form } = route
    if (form && !route.json) continue
    const headers = {
      ...(tag === 'Admin' || path.startsWith('/api/mappings/:') ? bearer(adminKey) : user),
      ...(takesFields(route) && { 'content-type': 'application/json' }),
      ...(text !== undefined && { 'content-type': text }),
    }
    const url = docket.url + path.replace(/:(\w+)/g, (_, param: string) => paramValue(param))
    const body = takesFields(route) ? '{"colour":"red"}' : (text && 'a,b') || null
    const address = takesFields(route) ? url : `${url}?colour=red`
    const response = await fetch(address, { method, headers, body, redirect: 'manual' })
    const problem = response.status === 400 ? await readProblem(response) : undefined
    if (!problem?.errors?.some(({ pointer }) => pointer === '/colour')) accepted.push(name)
  }
  const open = all.filter(([, { acceptsUnknown }]) => acceptsUnknown)
  expect(accepted).toEqual(open.map(([name]) => name))
})

it('rejects fields where no body is expected, except the empty object of generated clients', async () => {
  const docket = await docketForTest()
  const send = (body: object) =>
    visitor(docket.url).ask(`/api/jobs/${randomUUID()}/retry`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  expect((await send({ force: true })).status).toBe(400)
  expect((await send({})).status).not.toBe(400)
})
