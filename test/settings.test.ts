import { describe, expect, it } from 'vitest'
import { readConfig, Settings } from '../src/config.ts'

/** `.env.example` as config.ts would have it; `npx vitest run -u test/settings.test.ts` writes it. */
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
  ])('refuse %j and name the variable', (environment, name) => {
    expect(() => readConfig(environment)).toThrow(`  ${name}`)
  })
})
