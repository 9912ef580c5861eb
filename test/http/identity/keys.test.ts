import { describe, expect, it } from 'vitest'
import { docketForTest } from '../../support/docket/docket.ts'
import { readJob, readError, type Visitor, visitor } from '../../support/docket/visitor.ts'
import { samplePdf } from '../../fixtures/pdfs.ts'
import { bearer, jwtSecret, createAuthHeaders } from '../../support/docket/tokens.ts'

interface CreatedKey {
  id: string
  key: string
  expires_at: string | null
}

async function stage() {
  const docket = await docketForTest({ tokens: { secret: jwtSecret } })
  const make = (person: Visitor, body: object = { name: 'script' }) =>
    person.ask('/api/keys', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const createKey = async (person: Visitor, body?: object) =>
    (await (await make(person, body)).json()) as CreatedKey
  return { docket, make, made: createKey, ada: visitor(docket.url, await createAuthHeaders('ada')) }
}

describe("a user's API keys", () => {
  it('grant access to their jobs, are shown once, and end when revoked', async () => {
    const { docket, make, ada } = await stage()
    const pdf = new Uint8Array(await samplePdf())
    const job = await readJob(await ada.upload(pdf))
    const response = await make(ada, { name: 'script', scopes: ['read'], expires_in_days: 30 })
    expect(response.status).toBe(201)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const { id, key } = (await response.json()) as CreatedKey
    const script = visitor(docket.url, bearer(key))
    expect((await script.ask(`/api/jobs/${job.id}`)).status).toBe(200)
    expect((await script.upload(pdf)).status).toBe(403)

    const list = await (await ada.ask('/api/keys')).text()
    expect(JSON.parse(list)).toMatchObject({ keys: [{ id, name: 'script', scopes: ['read'] }] })
    expect(list).not.toContain(key)
    expect((await ada.ask(`/api/keys/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await script.ask(`/api/jobs/${job.id}`)).status).toBe(401)
  })

  it('grant a browser session access to its jobs and expire within a year', async () => {
    const { docket, made } = await stage()
    const browser = visitor(docket.url)
    const job = await readJob(await browser.upload(new Uint8Array(await samplePdf())))
    const { key, expires_at } = await made(browser, { name: 'x', expires_in_days: 3650 })
    expect(Date.parse(expires_at ?? '') - Date.now()).toBeLessThan(366 * 24 * 3600 * 1000)
    const script = visitor(docket.url, { 'x-api-key': key })
    expect((await script.ask(`/api/jobs/${job.id}`)).status).toBe(200)
  })

  it('end with their browser session, and no others do', async () => {
    const { docket, made, ada } = await stage()
    const [browser, other] = [visitor(docket.url), visitor(docket.url)]
    const keys = [await made(browser), await made(other), await made(ada)]
    const statuses = async () => {
      const responses = keys.map(({ key }) => visitor(docket.url, bearer(key)).ask('/api/jobs'))
      return (await Promise.all(responses)).map(({ status }) => status)
    }
    expect(await statuses()).toEqual([200, 200, 200])
    await browser.ask('/api/session', { method: 'DELETE' })
    expect(await statuses()).toEqual([401, 200, 200])
  })

  it("end when their browser session's jobs move to an account, which may belong to someone else", async () => {
    const { docket, made, ada } = await stage()
    const browser = visitor(docket.url)
    const { key } = await made(browser)
    const remainingKey = await made(ada)
    const job = await readJob(await browser.upload(new Uint8Array(await samplePdf())))
    await browser.ask('/api/session/claim', {
      method: 'POST',
      headers: await createAuthHeaders('ada'),
    })
    expect((await visitor(docket.url, bearer(key)).ask('/api/jobs')).status).toBe(401)
    const script = visitor(docket.url, bearer(remainingKey.key))
    expect((await script.ask(`/api/jobs/${job.id}`)).status).toBe(200)
  })

  it('cannot be listed or revoked by others and cannot create keys', async () => {
    const { docket, make, made, ada } = await stage()
    const { id, key } = await made(ada)
    const eve = visitor(docket.url, await createAuthHeaders('eve'))
    expect(await (await eve.ask('/api/keys')).json()).toEqual({ keys: [] })
    const deletion = await eve.ask(`/api/keys/${id}`, { method: 'DELETE' })
    expect((await readError(deletion))[1]).toBe('NOT_FOUND')
    const script = visitor(docket.url, bearer(key))
    expect((await script.ask('/api/keys')).status).toBe(200)
    for (const response of [
      await make(script),
      await script.ask(`/api/keys/${id}`, { method: 'DELETE' }),
    ]) {
      expect((await readError(response)).slice(0, 2)).toEqual([403, 'MISSING_SCOPE'])
    }
  })

  it.each([
    ['no name', { name: ' ' }],
    ['no scope', { name: 'x', scopes: [] }],
    ['an unknown scope', { name: 'x', scopes: ['admin'] }],
    ['no expiry', { name: 'x', expires_in_days: 0 }],
    ['another owner', { name: 'x', owner_id: 'user:eve' }],
  ])('are rejected with %s', async (_what, body) => {
    const { make, ada } = await stage()
    expect((await readError(await make(ada, body))).slice(0, 2)).toEqual([400, 'INVALID_REQUEST'])
  })

  it('are limited to fifty', async () => {
    const { make, ada } = await stage()
    for (let count = 0; count < 50; count += 1) expect((await make(ada)).status).toBe(201)
    expect((await readError(await make(ada)))[2]).toContain('already have 50 keys')
  })
})
