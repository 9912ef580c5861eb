import { execFileSync, spawnSync } from 'node:child_process'
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startDocket } from '../../chaos/processes.ts'
import { routes } from '../../src/domain/api/routes/routes.ts'
import { textPdf } from '../fixtures/pdfs.ts'
import { scanPdf } from '../fixtures/scans.ts'
import { temporaryFolder } from '../support/processes/command.ts'
import { databaseForTest } from '../support/database/database.ts'
import { readDockerfile } from '../support/processes/deploy.ts'

/**
 * Copies the files that .dockerignore admits and builds them as the first stage of the Dockerfile does, with the
 * packages of this folder.
 */
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
  for (const command of ['npm run build', 'node deploy/prune.js dist']) {
    expect(readDockerfile()).toContain(`RUN ${command}`)
    execFileSync('sh', ['-c', command], { cwd: folder, stdio: 'pipe' })
  }
  return folder
}

/** Assembles the last stage of deploy/Dockerfile in a plain folder, following the same steps. */
async function imageFolder(buildFolder: string): Promise<string> {
  const folder = await temporaryFolder()
  const lines = readDockerfile()
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
  await cp('package.json', path.join(folder, 'package.json'))
  await cp('package-lock.json', path.join(folder, 'package-lock.json'))
  await cp('deploy/prune.js', path.join(folder, 'deploy/prune.js'))
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
    const scan = path.join(folder, 'scan.pdf')
    await writeFile(scan, await scanPdf(await textPdf({ text: 'Read by OCR' }), { dpi: 200 }))
    const read = (file: string) =>
      spawnSync(process.execPath, [main, 'extract', file, '--mapping', 'document_text_v1'], {
        encoding: 'utf8',
      }).stdout
    expect(read(sample)).toContain('LC-2026-0042')
    expect(read(scan)).toContain('Read by OCR')
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
