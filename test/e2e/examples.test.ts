import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { guidePdf } from '../fixtures/guide.ts'
import { drawMeet, springSplash } from '../fixtures/meets.ts'
import { samplePdf } from '../fixtures/pdfs.ts'
import {
  bash,
  docket,
  runningDocket,
  temporaryFolder,
  runToExit,
} from '../support/processes/command.ts'
import { databaseForTest } from '../support/database/database.ts'
import { fileServerForTest } from '../support/servers/file-server.ts'
import { readCode, readGuideMapping } from '../support/docket/guide-text.ts'

const readExamples = (page: string, marker: string) =>
  readCode(page)
    .filter(({ language }) => language === 'sh' || language === '')
    .map(({ text }) => text)
    .filter((text) => text.includes(marker))
    .join('\n')

/** A folder with the files that the examples use. */
async function createExampleFolder(): Promise<string> {
  const folder = await temporaryFolder()
  const files = {
    'invoice.pdf': await guidePdf(),
    'mine.yaml': [
      '- { name: PT Perahu Kertas, tin: "0012345674901000" }',
      '- { name: CV Danau Khayal, tin: "0098765431109000" }',
      '',
    ].join('\n'),
    'my_layout_v1.yaml': readGuideMapping().yaml.replace(/^name: .*/m, 'name: my_layout_v1'),
  }
  for (const [name, content] of Object.entries(files)) {
    await writeFile(path.join(folder, name), content)
  }
  return folder
}

/** Starts a complete Docket, and creates an API key for it. */
async function startDocketWithKey() {
  const { url: DATABASE_URL } = await databaseForTest()
  const loopback = { NODE_ENV: 'test', ALLOW_LOOPBACK_URLS_FOR_TESTS: 'true' }
  const env = { DATA_DIR: await temporaryFolder(), DATABASE_URL, ...loopback }
  const { stdout } = await docket(['keys', 'create', 'examples', '--user', 'ada'], { env })
  const { url } = await runningDocket('up', env)
  return { env, url, key: stdout.trim() }
}

async function startExternalSite(): Promise<string> {
  const pdf = await samplePdf({ number: 'FETCHED-1' })
  return (await fileServerForTest((_, response) => response.end(pdf))).url
}

describe('README.md', () => {
  const commands = readExamples('README.md', 'extract invoice.pdf')
    .split('\n')
    .filter((line) => line.startsWith('node '))

  it.each(commands)('has a working command: %s', async (command) => {
    const cwd = await createExampleFolder()
    if (command.includes('heats.pdf')) {
      await writeFile(path.join(cwd, 'heats.pdf'), await drawMeet(springSplash))
    }
    const { code, stdout, stderr } = await bash(command, { cwd, env: { PORT: '9' } })
    expect([code, code === 0 || stdout + stderr]).toEqual([0, true])
  })

  it('has working API calls', async () => {
    const { url } = await startDocketWithKey()
    const calls = readExamples('README.md', '/api/upload')
      .replaceAll('http://127.0.0.1:3000', url)
      .replaceAll('https://example.com', await startExternalSite())
    const cwd = await createExampleFolder()
    const { code, stderr } = await bash(calls, { cwd })
    expect([code, code === 0 || stderr]).toEqual([0, true])
    const result = JSON.parse(await readFile(path.join(cwd, 'invoice.json'), 'utf8'))
    expect(result).toMatchObject({ number: 'PK/2026/031' })
  })

  it('has a working gateway call', async () => {
    const { url } = await runningDocket('gateway', {})
    const call = readExamples('README.md', '/process')
      .replace(/^PORT=8002 node dist\/main.js gateway$/m, '')
      .replace('http://127.0.0.1:8002', url)
    const { code, stdout } = await bash(call, { cwd: await createExampleFolder() })
    expect([code, stdout]).toEqual([0, expect.stringContaining('"kind": "invoice"')])
  })
})

describe('docs/identities.md', () => {
  it('has working examples', async () => {
    const { env, url, key } = await startDocketWithKey()
    const cwd = await createExampleFolder()
    const upload = `AUTH="Authorization: Bearer $KEY"
JOB=$(curl -H "$AUTH" -F file=@invoice.pdf "$DOCKET/api/upload" | jq -r .job.id)
curl -H "$AUTH" "$DOCKET/api/jobs/$JOB?wait=50"
`
    const links = readExamples('docs/identities.md', 'curl')
    const keys = readExamples('docs/identities.md', 'docket keys').replace(
      'dk_0123456789ab',
      key.slice(0, 15),
    )
    const script = upload + links + keys
    const { code, stderr } = await bash(script, { cwd, env: { ...env, DOCKET: url, KEY: key } })
    expect([code, code === 0 || stderr]).toEqual([0, true])
  })
})

describe('docs/api.md', () => {
  it('has a command that sends documents', async () => {
    const { url, key } = await startDocketWithKey()
    const command = readExamples('docs/api.md', 'docket submit')
      .replace('https://docket.example.com', url)
      .replace('https://example.com', await startExternalSite())
      .replace('dk_your_key', key)
    const cwd = await createExampleFolder()
    const { code, stderr } = await bash(command, { cwd })
    expect([code, code === 0 || stderr]).toEqual([0, true])
    const results = await readdir(path.join(cwd, 'results'))
    expect(results.map((name) => path.parse(name).name).sort()).toEqual(['invoice', 'other'])
  })

  it('has a component that type-checks with the package', async () => {
    const cwd = await temporaryFolder()
    await mkdir(path.join(cwd, 'node_modules'))
    await symlink(path.resolve('.'), path.join(cwd, 'node_modules/docket'))
    await symlink(path.resolve('node_modules/@types'), path.join(cwd, 'node_modules/@types'))
    const component = readCode('docs/api.md').find(({ language }) => language === 'tsx')
    await writeFile(path.join(cwd, 'progress.tsx'), component?.text ?? '')
    const options = ['--module', 'nodenext', '--target', 'es2023', '--jsx', 'react-jsx']
    const check = ['--strict', '--noEmit', '--types', 'react', ...options, 'progress.tsx']
    const checked = await runToExit(path.resolve('node_modules/.bin/tsc'), check, { cwd })
    expect(checked).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  it('describes a client that is in the npm package', async () => {
    const { stdout } = await runToExit('npm', ['pack', '--dry-run', '--json'], {
      env: { HOME: await temporaryFolder() },
    })
    const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }]
    const names = files.map((file) => file.path)
    for (const name of ['docket', 'react']) {
      expect(names).toContain(`dist/client/${name}.js`)
      expect(names).toContain(`dist/client/${name}.d.ts`)
    }
  })
})
