import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { samplePdf, textPdfBytes } from '../../fixtures/pdfs.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readError, readJob, visitor } from '../../support/docket/visitor.ts'
import { oidcProviderForTest, signInAtProvider } from '../../support/servers/oidc-provider.ts'
import {
  listJobIds,
  getLocation,
  manual,
  readCurrentUser,
  signInWithProvider,
  signOut,
} from '../../support/docket/sign-in.ts'
import { createAuthHeaders, jwtSecret } from '../../support/docket/tokens.ts'

describe('signing in with OpenID Connect', () => {
  async function stage(
    options: Parameters<typeof oidcProviderForTest>[0] = {},
    authMode: 'token' | 'both' | 'session' = 'token',
  ) {
    const provider = await oidcProviderForTest(options)
    const oidc = provider.settings
    const docket = await docketForTest({
      authMode,
      oidc,
      tokens: { secret: jwtSecret },
    })
    return { provider, docket, browser: visitor(docket.url) }
  }

  it("is offered with the provider's host", async () => {
    const { provider, docket, browser } = await stage({}, 'both')
    expect(await (await browser.ask('/api/sign-in')).json()).toEqual({
      is_required: false,
      provider: new URL(provider.issuer).host,
      accepts_keys: true,
    })
    expect(await readCurrentUser(browser)).toMatchObject({
      kind: 'session',
      name: null,
      can_sign_in: true,
    })
    const plain = await docketForTest({ db: docket.db })
    expect(await readCurrentUser(visitor(plain.url))).toMatchObject({ can_sign_in: false })
    const [status, code, sentence] = await readError(
      await visitor(plain.url).ask('/api/sign-in/oidc'),
    )
    expect([status, code]).toEqual([404, 'DISABLED'])
    expect(sentence).toContain('OIDC_ISSUER is not set')
  })

  it('sends state, nonce and a PKCE challenge, different each time', async () => {
    const { browser, docket } = await stage()
    const ask = async () => {
      const url = new URL(getLocation(await browser.ask('/api/sign-in/oidc', manual)))
      return Object.fromEntries(url.searchParams)
    }
    const [first, second] = [await ask(), await ask()]
    expect(first).toMatchObject({
      client_id: 'docket',
      response_type: 'code',
      scope: 'openid profile email',
      code_challenge_method: 'S256',
      redirect_uri: `${docket.url}/api/sign-in/oidc/callback`,
    })
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(first[name]).toMatch(/^[\w-]{43}$/)
      expect(first[name]).not.toBe(second[name])
    }
  })

  it('uses the public address as redirect URI, if it is known', async () => {
    const { settings } = await oidcProviderForTest()
    const docket = await docketForTest({ oidc: settings, origin: 'https://docket.example.com' })
    const begun = await visitor(docket.url).ask('/api/sign-in/oidc', manual)
    expect(new URL(getLocation(begun)).searchParams.get('redirect_uri')).toBe(
      'https://docket.example.com/api/sign-in/oidc/callback',
    )
  })

  it.each(['client_secret_basic', 'client_secret_post', 'none'] as const)(
    'identifies the user with %s, under the same id as a bearer token',
    async (clientAuth) => {
      const { docket, browser } = await stage({ clientAuth })
      expect(await signInWithProvider(browser, 'ada', '/month?period=2026-11')).toBe(
        '/month?period=2026-11',
      )
      expect(await readCurrentUser(browser)).toMatchObject({
        kind: 'user',
        name: 'Ada Lovelace',
        role: 'owner',
        scopes: ['read', 'write'],
        can_sign_in: false,
      })
      const { id } = await readJob(await browser.upload(await textPdfBytes()))
      expect(await listJobIds(visitor(docket.url, await createAuthHeaders('ada')))).toEqual([id])
      expect(await listJobIds(visitor(docket.url, await createAuthHeaders('bob')))).toEqual([])
    },
  )

  it('falls back to the user id for someone without a name', async () => {
    const { browser } = await stage()
    await signInWithProvider(browser, 'nameless')
    expect(await readCurrentUser(browser)).toMatchObject({ name: 'nameless' })
  })

  it.each(['both', 'session'] as const)(
    "moves the browser's documents to the account, with AUTH_MODE=%s",
    async (mode) => {
      const { browser } = await stage({}, mode)
      const { id } = await readJob(await browser.upload(await textPdfBytes()))
      await signInWithProvider(browser, 'ada')
      expect(await listJobIds(browser)).toEqual([id])
      await signOut(browser)
      expect(await listJobIds(browser)).toEqual([])
    },
  )

  it('shows the name of the user who approved a document', async () => {
    const { docket, browser } = await stage()
    await signInWithProvider(browser, 'ada')
    const { id } = await readJob(await browser.upload(new Uint8Array(await samplePdf())))
    docket.startWorking()
    await expect.poll(async () => (await browser.job(id)).status).toBe('complete')
    const approved = await browser.ask(`/api/jobs/${id}/approve`, {
      method: 'POST',
      headers: { 'if-match': '"1"' },
    })
    expect(approved.status).toBe(200)
    const reading = (await (await browser.ask(`/api/jobs/${id}/reading`)).json()) as object
    expect(reading).toMatchObject({
      approved_by: 'Ada Lovelace',
      changes: [{ op: 'approve', changed_by: 'Ada Lovelace' }],
    })
    const { events } = (await (await browser.ask(`/api/jobs/${id}/events`)).json()) as {
      events: { type: string; actor: string | null }[]
    }
    expect(events.find(({ type }) => type === 'approve')?.actor).toBe('Ada Lovelace')
  })

  it('also ends at the provider, and does not store the ID token in plain text', async () => {
    const { provider, docket, browser } = await stage()
    await signInWithProvider(browser, 'ada')
    const [row] = await docket.db.query<{ id_token: string }>(`select id_token from sign_ins`)
    expect(Buffer.from(row?.id_token ?? '', 'base64url').toString('latin1')).not.toContain('eyJ')
    const { url } = (await (await signOut(browser)).json()) as { url: string }
    const { origin, pathname, searchParams } = new URL(url)
    expect([origin, pathname]).toEqual([provider.issuer, '/session/end'])
    expect(searchParams.get('id_token_hint')).toMatch(/^eyJ/)
    expect(searchParams.get('post_logout_redirect_uri')).toBe(`${docket.url}/sign-in`)
    expect((await fetch(url)).status).toBe(200)
    expect((await browser.ask('/api/me')).status).toBe(401)
  })

  it('ends only in Docket if the provider does not support sign-out', async () => {
    const { browser } = await stage({ hasSignOut: false })
    await signInWithProvider(browser, 'ada')
    expect(await (await signOut(browser)).json()).toEqual({ url: null })
    expect((await browser.ask('/api/me')).status).toBe(401)
  })

  it('is limited to allowed and verified email addresses', async () => {
    const { settings } = await oidcProviderForTest()
    const oidc = { ...settings, allowedEmails: ['@example.com'] }
    const docket = await docketForTest({ authMode: 'token', oidc })
    for (const [user, page] of [
      ['ada', '/queue'],
      ['eve', '/sign-in?problem=not_allowed&next=%2Fqueue'],
      ['mallory', '/sign-in?problem=not_allowed&next=%2Fqueue'],
      ['nameless', '/sign-in?problem=not_allowed&next=%2Fqueue'],
    ] as const) {
      const browser = visitor(docket.url)
      expect([user, await signInWithProvider(browser, user)]).toEqual([user, page])
      expect((await browser.ask('/api/me')).status).toBe(user === 'ada' ? 200 : 401)
    }
    const ids = await docket.db.query<{ id: string }>('select id from users')
    expect(ids).toEqual([{ id: 'user:ada' }])
  })

  it('explains that the user cancelled', async () => {
    const { browser } = await stage()
    expect(await signInWithProvider(browser, '')).toBe('/sign-in?problem=denied&next=%2Fqueue')
  })

  it('can be completed only once, by the browser that began it, within ten minutes', async () => {
    const { docket, browser } = await stage()
    const expired = '/sign-in?problem=expired&next=%2F'
    const begin = async () => {
      const begun = await browser.ask('/api/sign-in/oidc', manual)
      return signInAtProvider(getLocation(begun), 'ada')
    }
    const callback = await begin()
    const path = callback.pathname + callback.search
    const victim = visitor(docket.url)
    expect(getLocation(await victim.ask(path, manual))).toBe(expired)
    expect((await victim.ask('/api/me')).status).toBe(401)
    expect(getLocation(await browser.ask(path, manual))).toBe('/')
    await signOut(browser)
    expect(getLocation(await browser.ask(path, manual))).toBe(expired)

    // Sends a callback with a forged state, as an attacker would.
    const other = await begin()
    other.searchParams.set('state', 'forged')
    expect(getLocation(await browser.ask(other.pathname + other.search, manual))).toMatch(
      /problem=failed/,
    )
    expect((await browser.ask('/api/me')).status).toBe(401)

    const slow = await begin()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 })
    onTestFinished(() => void vi.useRealTimers())
    expect(getLocation(await browser.ask(slow.pathname + slow.search, manual))).toBe(expired)
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
  ])('never sends the browser to %j', async (next) => {
    const { browser } = await stage()
    const search = new URLSearchParams({ next }).toString()
    const response = await browser.ask(`/api/sign-in/oidc?${search}`, manual)
    expect(response.status).toBe(400)
  })

  it.each([
    ['is down', { status: 503 }],
    ['does not respond', { hangs: true }],
  ])(
    'shows a page within seconds if the provider %s, and recovers afterwards',
    async (_, fault) => {
      const { provider, docket, browser } = await stage()
      Object.assign(provider.fault, fault)
      const start = performance.now()
      const response = await browser.ask('/api/sign-in/oidc?next=/queue', manual)
      // The library would wait for 30 seconds. A busy machine takes longer than Docket's five.
      expect(performance.now() - start).toBeLessThan(29_000)
      expect(getLocation(response)).toBe('/sign-in?problem=unreachable&next=%2Fqueue')
      expect(docket.log.find(({ msg }) => msg === 'sign-in failed')).toMatchObject({
        level: 50,
        problem: 'unreachable',
      })
      Object.assign(provider.fault, { status: undefined, hangs: undefined })
      const begun = await browser.ask('/api/sign-in/oidc?next=/queue', manual)
      const callback = await signInAtProvider(getLocation(begun), 'ada')
      Object.assign(provider.fault, fault)
      const failed = await browser.ask(callback.pathname + callback.search, manual)
      expect(getLocation(failed)).toBe('/sign-in?problem=unreachable&next=%2Fqueue')
    },
  )

  it('shows a page and leaves no sign-in behind if the database fails', async () => {
    const { docket, browser } = await stage({}, 'both')
    await browser.upload(await textPdfBytes())
    const begun = await browser.ask('/api/sign-in/oidc?next=/queue', manual)
    const callback = await signInAtProvider(getLocation(begun), 'ada')
    // Makes the last step of a sign-in fail, which moves the browser's documents.
    await docket.db.query('alter table learned_layouts rename to gone')
    const failed = await browser.ask(callback.pathname + callback.search, manual)
    expect(getLocation(failed)).toBe('/sign-in?problem=unreachable&next=%2Fqueue')
    expect(await docket.db.query('select 1 from sign_ins')).toEqual([])
    expect(docket.log.find(({ msg }) => msg === 'cannot complete sign-in')).toMatchObject({
      level: 50,
      err: { message: expect.stringContaining('learned_layouts') },
    })
  })

  it('logs that the client secret is wrong', async () => {
    const { settings } = await oidcProviderForTest()
    const oidc = { ...settings, clientSecret: 'wrong' }
    const docket = await docketForTest({ authMode: 'token', oidc })
    const page = await signInWithProvider(visitor(docket.url), 'ada')
    expect(page).toBe('/sign-in?problem=failed&next=%2Fqueue')
    expect(docket.log.find(({ msg }) => msg === 'sign-in failed')).toMatchObject({ level: 50 })
  })
})
