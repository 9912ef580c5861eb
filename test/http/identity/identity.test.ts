import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { Identity } from '../../../src/domain/api/identity.ts'
import { createKey, listKeys, revokeKey } from '../../../src/identity/api-keys.ts'
import { textPdfBytes } from '../../fixtures/pdfs.ts'
import { docketForTest, type TestDocket } from '../../support/docket/docket.ts'
import { readJob, readError, type Visitor, visitor } from '../../support/docket/visitor.ts'
import { adminKey, bearer, jwtSecret, createAuthHeaders } from '../../support/docket/tokens.ts'

const tokens = { secret: jwtSecret, adminKey }
const plainKey = {
  name: 'test',
  user: null,
  scopes: ['read', 'write'],
  tier: 'standard',
  days: null,
} as const
const newKey = (docket: TestDocket, change: object = {}) =>
  createKey(docket.db, { ...plainKey, scopes: [...plainKey.scopes], ...change })

const readIdentity = async (person: Visitor) =>
  (await (await person.ask('/api/me')).json()) as Omit<Identity, 'owner_id'>

async function count(docket: TestDocket, table: string): Promise<number> {
  const [row] = await docket.db.query<{ count: number }>(`select count(*)::int from ${table}`)
  return row?.count ?? -1
}

async function listJobIds(person: Visitor): Promise<string[]> {
  const page = (await (await person.ask('/api/jobs')).json()) as { jobs: { id: string }[] }
  return page.jobs.map((job) => job.id)
}

describe('a request without a valid token, where a token is required', () => {
  it('P28: 401, nothing stored', async () => {
    const docket = await docketForTest({ authMode: 'token', tokens })
    const body = await textPdfBytes()
    const { authorization } = await createAuthHeaders('ada')
    const validTokens = [authorization.replace('Bearer ', ''), await newKey(docket)]
    const visible = fc.string({ maxLength: 40 }).map((text) => text.replace(/[^!-~]/g, ''))
    const headers = fc.oneof(
      fc.constant({}),
      visible.map((text) => ({ authorization: text })),
      visible.map((text) => ({ authorization: `Bearer ${text}` })),
      visible.map((text) => ({ authorization: `Bearer dk_${text}` })),
      visible.map((text) => ({ 'x-api-key': text })),
      visible.map((text) => ({ cookie: `docket_session=${text}` })),
      fc.tuple(fc.constantFrom(...validTokens), fc.nat()).map(([token, at]) => {
        // Some bits of the last character are unused.
        const index = at % (token.length - 1)
        const letter = token[index] === 'A' ? 'B' : 'A'
        return bearer(token.slice(0, index) + letter + token.slice(index + 1))
      }),
    )
    await fc.assert(
      fc.asyncProperty(headers, async (sent) => {
        const response = await visitor(docket.url, sent).upload(body)
        const [status, code] = await readError(response)
        expect([status, code]).toEqual([401, 'UNAUTHORIZED'])
        expect(response.headers.get('www-authenticate')).toMatch(/^Bearer realm="docket"/)
        expect(response.headers.get('set-cookie')).toBeNull()
      }),
      { numRuns: 100 },
    )
    expect(await docket.files()).toEqual([])
    for (const table of ['batches', 'jobs', 'sessions']) expect(await count(docket, table)).toBe(0)
  })

  it('is rejected even while it still sends a large file', async () => {
    const docket = await docketForTest({ authMode: 'token' })
    const large = new Uint8Array(20 * 1024 * 1024)
    const [status] = await readError(await visitor(docket.url).upload(large))
    expect(status).toBe(401)
  })

  it('gets a challenge that distinguishes a missing from an invalid token, without details', async () => {
    const docket = await docketForTest({ authMode: 'token', tokens })
    const ask = async (headers: Record<string, string>) => {
      const response = await fetch(`${docket.url}/api/jobs`, { headers })
      const [, , sentence] = await readError(response)
      return [response.headers.get('www-authenticate'), sentence]
    }
    const [missing, sentence] = await ask({})
    expect(missing).toBe('Bearer realm="docket"')
    const wrong = [
      await ask({ authorization: 'Bearer nonsense' }),
      await ask(await createAuthHeaders('ada', { nbf: 9_999_999_999 })),
      await ask({ 'x-api-key': `dk_0123456789ab_${'A'.repeat(43)}` }),
    ]
    expect(wrong).toEqual(Array(3).fill(['Bearer realm="docket", error="invalid_token"', sentence]))
    const reasons = docket.log.filter((line) => line.msg === 'token rejected')
    expect(new Set(reasons.map((line) => line.reason)).size).toBe(3)
  })

  it('can still read health and mappings', async () => {
    const docket = await docketForTest({ authMode: 'token' })
    for (const address of ['/api/healthz', '/api/mappings']) {
      expect((await fetch(docket.url + address)).status).toBe(200)
    }
  })
})

describe('a token', () => {
  it('identifies the owner: a user sees the same jobs with a JWT and with an API key', async () => {
    const docket = await docketForTest({ authMode: 'token', tokens })
    const ada = visitor(docket.url, await createAuthHeaders('ada'))
    const adasKey = visitor(docket.url, bearer(await newKey(docket, { user: 'ada' })))
    const other = visitor(docket.url, { 'x-api-key': await newKey(docket) })
    const { id } = await readJob(await ada.upload(await textPdfBytes()))
    expect(await listJobIds(ada)).toEqual([id])
    expect(await listJobIds(adasKey)).toEqual([id])
    expect(await listJobIds(other)).toEqual([])
    expect((await readIdentity(ada)).kind).toBe('user')
    expect((await readIdentity(other)).kind).toBe('key')
  })

  it('P6: raises the priority of jobs for premium users and keys', async () => {
    const docket = await docketForTest({ tokens })
    const callers: [Visitor, number][] = [
      [visitor(docket.url), 0],
      [visitor(docket.url, await createAuthHeaders('ada')), 0],
      [visitor(docket.url, await createAuthHeaders('ada', { tier: 'premium' })), 10],
      [visitor(docket.url, bearer(await newKey(docket))), 0],
      [visitor(docket.url, bearer(await newKey(docket, { tier: 'premium' }))), 10],
      [visitor(docket.url, bearer(adminKey)), 0],
    ]
    for (const [nth, [caller, priority]] of callers.entries()) {
      const body = await textPdfBytes(`Document ${nth}`)
      expect((await readJob(await caller.upload(body))).priority).toBe(priority)
    }
  })

  it('takes precedence over a cookie', async () => {
    const docket = await docketForTest({ tokens })
    const browser = visitor(docket.url)
    const { id } = await readJob(await browser.upload(await textPdfBytes()))
    const headers = await createAuthHeaders('ada')
    expect((await browser.ask(`/api/jobs/${id}`, { headers })).status).toBe(403)
    const wrong = await browser.ask(`/api/jobs/${id}`, { headers: bearer('nonsense') })
    expect(wrong.status).toBe(401)
    expect((await browser.ask(`/api/jobs/${id}`)).status).toBe(200)
  })

  it.each(['both', 'session', 'token'] as const)(
    '401: is never treated as a visitor if invalid in any form, with AUTH_MODE=%s',
    async (authMode) => {
      const docket = await docketForTest({ authMode, tokens })
      const key = await newKey(docket)
      const wrong = [
        ...['', 'Bearer', 'bearer  ', key, `Token ${key}`, `Basic ${btoa('ada:secret')}`].map(
          (authorization) => ({ authorization }),
        ),
        { 'x-api-key': '' },
      ]
      const sentence = authMode === 'session' ? 'does not accept tokens' : 'as a bearer token'
      for (const headers of wrong) {
        for (const path of ['/api/jobs', `/api/job-status/${randomUUID()}`]) {
          const response = await fetch(docket.url + path, { headers })
          const { headers: replayable } = response
          expect(replayable.get('www-authenticate')).toMatch(/^Bearer realm="docket", error=/)
          expect(replayable.get('set-cookie')).toBeNull()
          const rejection = [401, 'UNAUTHORIZED', expect.stringContaining(sentence)]
          expect([headers, ...(await readError(response))]).toEqual([headers, ...rejection])
        }
      }
      expect(await count(docket, 'sessions')).toBe(0)
    },
  )

  it('is accepted in only one header at a time', async () => {
    const docket = await docketForTest({ tokens })
    const headers = { ...(await createAuthHeaders('ada')), 'x-api-key': await newKey(docket) }
    const [status, code] = await readError(await fetch(`${docket.url}/api/jobs`, { headers }))
    expect([status, code]).toEqual([400, 'INVALID_REQUEST'])
    const bothHeaders = { ...headers, authorization: 'Basic YWRhOnNlY3JldA==' }
    expect((await fetch(`${docket.url}/api/jobs`, { headers: bothHeaders })).status).toBe(400)
  })

  it('is rejected if only sessions are allowed', async () => {
    const docket = await docketForTest({ authMode: 'session', tokens })
    const [status, , sentence] = await readError(
      await fetch(`${docket.url}/api/jobs`, { headers: await createAuthHeaders('ada') }),
    )
    expect([status, sentence]).toEqual([401, expect.stringContaining('AUTH_MODE is session')])
  })

  it('identifies the administrator only if the whole key matches', async () => {
    const docket = await docketForTest({ tokens })
    expect(await readIdentity(visitor(docket.url, bearer(adminKey)))).toMatchObject({
      kind: 'admin',
    })
    for (const wrong of [adminKey.slice(0, -1), `${adminKey}x`, adminKey.toUpperCase()]) {
      expect((await visitor(docket.url, bearer(wrong)).ask('/api/me')).status).toBe(401)
    }
  })
})

describe('an API key', () => {
  it('is neither in the database nor in the log', async () => {
    const docket = await docketForTest()
    const key = await newKey(docket)
    expect((await visitor(docket.url, bearer(key)).ask('/api/jobs')).status).toBe(200)
    const rows = JSON.stringify(await docket.db.query('select * from api_keys'))
    const secret = key.slice(16)
    expect(rows).not.toContain(secret)
    expect(JSON.stringify(docket.log)).not.toContain(secret)
    expect((await listKeys(docket.db))[0]?.last_used_at).not.toBeNull()
  })

  it('cannot change anything with read scope', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url, bearer(await newKey(docket, { scopes: ['read'] })))
    expect((await person.ask('/api/jobs')).status).toBe(200)
    const response = await person.upload(await textPdfBytes())
    expect(response.headers.get('www-authenticate')).toContain('insufficient_scope')
    expect((await readError(response)).slice(0, 2)).toEqual([403, 'MISSING_SCOPE'])
    expect(await docket.files()).toEqual([])
    expect((await person.ask('/api/stream-tickets', { method: 'POST' })).status).toBe(201)
  })

  it('ends when revoked or expired', async () => {
    const docket = await docketForTest()
    const fetchStatus = async (key: string) =>
      (await visitor(docket.url, bearer(key)).ask('/api/jobs')).status
    const [revokedKey, expiredKey] = [await newKey(docket), await newKey(docket, { days: 1 })]
    expect([await fetchStatus(revokedKey), await fetchStatus(expiredKey)]).toEqual([200, 200])
    await revokeKey(docket.db, revokedKey.slice(0, 15))
    await docket.db.query("update api_keys set expires_at = now() - interval '1 second'")
    expect([await fetchStatus(revokedKey), await fetchStatus(expiredKey)]).toEqual([401, 401])
  })

  it('is rejected if it has a known prefix but another secret', async () => {
    const docket = await docketForTest()
    const key = await newKey(docket)
    const forgedKey = `${key.slice(0, 16)}${'A'.repeat(43)}`
    expect((await visitor(docket.url, bearer(forgedKey)).ask('/api/jobs')).status).toBe(401)
  })
})

describe('a session', () => {
  it('has a cookie that no other host can set, on https', async () => {
    const docket = await docketForTest({ isHttps: true })
    const response = await fetch(`${docket.url}/api/jobs`)
    expect(response.headers.get('set-cookie')).toMatch(
      /^__Host-docket=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  it('must be known: a forged cookie starts a new session', async () => {
    const docket = await docketForTest()
    const headers = { cookie: `docket_session=${'A'.repeat(43)}` }
    const response = await fetch(`${docket.url}/api/jobs`, { headers })
    expect(response.headers.get('set-cookie')).toMatch(/^docket_session=[\w-]{43};/)
    expect(response.headers.get('set-cookie')).not.toContain('AAAA')
  })

  it('ends on the server when the user ends it', async () => {
    const docket = await docketForTest()
    const first = await fetch(`${docket.url}/api/jobs`)
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? ''
    const requestAgain = () => fetch(`${docket.url}/api/jobs`, { headers: { cookie } })
    expect((await requestAgain()).headers.get('set-cookie')).toBeNull()
    const init = { method: 'DELETE', headers: { cookie } }
    const ended = await fetch(`${docket.url}/api/session`, init)
    expect(ended.status).toBe(204)
    expect(ended.headers.get('set-cookie')).toMatch(/^docket_session=; .*Expires=Thu, 01 Jan 1970/)
    expect((await requestAgain()).headers.get('set-cookie')).not.toBeNull()
  })

  it('ends 90 days after its last use, and after a year at most', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const write = () => person.ask('/api/stream-tickets', { method: 'POST' })
    await write()
    const daysLeft = async (change: string) => {
      await docket.db.query(`update sessions set ${change}`)
      const isNew = (await write()).headers.has('set-cookie')
      const [row] = await docket.db.query<{ days: number }>(
        `select round(extract(epoch from expires_at - now()) / 86400)::int as days
        from sessions order by created_at desc limit 1`,
      )
      return isNew ? 'new' : row?.days
    }
    const nearlyAYear =
      "created_at = now() - interval '355 days', expires_at = now() + interval '5 days'"
    expect(await daysLeft("expires_at = now() + interval '5 days'")).toBe(90)
    expect(await daysLeft(nearlyAYear)).toBe(10)
    expect(await daysLeft("expires_at = now() - interval '1 second'")).toBe('new')
    expect(await daysLeft("expires_at = now() - interval '2 days'")).toBe('new')
    expect(await count(docket, 'sessions')).toBe(1)
  })

  it('is extended once for concurrent requests', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    await person.ask('/api/stream-tickets', { method: 'POST' })
    await docket.db.query(`create table moves (id text)`)
    await docket.db.query(`create function note_move() returns trigger language plpgsql as $$
      begin insert into moves values (new.id); return null; end $$`)
    await docket.db.query(`create trigger note_move after update on sessions
      for each row execute function note_move()`)
    await docket.db.query(`update sessions set expires_at = now() + interval '5 days'`)
    await docket.db.query('truncate moves')
    await Promise.all(Array.from({ length: 20 }, () => person.ask('/api/me')))
    expect(await docket.db.query('select id from moves')).toHaveLength(1)
  })

  it('transfers current and later jobs to the user who signs in', async () => {
    const docket = await docketForTest({ tokens })
    const browser = visitor(docket.url)
    const stranger = visitor(docket.url)
    const body = await textPdfBytes()
    const { id } = await readJob(await browser.upload(body))
    const { id: otherJobId } = await readJob(await stranger.upload(body))
    const headers = await createAuthHeaders('ada')
    const claim = async () => {
      const response = await browser.ask('/api/session/claim', { method: 'POST', headers })
      return (await response.json()) as unknown
    }
    expect(await claim()).toEqual({ claimed: 1 })
    const ada = visitor(docket.url, headers)
    expect(await listJobIds(ada)).toEqual([id])
    expect(await listJobIds(browser)).toEqual([])
    expect((await browser.ask(`/api/jobs/${id}`)).status).toBe(403)
    expect(await claim()).toEqual({ claimed: 0 })
    const { id: late } = await readJob(await browser.upload(body))
    expect(await claim()).toEqual({ claimed: 1 })
    expect(await listJobIds(ada)).toEqual([late, id])
    expect(await listJobIds(stranger)).toEqual([otherJobId])
    const owners = await docket.db.query(
      'select 1 from jobs join batches on batches.id = batch_id where jobs.owner_id <> batches.owner_id',
    )
    expect(owners).toEqual([])
    docket.startWorking()
    for (const waiting of [id, late]) {
      await vi.waitFor(async () => expect((await ada.job(waiting)).status).toBe('complete'))
    }
  })

  it('cannot be claimed without a token', async () => {
    const docket = await docketForTest({ tokens })
    const browser = visitor(docket.url)
    await browser.ask('/api/jobs')
    const response = await browser.ask('/api/session/claim', { method: 'POST' })
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="docket"')
    expect((await readError(response)).slice(0, 2)).toEqual([401, 'UNAUTHORIZED'])
  })
})

describe('malicious headers', () => {
  it('get a response, do not impersonate anyone and do not break anything', async () => {
    const docket = await docketForTest({ tokens })
    const owner = visitor(docket.url)
    await readJob(await owner.upload(await textPdfBytes(), { filename: 'secret.pdf' }))
    // Every byte that is allowed in a header. The HTTP parser rejects the others with 400.
    const letter = fc.integer({ min: 0x20, max: 0xff }).filter((n) => n !== 0x7f)
    const latin = fc.string({ unit: letter.map((n) => String.fromCharCode(n)) })
    const oddHeader = fc.oneof(
      latin,
      fc.constantFrom('%E0%A4%A', '%00', '__proto__', 'a=b; a=c', '=;=;', '"', 'Bearer', 'Bearer '),
    )
    const names = fc.constantFrom(
      'cookie',
      'authorization',
      'x-api-key',
      'x-forwarded-for',
      'origin',
    )
    await fc.assert(
      fc.asyncProperty(fc.dictionary(names, oddHeader), async (headers) => {
        const cookie =
          headers.cookie === undefined ? {} : { cookie: `docket_session=${headers.cookie}` }
        const sent = Object.fromEntries(
          Object.entries({ ...headers, ...cookie }).map(([key, text]) => [key, text.trim()]),
        )
        const response = await fetch(`${docket.url}/api/jobs`, { headers: sent })
        expect([200, 400, 401]).toContain(response.status)
        expect(await response.text()).not.toContain('secret.pdf')
      }),
      { numRuns: 100 },
    )
  })

  it('are rejected if they are larger than any legitimate headers', async () => {
    const docket = await docketForTest({ tokens })
    for (const name of ['cookie', 'authorization', 'x-api-key']) {
      const headers = { [name]: 'x'.repeat(20_000) }
      const response = await fetch(`${docket.url}/api/jobs`, { headers })
      expect((await readError(response)).slice(0, 2)).toEqual([431, 'HEADERS_TOO_LARGE'])
    }
  })
})
