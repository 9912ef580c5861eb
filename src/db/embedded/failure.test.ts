import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { programFailed } from './failure.ts'
import { findPostmaster } from './postmaster.ts'
import { startEmbedded } from './server.ts'

const scratch = await mkdtemp(join(tmpdir(), 'docket-failure-'))
const folder = join(scratch, 'postgres')
const passwordFile = join(folder, 'password')
afterAll(() => rm(scratch, { recursive: true, maxRetries: 5 }))

beforeAll(async () => {
  const server = await startEmbedded({ folder })
  await server.stop()
})

it('mentions the folder and DATA_DIR when the folder is not writable', async () => {
  const file = join(scratch, 'file')
  await writeFile(file, '')
  await expect(startEmbedded({ folder: join(file, 'postgres') })).rejects.toMatchObject({
    code: 'CANNOT_START',
    message: expect.stringMatching(/^Docket cannot write to .*file\/postgres .*DATA_DIR/),
  })
})

it('reports a missing password file and does not create another', async () => {
  const password = await readFile(passwordFile)
  await rm(passwordFile)
  await expect(startEmbedded({ folder })).rejects.toThrow(/password is missing.*DATA_DIR/)
  await expect(readFile(passwordFile)).rejects.toThrow('ENOENT')
  await writeFile(passwordFile, password)
})

it('reports a wrong password and does not leave a server running', async () => {
  const password = await readFile(passwordFile)
  await writeFile(passwordFile, 'guess')
  await expect(startEmbedded({ folder })).rejects.toThrow(/not accept the password.*DATA_DIR/)
  expect(await findPostmaster(join(folder, 'cluster'))).toBeUndefined()
  await writeFile(passwordFile, password)
})

it('passes on the Postgres error when the server does not start', async () => {
  const start = startEmbedded({ folder, settings: { shared_buffers: 'plenty' } })
  await expect(start).rejects.toThrow(/DATA_DIR[^]*invalid value for parameter "shared_buffers"/)
})

it('distinguishes a full disk from other Postgres failures', () => {
  const output = 'FATAL:  could not write lock file "postmaster.pid": No space left on device\n'
  expect(programFailed('/data/postgres', output).message).toBe(
    'The disk of the data folder /data/postgres is full. Free up space, or set DATA_DIR to a folder on another disk.',
  )
})

it('reports a user without a name, which initdb requires', () => {
  const output = 'initdb: could not look up effective user ID 1234: user does not exist\n'
  expect(programFailed('/data/postgres', output).message).toMatch(/^Postgres runs only as .* 1234 /)
})
