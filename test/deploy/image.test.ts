import { execFileSync, spawnSync } from 'node:child_process'
import { cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startDocket } from '../../chaos/processes.ts'
import { routes } from '../../src/domain/api/routes/routes.ts'
import { temporaryFolder } from '../support/command.ts'
import { databaseForTest } from '../support/database.ts'
import { readDockerfile } from '../support/deploy.ts'

/** Files that .dockerignore includes, built as in the first stage, with this folder's packages. */
async function builtFolder(): Promise<string> {
  const folder = await temporaryFolder()
  const ignored = await readFile('.dockerignore', 'utf8')
  for (const [, pattern = ''] of ignored.matchAll(/^!(.*)$/gm)) {
    const fits = new RegExp(`^${pattern.replaceAll('.', '\\.').replace('*', '.*')}$`)
    const names = pattern.includes('*')
      ? (await readdir('.')).filter((name) => fits.test(name))
      : [pattern]
    for (const name of names) await cp(name, path.join(folder, name), { recursive: true })
  }
  await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'))
  expect(readDockerfile()).toContain('RUN npm run build')
  execFileSync('npm', ['run', 'build'], { cwd: folder, stdio: 'pipe' })
  return folder
}

/** Assembles the last stage of deploy/Dockerfile in a plain folder, following the same steps. */
async function imageFolder(buildFolder: string): Promise<string> {
  const folder = await temporaryFolder()
  const lines = readDockerfile()
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
  await cp('package.json', path.join(folder, 'package.json'))
  await cp('package-lock.json', path.join(folder, 'package-lock.json'))
  const install = lines.find((line) => line.includes('npm ci --omit=dev')) ?? ''
  const command = install.replace(/^RUN (--mount=\S+ )?/, '')
  execFileSync('sh', ['-c', command], {
    cwd: folder,
    env: { ...process.env, npm_config_prefer_offline: 'true' },
    stdio: 'pipe',
  })
  for (const line of last.filter((one) => /^COPY (?!--from=packages)/.test(one))) {
    const [from = '', to = ''] = line.replace(/^COPY (--from=build )?/, '').split(' ')
    const target = path.resolve(folder, to.endsWith('/') ? path.join(to, from) : to)
    await mkdir(path.dirname(target), { recursive: true })
    await cp(path.join(buildFolder, from.replace('/src/', '')), target, { recursive: true })
  }
  return folder
}

describe('the image', () => {
  it('contains everything Docket needs to run and passes its health check', async () => {
    const folder = await imageFolder(await builtFolder())
    const main = path.join(folder, 'dist/main.js')
    const sample = path.join(folder, 'dist/web/sample.pdf')
    const read = execFileSync(
      process.execPath,
      [main, 'extract', sample, '--mapping', 'document_text_v1'],
      {
        encoding: 'utf8',
        stdio: 'pipe',
      },
    )
    expect(read).toContain('LC-2026-0042')
    const { url: DATABASE_URL, db } = await databaseForTest()
    await db.query('drop schema public cascade; create schema public')
    const server = await startDocket('serve', { DATA_DIR: folder, DATABASE_URL }, main)
    onTestFinished(async () => {
      server.child.kill('SIGTERM')
      await server.ended
    })
    const health = routes.health.path
    const check = (PORT: string) =>
      spawnSync(process.execPath, [path.join(folder, 'deploy/healthcheck.js'), health], {
        env: { PORT },
      }).status
    // Polls, because the check fails while the machine is blocked.
    await vi.waitFor(() => expect(check(new URL(server.url).port)).toBe(0))
    expect(check('9')).toBe(1)
  }, 600_000)
})
