import { readdirSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { envExample, settings, settingsPage } from '../scripts/settings.ts'
import { readConfig, Settings } from '../src/config.ts'
import { fixedBudgets } from '../src/domain/api/rate-budgets.ts'
import { formerNames } from '../src/settings/former-names.ts'
import { temporaryFolder } from './support/processes/command.ts'

/** Returns the other settings that the setting `name` requires. */
function relatedSettings(name: string): Record<string, string> {
  if (name === 'ALLOW_LOOPBACK_URLS_FOR_TESTS') return { NODE_ENV: 'test' }
  if (name.startsWith('LLM_')) return { LLM_BASE_URL: 'https://llm.example.com/v1', LLM_MODEL: 'm' }
  if (name.startsWith('OIDC_')) {
    return { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'docket' }
  }
  if (['SMTP_URL', 'RESEND_API_KEY'].includes(name)) {
    return { MAIL_FROM: 'docket@example.com', BASE_URL: 'https://docket.example.com' }
  }
  if (name.startsWith('IMAP_')) {
    return { IMAP_OWNER: 'user:alice', IMAP_ALLOWED_SENDERS: '@supplier.example' }
  }
  if (name === 'ALERT_EMAIL') {
    return { ...relatedSettings('SMTP_URL'), SMTP_URL: 'smtp://mail.example.com' }
  }
  if (name.startsWith('OIDC_')) {
    return {
      OIDC_ISSUER: 'https://login.example.com',
      OIDC_CLIENT_ID: 'docket',
      ...relatedSettings('SMTP_URL'),
    }
  }
  return {}
}

describe('settings', () => {
  it.each([
    ['.env.example', envExample],
    ['docs/settings.md', settingsPage],
  ])('are all documented in %s, which npm run settings writes', async (file, write) => {
    expect(await readFile(file, 'utf8')).toBe(write())
  })

  it('are used by their current names everywhere', async () => {
    const former = new RegExp(`\\b(${Object.keys(formerNames).join('|').replace('OCR|', '')})\\b`)
    const folders = ['src', 'test', 'docs', 'deploy', 'bench', 'chaos', 'scripts', '.github']
    const names = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(ts|tsx|js|md|ya?ml|env|conf)$/.test(entry.name))
        .map((entry) => path.join(entry.parentPath, entry.name)),
    )
    expect(names.length).toBeGreaterThan(500)
    const texts = [...names, 'README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', '.env.example']
    const found = texts.filter((name) => former.test(readFileSync(name, 'utf8')))
    // The benchmark also runs earlier builds, which use former names.
    expect(found.sort()).toEqual([
      'bench/documents.ts',
      'src/settings/former-names.ts',
      'test/e2e/up.test.ts',
    ])
  })

  it('have the defaults that docs/security.md states', async () => {
    const page = await readFile('docs/security.md', 'utf8')
    const config = readConfig({}) as unknown as Record<string, unknown>
    const rows = page.split('\n').flatMap((row) => {
      const [, , presets = '', names = ''] = row.split('|')
      const settings = [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name)
      const numbers = presets.match(/[\d,]*\d/g)?.map((text) => Number(text.replaceAll(',', '')))
      return settings.map((name, index) => [name, numbers?.[index]] as const)
    })
    expect(rows.length).toBeGreaterThan(10)
    for (const [name, stated] of rows) expect([name, stated]).toEqual([name, config[name]])
    const budgets = Object.values(fixedBudgets)
    const list = (numbers: number[]) => `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`
    expect(page).toContain(`${list(budgets.map((one) => one.per_minute))} per owner`)
    expect(page).toContain(`${list(budgets.map((one) => one.per_minute_and_address))} per address`)
  })

  it('each have a description, and a valid default or example', () => {
    for (const { name, meaning, presetWords, example } of settings) {
      expect(meaning, name).toMatch(/\.$/)
      if (presetWords !== undefined) continue
      expect(example, `${name}: give it .meta({ example })`).toBeDefined()
      expect(() => readConfig({ ...relatedSettings(name), [name]: example })).not.toThrow()
    }
  })

  it('require a sender, a base URL and one transport for emails', () => {
    const mailSettings = { MAIL_FROM: 'D <d@example.com>', BASE_URL: 'https://docket.example.com' }
    const transports = { SMTP_URL: 'smtp://mail.example.com', RESEND_API_KEY: 're_x' }
    expect(() => readConfig({ SMTP_URL: transports.SMTP_URL, ...mailSettings })).not.toThrow()
    expect(() => readConfig({ ...transports, ...mailSettings })).toThrow('are both set')
    expect(() =>
      readConfig({ ...mailSettings, ...transports, SMTP_URL: '', BASE_URL: '' }),
    ).toThrow('BASE_URL')
    expect(() => readConfig({ MAIL_FROM: 'nobody' })).toThrow('MAIL_FROM')
    expect(() => readConfig({ ALERT_EMAIL: 'a@example.com' })).toThrow('SMTP_URL')
    expect(() => readConfig({ MAIL_FROM: 'A <a@b.c>\nBcc: <d@e.f>' })).toThrow('MAIL_FROM')
  })

  describe('settings from files', () => {
    it('have the content of the file named by NAME_FILE, without its final newline', async () => {
      const file = path.join(await temporaryFolder(), 'admin_key')
      await writeFile(file, `${'k'.repeat(40)}\n`)
      expect(readConfig({ ADMIN_KEY_FILE: file }).ADMIN_KEY).toBe('k'.repeat(40))
      expect(readConfig({ ADMIN_KEY_FILE: '' }).ADMIN_KEY).toBeUndefined()
    })

    it('are rejected if the variable is set too, or the file is not readable', () => {
      const both = { ADMIN_KEY: 'k'.repeat(40), ADMIN_KEY_FILE: '/nowhere' }
      expect(() => readConfig(both)).toThrow('ADMIN_KEY and ADMIN_KEY_FILE are both set')
      expect(() => readConfig({ ADMIN_KEY_FILE: '/nowhere' })).toThrow(
        'ADMIN_KEY_FILE is "/nowhere", which cannot be read (ENOENT).',
      )
    })

    it('are validated like others, and not shown', async () => {
      const file = path.join(await temporaryFolder(), 'admin_key')
      await writeFile(file, 'hunter2')
      const read = () => readConfig({ ADMIN_KEY_FILE: file })
      expect(read).toThrow('  ADMIN_KEY:')
      expect(read).not.toThrow('hunter2')
    })

    it('do not apply to settings that are file names themselves', () => {
      expect(readConfig({ PARTIES_FILE: '/etc/parties.yaml' }).PARTIES_FILE).toBe(
        '/etc/parties.yaml',
      )
      expect('PARTIES' in Settings.shape).toBe(false)
    })
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

  it('treat an empty variable as unset', () => {
    expect(readConfig({ PORT: '' }).PORT).toBe(3000)
  })

  it.each([
    [{ PORT: 'eighty' }, 'PORT (it is "eighty"): must be a whole number from 0 to 65,535'],
    [{ MAX_UPLOAD_MB: '50MB' }, 'MAX_UPLOAD_MB (it is "50MB"): must be a whole number from 1 to'],
    [{ MAX_RETRIES: '1.5' }, 'MAX_RETRIES (it is "1.5"): must be a whole number from 0 to 20'],
    [{ ALERT_ERROR_PERCENT: '1%' }, 'ALERT_ERROR_PERCENT (it is "1%"): must be a number from 0 to'],
    [{ USE_BROWSER_CRAWLER: 'ja' }, 'USE_BROWSER_CRAWLER (it is "ja"): must be `true` or `false`'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL (it is "loud"): must be one of `silent`, `fatal`'],
    [{ REDIS_URL: 'redis' }, 'REDIS_URL: must be a URL'],
    [{ JWT_SECRET: 'short' }, 'JWT_SECRET: must be text of 32 or more characters'],
    [{ TRUSTED_PROXIES: '1' }, 'TRUSTED_PROXIES (it is "1"): must be addresses or networks'],
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
  ])('reject %j and report the variable, its value and the expected form', (environment, text) => {
    expect(() => readConfig(environment)).toThrow(`  ${text}`)
  })

  it('do not show secrets in an error', () => {
    expect(() => readConfig({ ADMIN_KEY: 'hunter2' })).not.toThrow('hunter2')
  })

  it('accept tokens from one issuer: a secret or published keys, not both', () => {
    const both = { JWT_SECRET: 'x'.repeat(32), JWKS_URL: 'https://id.example/keys' }
    expect(() => readConfig(both)).toThrow('JWT_SECRET and JWKS_URL are both set')
  })

  it.each(['production', 'development', undefined])(
    'reject test-only values if NODE_ENV is %s',
    (NODE_ENV) => {
      const environment = { ALLOW_LOOPBACK_URLS_FOR_TESTS: 'true', NODE_ENV }
      expect(() => readConfig(environment)).toThrow('ALLOW_LOOPBACK_URLS_FOR_TESTS')
      expect(readConfig({ NODE_ENV }).ALLOW_LOOPBACK_URLS_FOR_TESTS).toBe(false)
      const inTest = { ...environment, NODE_ENV: 'test' }
      expect(readConfig(inTest).ALLOW_LOOPBACK_URLS_FOR_TESTS).toBe(true)
    },
  )
})
