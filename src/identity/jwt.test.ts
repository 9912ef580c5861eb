import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { AppError } from '../domain/errors/app-error.ts'
import { createJwtVerifier } from './jwt.ts'

const secret = 'a secret of this test, of some length'
const key = new TextEncoder().encode(secret)
const verify = createJwtVerifier({ secret })

const now = () => Math.floor(Date.now() / 1000)

function token(claims: object = {}, header: object = {}): Promise<string> {
  const allClaims = { sub: 'ada', exp: now() + 60, ...claims }
  return new SignJWT(allClaims as never).setProtectedHeader({ alg: 'HS256', ...header }).sign(key)
}

/** Signs a token with the right secret, whatever its header says. No library does this. */
function signByHand(header: object, claims: object = { sub: 'ada', exp: now() + 60 }): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part(header)}.${part(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

const readOutcome = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )

describe('a token signed with the shared secret', () => {
  it('identifies its owner by sub, and premium by tier', async () => {
    expect(await verify(await token())).toEqual({
      kind: 'user',
      owner_id: 'user:ada',
      tier: 'standard',
      scopes: ['read', 'write'],
    })
    expect(await verify(await token({ tier: 'premium' }))).toMatchObject({ tier: 'premium' })
    expect(await verify(await token({ tier: 'admin' }))).toMatchObject({ tier: 'standard' })
  })

  it('accepts any subject, each as a separate owner', async () => {
    const names = fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' })
    await fc.assert(
      fc.asyncProperty(names, async (sub) => {
        const identity = await verify(await token({ sub })).catch((error: AppError) => error.code)
        const isPlain = !/[\p{Cc}\p{Cs}]/u.test(sub)
        if (isPlain) expect(identity).toMatchObject({ owner_id: `user:${sub}` })
        else expect(identity).toBe('UNAUTHORIZED')
      }),
      { numRuns: 100 },
    )
  })

  it('tolerates a clock difference of 30 seconds', async () => {
    expect(await readOutcome(verify(await token({ exp: now() - 20 })))).toBe('accepted')
    expect(await readOutcome(verify(await token({ nbf: now() + 20 })))).toBe('accepted')
    expect(await readOutcome(verify(await token({ exp: now() - 40 })))).toBe('UNAUTHORIZED')
    expect(await readOutcome(verify(await token({ nbf: now() + 40 })))).toBe('UNAUTHORIZED')
  })

  it.each(['JWT', 'jwt', 'at+jwt', 'application/at+jwt'])('can have type %s', async (typ) => {
    expect(await readOutcome(verify(await token({}, { typ })))).toBe('accepted')
  })

  it.each<[string, () => string | Promise<string>]>([
    ['nothing', () => ''],
    ['no token', () => 'abc'],
    ['dots', () => '..'],
    ['five parts, as of an encrypted one', () => 'a.b.c.d.e'],
    ['no signature', () => new UnsecuredJWT({ sub: 'ada', exp: now() + 60 }).encode()],
    ['alg none', () => signByHand({ alg: 'none' })],
    ['alg nOnE', () => signByHand({ alg: 'nOnE' })],
    ['no alg', () => signByHand({})],
    ['another alg', () => token({}, { alg: 'HS512' })],
    ['another alg than that of its signature', () => signByHand({ alg: 'HS512' })],
    ['a signature of another secret', async () => `${(await token()).slice(0, -4)}AAAA`],
    [
      'a claim changed later',
      async () => {
        const [head, , signature] = (await token()).split('.')
        const claims = { sub: 'eve', exp: now() + 60 }
        return `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`
      },
    ],
    ['no end', () => signByHand({ alg: 'HS256' }, { sub: 'ada' })],
    ['an end that is text', () => signByHand({ alg: 'HS256' }, { sub: 'ada', exp: '9999999999' })],
    ['no sub', () => signByHand({ alg: 'HS256' }, { exp: now() + 60 })],
    ['an empty sub', () => token({ sub: '' })],
    ['a sub that is a number', () => signByHand({ alg: 'HS256' }, { sub: 7, exp: now() + 60 })],
    ['a NUL in its sub', () => token({ sub: 'a\0b' })],
    ['a sub without end', () => token({ sub: 'a'.repeat(256) })],
    ['something critical', () => signByHand({ alg: 'HS256', crit: ['x'], x: 1 })],
    ['a key of its own', () => token({}, { jwk: { kty: 'oct', k: 'AAAA' } })],
    ['an address of keys', () => token({}, { jku: 'https://evil.example/keys' })],
    ['an address of certificates', () => token({}, { x5u: 'https://evil.example/c' })],
    ['another type', () => token({}, { typ: 'dpop+jwt' })],
    ['9 KB', () => token({ filling: 'x'.repeat(9 * 1024) })],
  ])('is rejected with %s', async (_, make) => {
    expect(await readOutcome(verify(await make()))).toBe('UNAUTHORIZED')
  })

  it('is accepted only with the configured audience and issuer', async () => {
    const strict = createJwtVerifier({ secret, issuer: 'https://id.example', audience: 'docket' })
    const good = { iss: 'https://id.example', aud: ['other', 'docket'] }
    expect(await readOutcome(strict(await token(good)))).toBe('accepted')
    for (const bad of [{ iss: 'https://id.example.evil' }, { aud: 'other' }, { aud: undefined }]) {
      expect(await readOutcome(strict(await token({ ...good, ...bad })))).toBe('UNAUTHORIZED')
    }
  })
})

describe('a token signed with a published key', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let isUp = true
  const server = createServer((_, response) => {
    const keys = [
      { ...rsa.publicKey.export({ format: 'jwk' }), kid: 'rsa', alg: 'RS256', use: 'sig' },
      { ...ec.publicKey.export({ format: 'jwk' }), kid: 'ec', alg: 'ES256', use: 'sig' },
    ]
    response.statusCode = isUp ? 200 : 500
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }))
  })
  let jwksUrl = ''
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    jwksUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`
  })
  afterAll(() => void server.close())

  const sign = (alg: string, kid: string, signer: KeyObject | Uint8Array) =>
    new SignJWT({ sub: 'ada', exp: now() + 60 }).setProtectedHeader({ alg, kid }).sign(signer)

  it('is accepted for each published key', async () => {
    const check = createJwtVerifier({ jwksUrl })
    expect(await readOutcome(check(await sign('RS256', 'rsa', rsa.privateKey)))).toBe('accepted')
    expect(await readOutcome(check(await sign('ES256', 'ec', ec.privateKey)))).toBe('accepted')
  })

  it('is rejected for an unknown key', async () => {
    const check = createJwtVerifier({ jwksUrl })
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
    for (const kid of ['rsa', 'nobody', '../../etc/passwd', "' or 1=1", 'http://evil.example']) {
      expect(await readOutcome(check(await sign('RS256', kid, other.privateKey)))).toBe(
        'UNAUTHORIZED',
      )
    }
  })

  it('is rejected if signed with the public key as a shared secret', async () => {
    const pem = rsa.publicKey.export({ type: 'spki', format: 'pem' })
    const forgedToken = await sign('HS256', 'rsa', new TextEncoder().encode(String(pem)))
    expect(await readOutcome(createJwtVerifier({ jwksUrl })(forgedToken))).toBe('UNAUTHORIZED')
  })

  it('is rejected if its published key is a shared secret or an encryption key', async () => {
    const secretKey = new Uint8Array(32).fill(7)
    const encryption = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const address = await publishKeys([
      { kty: 'oct', k: Buffer.from(secretKey).toString('base64url'), kid: 'oct', alg: 'HS256' },
      { ...encryption.publicKey.export({ format: 'jwk' }), kid: 'enc', use: 'enc' },
    ])
    const check = createJwtVerifier({ jwksUrl: address })
    expect(await readOutcome(check(await sign('HS256', 'oct', secretKey)))).toBe('UNAUTHORIZED')
    const encrypted = await sign('RS256', 'enc', encryption.privateKey)
    expect(await readOutcome(check(encrypted))).toBe('UNAUTHORIZED')
  })

  it('is rejected if its algorithm does not match its key', async () => {
    const check = createJwtVerifier({ jwksUrl })
    expect(await readOutcome(check(await sign('PS256', 'rsa', rsa.privateKey)))).toBe(
      'UNAUTHORIZED',
    )
    const [head, claims] = (await sign('ES256', 'ec', ec.privateKey)).split('.')
    const zeros = Buffer.alloc(64).toString('base64url')
    expect(await readOutcome(check(`${head}.${claims}.${zeros}`))).toBe('UNAUTHORIZED')
  })

  it('is rejected for another issuer or audience that uses the same keys', async () => {
    const strict = { jwksUrl, issuer: 'https://id.example', audience: 'docket' }
    const check = createJwtVerifier(strict)
    const claims = { sub: 'ada', exp: now() + 60, iss: 'https://id.example', aud: 'docket' }
    const signClaims = (given: object) =>
      new SignJWT(given as never)
        .setProtectedHeader({ alg: 'RS256', kid: 'rsa' })
        .sign(rsa.privateKey)
    expect(await readOutcome(check(await signClaims(claims)))).toBe('accepted')
    const others = [
      { iss: 'https://id.example/' },
      { iss: 'HTTPS://ID.EXAMPLE' },
      { iss: ['https://id.example'] },
      { iss: undefined },
      { aud: 'Docket' },
      { aud: 'docket ' },
      { aud: { docket: true } },
      { aud: [['docket']] },
      { aud: [] },
      { aud: undefined },
    ]
    for (const other of others) {
      const outcome = await readOutcome(check(await signClaims({ ...claims, ...other })))
      expect([other, outcome]).toEqual([other, 'UNAUTHORIZED'])
    }
  })

  it('does not refetch the keys for every unknown key id', async () => {
    let fetches = 0
    const address = await publishKeys([], () => (fetches += 1))
    const check = createJwtVerifier({ jwksUrl: address })
    for (let nth = 0; nth < 50; nth++) {
      const outcome = await readOutcome(check(await sign('RS256', `key ${nth}`, rsa.privateKey)))
      expect(outcome).toBe('UNAUTHORIZED')
    }
    expect(fetches).toBe(1)
  })

  it('yields a temporary error while the keys cannot be fetched', async () => {
    isUp = false
    const check = createJwtVerifier({ jwksUrl })
    expect(await readOutcome(check(await sign('RS256', 'rsa', rsa.privateKey)))).toBe('UNAVAILABLE')
    isUp = true
  })
})

/** Serves the keys until the test ends. */
async function publishKeys(keys: object[], onRequest: () => unknown = () => undefined) {
  const server = createServer((_, response) => {
    onRequest()
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`
}

it('rejects every token if no secret or key URL is configured', async () => {
  expect(await readOutcome(createJwtVerifier({})(await token()))).toBe('UNAUTHORIZED')
})
