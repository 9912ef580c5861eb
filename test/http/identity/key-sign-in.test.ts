import { describe, expect, it } from 'vitest'
import { revokeKey } from '../../../src/identity/api-keys.ts'
import { samplePdf, textPdfBytes } from '../../fixtures/pdfs.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readError, readJob, type Visitor, visitor } from '../../support/docket/visitor.ts'
import {
  listJobIds,
  newKey,
  readCurrentUser,
  signInWithKey,
  signOut,
} from '../../support/docket/sign-in.ts'
import { sendJson } from '../../support/docket/teams.ts'
import { adminKey, bearer, createAuthHeaders, jwtSecret } from '../../support/docket/tokens.ts'

describe('signing in with an API key', () => {
  it('sets an HttpOnly cookie that does not contain the key', async () => {
    const docket = await docketForTest({ authMode: 'token' })
    const key = await newKey(docket)
    const browser = visitor(docket.url)
    expect((await browser.ask('/api/me')).status).toBe(401)
    const response = await signInWithKey(browser, key)
    expect(response.status).toBe(200)
    const [cookie = ''] = response.headers.getSetCookie()
    expect(cookie).toMatch(
      /^docket_sign_in=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(cookie + (await response.text())).not.toContain(key.slice(15))
    expect(await readCurrentUser(browser)).toMatchObject({
      kind: 'key',
      name: 'Ada at work',
      role: 'owner',
    })
    const { id } = await readJob(await browser.upload(await textPdfBytes()))
    expect(await listJobIds(visitor(docket.url, bearer(key)))).toEqual([id])
    const [stored] = await docket.db.query<{ text: string }>(
      `select string_agg(sign_ins::text, '') as text from sign_ins`,
    )
    expect(stored?.text).not.toContain(browser.cookie().split('=')[1])
    expect(JSON.stringify(docket.log)).not.toContain(key.slice(15))
  })

  it('uses a secure cookie over https', async () => {
    const docket = await docketForTest({ isHttps: true })
    const response = await signInWithKey(visitor(docket.url), await newKey(docket))
    expect(response.headers.getSetCookie()[0]).toMatch(/^__Host-docket-sign-in=.*; Secure/)
  })

  it.each([
    ['nonsense', 'nonsense'],
    ['a key that does not exist', `dk_0123456789ab_${'A'.repeat(43)}`],
    ['the admin key', adminKey],
  ])('rejects %s with an explanation', async (_, key) => {
    const docket = await docketForTest({ authMode: 'token', tokens: { adminKey } })
    const browser = visitor(docket.url)
    const response = await signInWithKey(browser, key)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await readError(response)).toEqual([
      401,
      'UNAUTHORIZED',
      expect.stringContaining('This API key is not valid'),
    ])
  })

  it('is rate-limited, so that nobody can guess keys', async () => {
    const docket = await docketForTest({ authMode: 'token', signInsPerMinute: 20 })
    const statuses = []
    for (let n = 0; n < 22; n++) {
      statuses.push((await signInWithKey(visitor(docket.url), 'dk_wrong')).status)
    }
    expect(statuses).toEqual([...Array<number>(20).fill(401), 429, 429])
  })

  it('is disabled if tokens are', async () => {
    const docket = await docketForTest({ authMode: 'session' })
    const [status, code] = await readError(
      await signInWithKey(visitor(docket.url), await newKey(docket)),
    )
    expect([status, code]).toEqual([404, 'DISABLED'])
  })

  it("moves the browser's documents and their history to the account", async () => {
    const docket = await docketForTest()
    const browser = visitor(docket.url)
    const { id } = await readJob(await browser.upload(new Uint8Array(await samplePdf())))
    docket.startWorking()
    await expect.poll(async () => (await browser.job(id)).status).toBe('complete')
    const correction = { changes: [{ path: 'buyer.name', value: 'PT Maju' }] }
    await browser.ask(`/api/jobs/${id}/reading`, {
      ...sendJson('POST', correction),
      method: 'PATCH',
      headers: { 'content-type': 'application/json', 'if-match': '"1"' },
    })
    const key = await newKey(docket)
    expect(await (await signInWithKey(browser, key)).json()).toEqual({ claimed: 1 })
    const program = visitor(docket.url, bearer(key))
    expect(await listJobIds(program)).toEqual([id])
    const { changes } = (await (await browser.ask(`/api/jobs/${id}/reading`)).json()) as {
      changes: { changed_by: string }[]
    }
    expect(changes.map((change) => change.changed_by)).toEqual(['Ada at work (API key)'])
    const { events } = (await (await browser.ask(`/api/jobs/${id}/events`)).json()) as {
      events: { type: string; actor: string | null }[]
    }
    const actors = events.flatMap(({ type, actor }) => (actor === null ? [] : [[type, actor]]))
    expect(actors).toEqual([['correct', 'Ada at work (API key)']])

    // An upload that finishes after sign-in belongs to the anonymous session and can be claimed later.
    const anonymous = visitor(docket.url, { cookie: sessionCookieOf(browser) })
    const { id: late } = await readJob(await anonymous.upload(await textPdfBytes('late')))
    const claimed = await browser.ask('/api/session/claim', sendJson('POST'))
    expect(await claimed.json()).toEqual({ claimed: 1 })
    expect(await listJobIds(browser)).toEqual([late, id])
  })

  it('with a read-only key claims and changes nothing', async () => {
    const docket = await docketForTest()
    const browser = visitor(docket.url)
    const { id } = await readJob(await browser.upload(await textPdfBytes()))
    const key = await newKey(docket, { scopes: ['read'] })
    expect(await (await signInWithKey(browser, key)).json()).toEqual({ claimed: 0 })
    expect(await listJobIds(browser)).toEqual([])
    expect((await browser.upload(await textPdfBytes())).status).toBe(403)
    await signOut(browser)
    expect(await listJobIds(browser)).toEqual([id])
  })

  it('cannot manage keys or teams, because the key may be stolen', async () => {
    const docket = await docketForTest()
    const browser = visitor(docket.url)
    await signInWithKey(browser, await newKey(docket))
    expect((await browser.ask('/api/keys', sendJson('POST', { name: 'x' }))).status).toBe(403)
    const [status, code] = await readError(
      await browser.ask('/api/team', sendJson('POST', { name: 'x' })),
    )
    expect([status, code]).toEqual([403, 'USERS_ONLY'])
  })

  it.each(['both', 'token'] as const)(
    'ends when the key is revoked, and reports this once, with AUTH_MODE=%s',
    async (authMode) => {
      const docket = await docketForTest({ authMode })
      const key = await newKey(docket)
      const browser = visitor(docket.url)
      await signInWithKey(browser, key)
      await revokeKey(docket.db, key.slice(0, 15))
      expect(await readError(await browser.ask('/api/jobs'))).toEqual([
        401,
        'UNAUTHORIZED',
        'You are no longer signed in. Please sign in again.',
      ])
      expect((await browser.ask('/api/jobs')).status).toBe(authMode === 'both' ? 200 : 401)
    },
  )

  it('ends after 30 days', async () => {
    const docket = await docketForTest()
    const browser = visitor(docket.url)
    await signInWithKey(browser, await newKey(docket))
    const [row] = await docket.db.query<{ days: number }>(
      `select round(extract(epoch from expires_at - now()) / 86400)::int as days from sign_ins`,
    )
    expect(row?.days).toBe(30)
    await docket.db.query(`update sign_ins set expires_at = now()`)
    expect((await browser.ask('/api/jobs')).status).toBe(401)
  })

  it('ends when the user signs out', async () => {
    const docket = await docketForTest()
    const browser = visitor(docket.url)
    await signInWithKey(browser, await newKey(docket))
    const thief = visitor(docket.url)
    thief.become(browser)
    const response = await signOut(browser)
    expect(await response.json()).toEqual({ url: null })
    expect(browser.cookie()).not.toContain('docket_sign_in')
    expect((await thief.ask('/api/jobs')).status).toBe(401)
    expect((await signOut(browser)).status).toBe(200)
  })

  it('is protected against cross-site requests', async () => {
    const docket = await docketForTest()
    const browser = visitor(docket.url)
    await signInWithKey(browser, await newKey(docket))
    for (const path of ['/api/sign-out', '/api/sign-in/key', '/api/session/claim']) {
      const response = await browser.ask(path, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'cross-site' },
      })
      expect([path, (await readError(response))[1]]).toEqual([path, 'CROSS_SITE'])
    }
    expect((await readCurrentUser(browser)).kind).toBe('key')
  })

  it('has lower precedence than a token', async () => {
    const docket = await docketForTest({ tokens: { secret: jwtSecret } })
    const browser = visitor(docket.url)
    await signInWithKey(browser, await newKey(docket))
    const headers = await createAuthHeaders('ada')
    expect(await (await browser.ask('/api/me', { headers })).json()).toMatchObject({ kind: 'user' })
    expect((await browser.ask('/api/me', { headers: bearer('nonsense') })).status).toBe(401)
  })
})

function sessionCookieOf(browser: Visitor): string {
  return (
    browser
      .cookie()
      .split('; ')
      .find((one) => one.startsWith('docket_session=')) ?? ''
  )
}
