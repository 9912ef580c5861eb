import { describe, expect, it } from 'vitest'
import { readConfig, Settings } from '../src/config.ts'

/** `.env.example` as config.ts would have it; `npx vitest run test/settings.test.ts -u` writes it. */
function envExample(): string {
  const head = [
    '# Every setting of Docket, with its default. Copy to .env and change what you need.',
    '',
  ]
  const entries = Object.entries(Settings.shape).map(([name, schema]) => {
    const preset = name === 'WORKER_CONCURRENCY' ? undefined : schema.safeParse(undefined).data
    return `# ${schema.description}\n# ${name}=${preset ?? ''}\n`
  })
  return [...head, entries.join('\n')].join('\n')
}

describe('settings', () => {
  it('are all in .env.example, with what they mean and their defaults', async () => {
    await expect(envExample()).toMatchFileSnapshot('../.env.example')
  })

  it('have defaults for everything', () => {
    expect(readConfig({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      DEFAULT_MAPPING: 'auto',
      MAX_UPLOAD_MB: 50,
      MAX_RETRIES: 3,
    })
    expect(readConfig({}).DATA_DIR).toMatch(/\/data$/)
  })

  it('take an empty variable for one that is not set', () => {
    expect(readConfig({ PORT: '' }).PORT).toBe(3000)
  })

  it.each([
    [{ PORT: '70000' }, 'PORT'],
    [{ BASE_URL: 'ftp://x' }, 'BASE_URL'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ WORKER_CONCURRENCY: '1.5' }, 'WORKER_CONCURRENCY'],
    [{ AUTH_MODE: 'none' }, 'AUTH_MODE'],
    [{ JWT_SECRET: 'too short' }, 'JWT_SECRET'],
    [{ ADMIN_KEY: 'too short' }, 'ADMIN_KEY'],
    [{ CORS_ORIGIN: '*' }, 'CORS_ORIGIN'],
    [{ TRUSTED_PROXIES: '1' }, 'TRUSTED_PROXIES'],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES'],
    [{ UPLOADS_PER_MINUTE: '0' }, 'UPLOADS_PER_MINUTE'],
    [{ CORS_ORIGIN: 'https://app.example.com/' }, 'CORS_ORIGIN'],
  ])('refuse %j and name the variable', (environment, name) => {
    expect(() => readConfig(environment)).toThrow(`  ${name}`)
  })

  it('show no secret when they refuse it', () => {
    expect(() => readConfig({ ADMIN_KEY: 'hunter2' })).not.toThrow('hunter2')
  })

  it('take tokens of one issuer: a secret or published keys, not both', () => {
    const both = { JWT_SECRET: 'x'.repeat(32), JWKS_URL: 'https://id.example/keys' }
    expect(() => readConfig(both)).toThrow('JWT_SECRET and JWKS_URL are both set')
  })

  it.each(['production', 'development', undefined])(
    'refuse what is for tests only when NODE_ENV is %s',
    (NODE_ENV) => {
      const environment = { ALLOW_LOOPBACK_URLS_FOR_TESTS: 'true', NODE_ENV }
      expect(() => readConfig(environment)).toThrow('ALLOW_LOOPBACK_URLS_FOR_TESTS')
      expect(readConfig({ NODE_ENV }).ALLOW_LOOPBACK_URLS_FOR_TESTS).toBe(false)
      const inTest = { ...environment, NODE_ENV: 'test' }
      expect(readConfig(inTest).ALLOW_LOOPBACK_URLS_FOR_TESTS).toBe(true)
    },
  )
})
