import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { docket, temporaryFolder } from '../support/processes/command.ts'

it('docket backup and docket restore report what they did, and refuse to replace anything', async () => {
  const folder = await temporaryFolder()
  const env = { DATA_DIR: path.join(folder, 'data') }
  const file = path.join(folder, 'docket.zip')
  const nothing = await docket(['backup', file], { env })
  expect(nothing).toMatchObject({ code: 2, stdout: '' })
  expect(nothing.stderr).toContain(`There is no database in ${env.DATA_DIR}.`)

  expect((await docket(['keys', 'create', 'kept'], { env })).code).toBe(0)
  const made = await docket(['backup', file, '--json'], { env })
  expect(made).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(made.stdout)).toMatchObject({ file, files: 0, missing: [] })
  const refused = await docket(['restore', file], { env })
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('is not empty. Set DATA_DIR to a new folder')

  const copy = { DATA_DIR: path.join(folder, 'copy') }
  const restored = await docket(['restore', file], { env: copy })
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  expect(restored.stdout).toMatch(/^Restored \d+ rows and 0 files to .*copy \(backup of 2/)
  const keys = await docket(['keys', 'list'], { env: copy })
  expect(keys).toMatchObject({ code: 0, stdout: expect.stringContaining('\tkept\t') })
  expect((await readdir(folder)).sort()).toEqual(['copy', 'data', 'docket.zip'])
  const recovered = await docket(['recover', '--json'], { env: copy })
  expect(JSON.parse(recovered.stdout)).toEqual({
    dry_run: true,
    adopted: [],
    unowned: [],
    missing_sources: [],
    missing_results: [],
  })
  const wrong = await docket(['recover', '--owner', 'ada'], { env: copy })
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('such as user:ada') })
})

it.each([
  ['backup', { DATABASE_URL: 'postgres://127.0.0.1/x' }, 'DATABASE_URL'],
  ['restore', { STORAGE_URL: 's3://bucket' }, 'STORAGE_URL'],
])('docket %s refers to the guide if the data is elsewhere', async (verb, env, name) => {
  const result = await docket([verb, 'docket.zip'], { env })
  expect(result).toMatchObject({ code: 2, stdout: '' })
  expect(result.stderr).toMatch(new RegExp(`${name} is set, .* see "Back up" in docs/runbook.md`))
})
