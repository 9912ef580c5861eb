import { expect, it } from 'vitest'
import type { Problem } from '../../../src/domain/errors/problem.ts'
import { errorRules } from '../../../src/domain/messages/error-codes.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { sendRaw } from '../../support/docket/raw-http.ts'

it('documents each problem at the URL in its type', async () => {
  const docket = await docketForTest()
  const url = `${docket.url}/api/jobs?limit=0`
  const problem = (await (await fetch(url)).json()) as Problem
  expect(problem).toMatchObject({ type: '/problems/INVALID_REQUEST', code: 'INVALID_REQUEST' })
  const page = await fetch(new URL(problem.type, url), { headers: { accept: 'text/html' } })
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await page.text()).toMatch(/<h1>INVALID_REQUEST<\/h1>.*HTTP status 400 Bad Request/s)
  const data = await fetch(new URL(problem.type, url), { headers: { accept: 'application/json' } })
  expect(await data.json()).toEqual({
    type: problem.type,
    code: 'INVALID_REQUEST',
    title: 'Bad Request',
    status: 400,
    may_retry: false,
    detail: expect.any(String),
  })
})

it('lists all problems, and has none for an unknown code', async () => {
  const docket = await docketForTest()
  const list = await (
    await fetch(`${docket.url}/problems`, { headers: { accept: 'text/html' } })
  ).text()
  for (const code of Object.keys(errorRules)) expect(list).toContain(`href="/problems/${code}"`)
  const unknown = await fetch(`${docket.url}/problems/%3Cscript%3E`)
  expect(unknown.status).toBe(404)
  expect(await unknown.json()).toMatchObject({ type: '/problems/NOT_FOUND' })
})

it('has a type even for a request that is not HTTP', async () => {
  const docket = await docketForTest()
  expect(await sendRaw(docket.url, 'no http\r\n\r\n')).toContain(
    '"type":"/problems/INVALID_REQUEST"',
  )
})
