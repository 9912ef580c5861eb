import { describe, expect, it } from 'vitest'
import { openOidcProvider, reportOidcProvider } from '../../../src/app/sign-in.ts'
import { checkSignIn } from '../../../src/commands/doctor/check-services.ts'
import { readConfig } from '../../../src/config.ts'
import { oidcProviderForTest } from '../../support/servers/oidc-provider.ts'

const valid = { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'docket' }

describe('sign-in settings', () => {
  it.each([
    [{ OIDC_ISSUER: valid.OIDC_ISSUER }, 'OIDC_ISSUER is set, but OIDC_CLIENT_ID is not.'],
    [{ OIDC_CLIENT_ID: 'docket' }, 'OIDC_CLIENT_ID is set, but OIDC_ISSUER is not.'],
    [{ OIDC_CLIENT_SECRET: 'x' }, 'OIDC_CLIENT_SECRET is set, but OIDC_ISSUER is not.'],
    [
      { ...valid, OIDC_ISSUER: 'http://id.example.com' },
      'must be an https URL; http is accepted only for this machine',
    ],
    [{ ...valid, OIDC_ISSUER: 'id.example.com' }, 'must be a URL'],
    [{ ...valid, OIDC_SCOPES: 'profile' }, 'with openid among them'],
    [{ ...valid, OIDC_ALLOWED_EMAILS: 'example.com' }, 'must be addresses or domains'],
    [{ ...valid, JWKS_URL: 'https://other.example/keys' }, 'Set JWT_ISSUER to the value of OIDC_'],
    [
      { ...valid, JWT_SECRET: 'x'.repeat(32), JWT_ISSUER: 'https://other.example' },
      'Set JWT_ISSUER to the value of OIDC_ISSUER',
    ],
  ])('are rejected at startup: %o', (settings, sentence) => {
    expect(() => readConfig(settings)).toThrow(sentence)
  })

  it.each([
    valid,
    { ...valid, OIDC_ISSUER: 'http://127.0.0.1:8080/realms/office' },
    { ...valid, OIDC_CLIENT_SECRET: 'x', OIDC_ALLOWED_EMAILS: '@example.com, ada@example.org' },
    {
      ...valid,
      JWKS_URL: 'https://id.example.com/keys',
      JWT_ISSUER: 'https://id.example.com/',
    },
  ])('are accepted: %o', (settings) => {
    expect(readConfig(settings)).toMatchObject(settings)
  })

  it('do not reveal the secret in an error', () => {
    const settings = { ...valid, OIDC_CLIENT_SECRET: ' ' }
    expect(() => readConfig(settings)).toThrow('OIDC_CLIENT_SECRET:')
  })
})

describe('a provider', () => {
  it('is checked by docket doctor', async () => {
    expect(await checkSignIn(readConfig({}))).toBe('with API keys; OIDC_ISSUER is not set')
    const { issuer } = await oidcProviderForTest()
    const settings = {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'docket',
      BASE_URL: 'https://d.example',
    }
    expect(await checkSignIn(readConfig(settings))).toBe(issuer)
    const { BASE_URL: _, ...withoutAddress } = settings
    expect(await checkSignIn(readConfig(withoutAddress))).toContain('set BASE_URL if')
  })

  it.each([{ status: 503 }, { status: 404 }, { status: 200 }, { hangs: true }])(
    'that does not respond correctly is reported by docket doctor and at startup: %o',
    async (fault) => {
      const provider = await oidcProviderForTest()
      Object.assign(provider.fault, fault)
      const config = readConfig({ OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: 'docket' })
      await expect(checkSignIn(config)).rejects.toThrow(
        /^127\.0\.0\.1:\d+ does not respond as an OpenID Connect provider \(.+\)\. Check OIDC_ISSUER/,
      )
      const lines: string[] = []
      const note = (_: object, message: string) => void lines.push(message)
      const oidc = openOidcProvider(config)
      if (oidc) await reportOidcProvider(oidc, { info: note, warn: note, error: note })
      expect(lines).toEqual([expect.stringMatching(/^People cannot sign in: .* Check OIDC_ISSUER/)])
    },
  )
})
