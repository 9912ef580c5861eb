import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { checks } from '../../src/commands/doctor/checks.ts'
import { checkGateway, checkIssuer, checkModel } from '../../src/commands/doctor/check-services.ts'
import { docket, runningDocket, temporaryFolder } from '../support/processes/command.ts'
import { databaseForTest } from '../support/database/database.ts'
import { fileServerForTest } from '../support/servers/file-server.ts'
import { changeProtocol, startThirdPartyGateway } from '../support/servers/gateway.ts'

interface DoctorRun {
  ok: boolean
  checks: { name: string; ok: boolean; message: string }[]
}

describe('docket doctor', () => {
  it('reports no problems in a working setup', async () => {
    const DATA_DIR = await temporaryFolder()
    const idle = await docket(['doctor'], { env: { DATA_DIR, PORT: '9' } })
    expect([idle.code, idle.stderr]).toEqual([0, ''])
    expect(idle.stdout).toMatch(/✓ Reading scans: on \(eng\)\n/)
    expect(idle.stdout).toMatch(/✓ Database: Postgres \d+.*schema up to date\n/)
  })

  it('works alongside a running Docket with an embedded database', async () => {
    const DATA_DIR = await temporaryFolder()
    await runningDocket('up', { DATA_DIR })
    // `doctor` finds the running database by its folder, whatever port the server uses.
    const besideRunning = await docket(['doctor'], { env: { DATA_DIR, PORT: '9' } })
    expect(besideRunning.stdout).toMatch(
      /✓ Database: Postgres \d+.*schema up to date, in use by a running Docket\n/,
    )
  })

  it('reports missing parts', async () => {
    const env = {
      DATA_DIR: await temporaryFolder(),
      DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing',
      OCR_LANGUAGES: 'eng+xyz',
    }
    const result = await docket(['doctor'], { env })
    expect(result.stdout).toMatch(/Reading scans: off\. .*@tesseract\.js-data\/xyz/)
    expect(result.code).toBe(1)
    expect(result.stdout).toMatch(/✗ Database: cannot connect to DATABASE_URL/)
  })

  it('inspects a database without changing it and checks that wake-ups arrive', async () => {
    const { url, db } = await databaseForTest()
    const ask = async () => {
      const env = { DATA_DIR: await temporaryFolder(), DATABASE_URL: url }
      const { code, stdout } = await docket(['doctor', '--json'], { env })
      const { ok, checks } = JSON.parse(stdout) as DoctorRun
      expect(ok).toBe(code === 0)
      return (name: string) => checks.find((check) => check.name === name)
    }
    const complete = await ask()
    expect(complete('Database')?.message).toMatch(/^Postgres \d+.*, schema up to date$/)
    expect(complete('Notifications')).toMatchObject({ ok: true, message: 'delivered' })
    expect(complete('Queue')?.message).toBe('0 waiting, 0 processing, workers: 0')
    await db.query('drop schema public cascade; create schema public')
    expect((await ask())('Database')?.message).toMatch(
      / pending migrations; to apply them now: docket migrate/,
    )
    expect(await db.query(`select to_regclass('jobs') as jobs`)).toEqual([{ jobs: null }])
  })

  it('runs Chromium if enabled', async () => {
    const ask = async (CHROMIUM_PATH: string) => {
      const env = { NODE_ENV: 'test', USE_BROWSER_CRAWLER: 'true', CHROMIUM_PATH }
      return checks.Chromium?.(readConfig(env))
    }
    expect(await ask(process.execPath)).toBe(process.version)
    await expect(ask('/nowhere')).rejects.toThrow('/nowhere does not run. Install Chromium')
  })

  it('lists variables that resemble settings, and continues', async () => {
    const env = { DATA_DIR: await temporaryFolder(), PORT: '9', UPLOAD_PER_MINUTE: '5' }
    const sentence = 'UPLOAD_PER_MINUTE is not a setting. Did you mean UPLOADS_PER_MINUTE?'
    const { code, stdout } = await docket(['doctor'], { env })
    expect([code, stdout]).toEqual([0, expect.stringContaining(`! Settings: ${sentence}\n`)])
    const { checks } = JSON.parse((await docket(['doctor', '--json'], { env })).stdout) as DoctorRun
    expect(checks[0]).toEqual({ name: 'Settings', ok: true, is_warning: true, message: sentence })
    expect(checks.length).toBeGreaterThan(10)
  })

  it('reports invalid settings first', async () => {
    const { code, stdout } = await docket(['doctor', '--json'], { env: { PORT: 'many' } })
    const { ok, checks } = JSON.parse(stdout) as DoctorRun
    expect([code, ok, checks.length]).toEqual([1, false, 1])
    expect(checks[0]?.message).toMatch(/PORT \(it is "many"\)/)
  })

  it('checks the gateway', async () => {
    const gateway = await runningDocket('gateway', { DATA_DIR: await temporaryFolder() })
    const { host } = new URL(gateway.url)
    const withSecret = gateway.url.replace('//', '//name:secret@')
    expect(await checkGateway(withSecret)).toBe(`${host} responds`)
    await expect(checkGateway('http://127.0.0.1:9')).rejects.toThrow(
      /^cannot reach 127.0.0.1:9 .* change GATEWAY_URL\.$/,
    )
    const broken = await startThirdPartyGateway((_, response) => void response.writeHead(500).end())
    await expect(checkGateway(broken)).rejects.toThrow('status 500')
    const other = await startThirdPartyGateway(changeProtocol)
    await expect(checkGateway(other)).rejects.toThrow('closed before a response')
  })
})

describe('the services that doctor checks', () => {
  const ask = async (path: string, env: Record<string, string> = {}) => {
    const services = await fileServerForTest(({ url, headers }, response) => {
      if (headers.authorization === 'Bearer wrong') return void response.writeHead(401).end()
      const bodies: Record<string, object> = {
        '/keys': { keys: [{ kty: 'OKP' }] },
        '/v1/models': { data: [{ id: 'small' }] },
      }
      response.end(JSON.stringify(bodies[url ?? ''] ?? {}))
    })
    const readMessage = async (response: Promise<string>) =>
      (await response.catch((error: Error) => error.message)).replace(/127\.0\.0\.1:\d+/, 'HOST')
    if (!('LLM_MODEL' in env)) {
      return readMessage(checkIssuer(readConfig({ JWKS_URL: `${services.url}${path}`, ...env })))
    }
    return readMessage(checkModel(readConfig({ LLM_BASE_URL: `${services.url}${path}`, ...env })))
  }

  it('include the token issuer', async () => {
    expect(await ask('/keys', { JWT_AUDIENCE: 'docket' })).toBe('1 public key at HOST')
    expect(await ask('/keys')).toMatch(/^1 public key at HOST; set JWT_AUDIENCE to reject/)
    expect(await ask('/page')).toBe('HOST responds (200), but without public keys. Check JWKS_URL.')
    expect(await ask('', { JWKS_URL: 'http://127.0.0.1:9/keys' })).toMatch(
      /^cannot reach HOST .* Check JWKS_URL and the network\.$/,
    )
    expect(await ask('/keys', { AUTH_MODE: 'session' })).toMatch(/^not accepted/)
  })

  it('include the language model', async () => {
    const small = { LLM_MODEL: 'small' }
    expect(await ask('/v1', small)).toBe('small at HOST')
    expect(await ask('/other', small)).toBe('small at HOST')
    expect(await ask('/v1', { LLM_MODEL: 'large' })).toBe(
      'HOST has no model "large". Set LLM_MODEL to one of its models.',
    )
    expect(await ask('/v1', { ...small, LLM_API_KEY: 'wrong' })).toBe(
      'HOST rejects the key. Check LLM_API_KEY.',
    )
  })
})
