import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { docket, runningDocket, temporaryFolder } from '../support/processes/command.ts'
import { databaseForTest } from '../support/database/database.ts'

describe('docket keys', () => {
  it('creates keys that work immediately, lists them without secrets, and revokes them', async () => {
    const { url } = await databaseForTest()
    const env = { DATABASE_URL: url, DATA_DIR: await temporaryFolder() }
    const keys = (...args: string[]) => docket(['keys', ...args], { env })
    expect(await keys('list')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'No API keys.\n',
    })
    const created = await keys('create', 'night import', '--user', 'ada', '--scope', 'read')
    expect(created).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('not be shown again'),
    })
    const key = created.stdout.trim()
    expect(key).toMatch(/^dk_[0-9a-f]{12}_[\w-]{43}$/)
    await keys('create', 'fast', '--premium', '--days', '30')

    const server = await runningDocket('serve', { ...env, AUTH_MODE: 'token' })
    const fetchStatus = async (method: string, address: string) => {
      const headers = { authorization: `Bearer ${key}` }
      return (await fetch(server.url + address, { method, headers })).status
    }
    expect(await fetchStatus('GET', '/api/jobs')).toBe(200)
    expect(await fetchStatus('POST', '/api/upload')).toBe(403)

    const prefix = key.slice(0, 15)
    const [first = '', second = ''] = (await keys('list')).stdout.split('\n')
    expect(first).toMatch(`${prefix}\tnight import\tuser:ada\tread\tstandard\t`)
    expect(first).toMatch(/used \d{4}-\d\d-\d\d\texpires never$/)
    expect(second).toMatch(/\tfast\tkey:[0-9a-f]{12}\tread\+write\tpremium\t.*\texpires \d{4}/)
    expect(first).not.toContain(key.slice(16))

    expect(await keys('revoke', prefix)).toMatchObject({
      code: 0,
      stdout: 'Revoked: night import\n',
    })
    expect(await fetchStatus('GET', '/api/jobs')).toBe(401)
    expect((await keys('list')).stdout).toMatch(/night import.*revoked \d{4}/)
  })

  it('works alongside a running docket up with an embedded database, and without one', async () => {
    const env = { DATA_DIR: await temporaryFolder() }
    const before = await docket(['keys', 'create', 'before'], { env })
    expect(before.code).toBe(0)
    const server = await runningDocket('up', env)
    const besideRunning = await docket(['keys', 'create', 'beside'], { env })
    expect(besideRunning).toMatchObject({ code: 0 })
    for (const { stdout } of [before, besideRunning]) {
      const headers = { 'x-api-key': stdout.trim() }
      expect((await fetch(`${server.url}/api/me`, { headers })).status).toBe(200)
    }
  })

  it.each([
    [['nonsense']],
    [['create']],
    [['create', 'x', '--scope', 'all']],
    [['create', 'x', '--days', '0']],
    [['create', 'a\nb']],
    [['revoke']],
  ])('exits with 2 for %j', async (args) => {
    expect((await docket(['keys', ...args])).code).toBe(2)
  })

  it.each([['keys', 'create', 'x'], ['keys', 'list'], ['emails']])(
    'does not create a database in a folder that was not named: %s %s',
    async (...args) => {
      const cwd = await temporaryFolder()
      const result = await docket(args, { cwd })
      expect(result).toMatchObject({ code: 2, stdout: '' })
      expect(result.stderr).toMatch(
        /^docket: There is no database in .*\. .* set DATA_DIR or DATABASE_URL\.\n$/,
      )
      expect(await readdir(cwd)).toEqual([])
    },
  )

  it('exits with 1 for an unknown key', async () => {
    const { url } = await databaseForTest()
    const env = { DATABASE_URL: url }
    const result = await docket(['keys', 'revoke', 'dk_0123456789ab'], { env })
    expect(result).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no key') })
  })
})
