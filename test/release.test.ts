import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import {
  findChangedMigrations,
  hashMigrations,
  type MigrationHashes,
  releasedFile,
  versionedFiles,
} from '../scripts/release-state.ts'

const readJson = async <Value>(file: string) => JSON.parse(await readFile(file, 'utf8')) as Value

it('keeps the migrations of the latest release, which databases have applied', async () => {
  const released = await readJson<MigrationHashes>(releasedFile)
  expect(findChangedMigrations(released, await hashMigrations())).toEqual([])
  const { version } = await readJson<{ version: string }>('package.json')
  const isReleased = Object.keys(released).length > 0
  expect(isReleased, '`npm run release` records the migrations from 1.0.0 on').toBe(
    !version.startsWith('0.'),
  )
})

it.each(Object.entries(versionedFiles))(
  '%s has the version of the package',
  async (file, pattern) => {
    const { version } = await readJson<{ version: string }>('package.json')
    const versions = [...(await readFile(file, 'utf8')).matchAll(pattern)].map(([, found]) => found)
    expect([...new Set(versions)]).toEqual([version])
  },
)

describe('a change to the migrations of a release', () => {
  const released = { '0001_a.sql': 'a', '0002_b.sql': 'b' }

  it('may add migrations at the end', () => {
    expect(findChangedMigrations(released, { ...released, '0003_c.sql': 'c' })).toEqual([])
  })

  it.each([
    [{ '0001_a.sql': 'a', '0002_b.sql': 'other' }, '0002_b.sql has changed'],
    [{ '0001_a.sql': 'a' }, '0002_b.sql is missing'],
    [
      { '0001_a.sql': 'a', '0001_c.sql': 'c', '0002_b.sql': 'b' },
      '0002_b.sql comes after a new migration',
    ],
  ])('may not make %o', (current, problem) => {
    expect(findChangedMigrations(released, current)).toEqual([problem])
  })
})
