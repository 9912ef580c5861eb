import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, chown, cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { textPdf } from '../fixtures/pdfs.ts'
import { docket, runningDocket, temporaryFolder } from '../support/processes/command.ts'
import { readJob, visitor } from '../support/docket/visitor.ts'

describe('docket up', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'exits cleanly on %s and leaves no database running',
    async (signal) => {
      const DATA_DIR = await temporaryFolder()
      const running = await runningDocket('up', { DATA_DIR })
      const pidFile = path.join(DATA_DIR, 'postgres/cluster/postmaster.pid')
      const pid = Number((await readFile(pidFile, 'utf8')).split('\n')[0])
      running.child.kill(signal)
      expect(await running.ended).toBe(0)
      expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    },
  )

  it('reports a port in use and explains what to do', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    const env = { DATA_DIR: await temporaryFolder(), PORT: String(port) }
    const result = await docket(['up'], { env })
    expect(result.code).toBe(1)
    expect(result.stderr).toBe(
      `docket: Port ${port} is in use. Stop the program that uses it, or choose another PORT.\n`,
    )
  })

  it('reports all invalid settings together', async () => {
    const env = { PORT: 'eighty', MAX_RETRIES: '-1', DATABASE_URL: 'mysql://secret@x/y' }
    const result = await docket(['up'], { env })
    expect(result.code).toBe(2)
    expect(result.stderr).toMatch(/PORT \(it is "eighty"\): .+\n.*DATABASE_URL: .+\n.*MAX_RETRIES/s)
    expect(result.stderr).not.toContain('secret')
  })

  it.each(['up', 'serve', 'work', 'gateway', 'migrate', 'mcp'])(
    'warns about variables that resemble settings in docket %s',
    async (command) => {
      const env = {
        DATA_DIR: await temporaryFolder(),
        DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing',
        DEFAULT_MAPPING: 'nothing_v1',
        MAX_RETRY: '5',
        XML_TTL_DAYS: '1',
      }
      const { code, stderr } = await docket([command], { env })
      expect(code).toBe(2)
      expect(stderr).toContain('"MAX_RETRY is not a setting. Did you mean MAX_RETRIES?"')
      expect(stderr).toContain('"XML_TTL_DAYS is not a setting. Did you mean RESULT_TTL_DAYS?"')
    },
  )

  it('reports a missing mapping', async () => {
    const env = { DATA_DIR: await temporaryFolder(), DEFAULT_MAPPING: 'nothing_v1' }
    const result = await docket(['up'], { env })
    expect(result.code).toBe(2)
    expect(result.stderr).toMatch(
      /^docket: DEFAULT_MAPPING is "nothing_v1", which is not a mapping. Available: auto, document_text_v1, e_invoice_v1, .*\.\n$/,
    )
  })

  it('reports a data folder that is not writable', async () => {
    const file = path.join(await temporaryFolder(), 'a-file')
    await writeFile(file, '')
    for (const DATA_DIR of [path.join(file, 'data'), '/proc/docket/data']) {
      const result = await docket(['up'], { env: { DATA_DIR } })
      expect(result.code).toBe(1)
      expect(result.stderr).toContain(`The folder ${DATA_DIR} cannot be written`)
      expect(result.stderr).toContain('Set DATA_DIR')
    }
  })

  it('restarts its database after a kill', async () => {
    const DATA_DIR = await temporaryFolder()
    const running = await runningDocket('up', { DATA_DIR })
    const pidFile = path.join(DATA_DIR, 'postgres/cluster/postmaster.pid')
    process.kill(Number((await readFile(pidFile, 'utf8')).split('\n')[0]), 'SIGKILL')
    const ask = async () => (await fetch(`${running.url}/api/jobs`)).status
    await expect.poll(ask).toBe(200)
  })

  it('logs requests and state changes by default', async () => {
    const running = await runningDocket('up', { DATA_DIR: await temporaryFolder(), LOG_LEVEL: '' })
    const person = visitor(running.url)
    const { id } = await readJob(await person.upload(new Uint8Array(await textPdf())))
    await (await person.ask(`/api/jobs/${id}?wait=50`)).text()
    const aboutJob = () =>
      running
        .log()
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter(({ job_id }) => job_id === id)
    await expect
      .poll(() => new Set(aboutJob().map(({ to, route }) => to ?? route)))
      .toEqual(new Set(['queued', 'processing', 'complete', '/api/upload', '/api/jobs/:id']))
  })

  it('rejects a second instance on the same data folder', async () => {
    const DATA_DIR = await temporaryFolder()
    await runningDocket('up', { DATA_DIR })
    const second = await docket(['up'], { env: { DATA_DIR, PORT: '0' } })
    expect(second.code).toBe(1)
    expect(second.stderr).toContain('already running on the data folder')
  })

  it('reports an unreachable database', async () => {
    const env = {
      DATA_DIR: await temporaryFolder(),
      DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing',
    }
    const result = await docket(['up'], { env })
    expect([result.code, result.stderr]).toEqual([
      1,
      expect.stringMatching(/^docket: The database at DATABASE_URL cannot be used: .*ECONNREFUSED/),
    ])
  })

  it('reads settings from .env, overridden by the environment', async () => {
    const cwd = await temporaryFolder()
    await writeFile(path.join(cwd, '.env'), 'PORT=nonsense\nMAX_RETRIES=many\n')
    const result = await docket(['up'], { cwd, env: { PORT: '0' } })
    expect(result.stderr).toContain('MAX_RETRIES (it is "many")')
    expect(result.stderr).not.toContain('PORT')
  })
})

describe('the account', () => {
  const isRoot = process.getuid?.() === 0

  it('can be root, in a folder only root can enter', async ({ skip }) => {
    skip(!isRoot, 'needs root')
    const folder = await temporaryFolder()
    await chmod(folder, 0o700)
    const running = await runningDocket('up', { DATA_DIR: path.join(folder, 'deep/data') })
    expect((await fetch(`${running.url}/api/jobs`)).status).toBe(200)
  })

  it('can be an ordinary user with a read-only copy of the program', async ({ skip }) => {
    skip(!isRoot, 'needs root to become another user')
    const folder = await temporaryFolder()
    await chmod(folder, 0o755)
    const program = path.join(folder, 'docket')
    for (const part of [
      'dist',
      'directory',
      'mappings',
      'migrations',
      'package.json',
      ...productionPackages(),
    ]) {
      await cp(part, path.join(program, part), { recursive: true })
    }
    const data = path.join(folder, 'data')
    await mkdir(data)
    await chown(data, nobody, nobody)
    const child = spawn(process.execPath, [path.join(program, 'dist/main.js'), 'up'], {
      uid: nobody,
      gid: nobody,
      env: { PATH: process.env.PATH, DATA_DIR: data, PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let log = ''
    child.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString()
    })
    const ended = new Promise((resolve) => child.on('exit', resolve))
    const line = await Promise.race([
      once(child.stdout, 'data').then(String),
      ended.then(() => log),
    ])
    expect(line).toMatch(/^Docket is running at http:/)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })
})

const nobody = 65534

/** Returns the package folders of an installation without dev dependencies. */
function productionPackages(): string[] {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>
  }
  return Object.entries(lock.packages)
    .filter(
      ([folder, { dev, devOptional }]) => folder && !dev && !devOptional && existsSync(folder),
    )
    .map(([folder]) => folder)
}
