import { execFile } from 'node:child_process'
import { mkdtemp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, afterAll, expect, it } from 'vitest'
import { samplePdf, textPdf } from '../../fixtures/pdfs.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readCode } from '../../support/docket/guide-text.ts'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../../..')
const require = createRequire(import.meta.url)
/** Compilers by version: TypeScript 7 no longer supports node10, and oazapfts installs an earlier one. */
const compilers = {
  current: path.join(root, 'node_modules/typescript/bin/tsc'),
  earlier: createRequire(require.resolve('oazapfts')).resolve('typescript/bin/tsc'),
}

let scratch: string

/** Packs the client and installs the tarball in an empty project. */
beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'docket-client-'))
  await run('node', ['--import', 'tsx', 'scripts/build-client.ts'], { cwd: root })
  const folder = path.join(root, 'packages/client')
  await run('npm', ['pack', '--pack-destination', scratch], { cwd: folder })
  const [tarball = ''] = (await readdir(scratch)).filter((name) => name.endsWith('.tgz'))
  await writeFile(path.join(scratch, 'package.json'), '{ "private": true, "type": "module" }')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`], {
    cwd: scratch,
  })
}, 300_000)

afterAll(() => rm(scratch, { recursive: true, force: true }))

const program = `
import { createDocket, DocketError, routes, verifyWebhook, type WebhookPayload } from '@docket/client'

const docket = createDocket({ baseUrl: 'http://127.0.0.1:3000' })

export async function use(file: Blob): Promise<string[]> {
  const { job, reading } = await docket.extract(file, { mapping: 'invoice_v1' })
  const seller: string | null | undefined = reading.seller?.name
  const { reading: text } = await docket.extract(file, { mapping: 'document_text_v1' })
  const pages: number = text.page_count
  const names: string[] = [job.id, seller ?? '', String(pages)]
  for await (const one of docket.jobs({ status: 'complete', limit: 10 })) names.push(one.id)
  const { mappings } = await docket.call(routes.listMappings)
  names.push(...mappings.map((mapping) => mapping.name))
  try {
    await docket.call(routes.getJob, { params: { id: job.id } })
    // @ts-expect-error The id is missing.
    await docket.call(routes.getJob)
    await docket.call(routes.deleteJobs, { body: { ids: [job.id], dry_run: true } })
    // @ts-expect-error The selection is missing.
    await docket.call(routes.deleteJobs)
    await docket.upload(new Uint8Array(1))
  } catch (error) {
    if (error instanceof DocketError && error.code === 'NOT_FOUND') names.push(error.request_id ?? '')
    if (error instanceof DocketError && error.code === 'A_LATER_CODE') throw error
  }
  const isGenuine: boolean = await verifyWebhook({ secret: 'whsec_', headers: {}, body: '' })
  const payload = JSON.parse('') as WebhookPayload
  if (payload.type === 'job.complete') names.push(payload.data.read_by ?? payload.data.mapping)
  if (payload.type === 'batch.ended') names.push(payload.data.status)
  return isGenuine ? names : []
}
`

/** Returns the example in the guide. */
async function readGuide(): Promise<string> {
  const guide = await readFile(path.join(root, 'docs/api.md'), 'utf8')
  const [, example = ''] = /```ts\n(import [^`]*'@docket\/client'[^`]*)```/.exec(guide) ?? []
  expect(example).toContain('extract')
  return example
}

it('has no dependencies and stays small', async () => {
  const installed = await readdir(path.join(scratch, 'node_modules'))
  expect(installed.filter((name) => !name.startsWith('.'))).toEqual(['@docket'])
  const folder = path.join(scratch, 'node_modules/@docket/client/dist')
  const sizes = await Promise.all(
    (await readdir(folder)).map(async (name) => (await readFile(path.join(folder, name))).length),
  )
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(600_000)
})

it.each([
  ['nodenext', 'nodenext', compilers.current],
  ['bundler', 'esnext', compilers.current],
  ['node10', 'commonjs', compilers.earlier],
])(
  'has types under moduleResolution %s',
  async (moduleResolution, module, tsc) => {
    const folder = path.join(scratch, moduleResolution)
    await mkdir(folder)
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      lib: ['es2022', 'dom'],
      types: [],
      skipLibCheck: false,
      module,
      moduleResolution,
    }
    await writeFile(path.join(folder, 'use.ts'), program)
    await writeFile(path.join(folder, 'guide.ts'), await readGuide())
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
    const { stdout } = await run('node', [tsc, '-p', folder]).catch(
      (error: unknown) =>
        error as {
          stdout: string
        },
    )
    expect(stdout).toBe('')
  },
  300_000,
)

const steps = `
const docket = createDocket({ baseUrl: process.argv[2] })
const file = fs.readFileSync(process.argv[3])
const { job, reading } = await docket.extract(file, { mapping: 'document_text_v1' })
const jobs = []
for await (const one of docket.jobs()) jobs.push(one.id)
const error = await docket.wait('00000000-0000-7000-8000-000000000000').catch((error) => error)
console.log(JSON.stringify([job.status, reading.kind, jobs.length, error instanceof DocketError, error.name, error.code]))
`

it.each([
  [
    'use.mjs',
    `import fs from 'node:fs'\nimport { createDocket, DocketError } from '@docket/client'\n${steps}`,
  ],
  [
    'use.cjs',
    `const fs = require('node:fs')\nconst { createDocket, DocketError } = require('@docket/client')\n;(async () => {${steps}})()`,
  ],
])(
  'extracts a document anonymously from %s',
  async (name, code) => {
    const docket = await docketForTest()
    docket.startWorking()
    await writeFile(path.join(scratch, name), code)
    await writeFile(path.join(scratch, 'a.pdf'), await textPdf())
    const { stdout } = await run('node', [name, docket.url, 'a.pdf'], { cwd: scratch })
    expect(JSON.parse(stdout)).toEqual(['complete', 'text', 1, true, 'DocketError', 'NOT_FOUND'])
  },
  300_000,
)

/** Removes what Node.js 18.17 lacks, except what fetch itself uses: undici needs `File` for every form. */
const asNode18 = `
await fetch('data:,')
new FormData().set('a', new Blob())
for (const name of ['crypto', 'navigator', 'WebSocket', 'CloseEvent']) delete globalThis[name]
const { File } = globalThis
Object.defineProperty(globalThis, 'File', {
  get: () => (new Error().stack.split('\\n')[2].includes('node:internal') ? File : undefined),
})
for (const { prototype } of [Array, Object.getPrototypeOf(Uint8Array)])
  for (const name of ['toReversed', 'toSorted', 'toSpliced', 'with']) delete prototype[name]
delete Array.fromAsync
delete Object.groupBy
delete Map.groupBy
delete Promise.withResolvers
`

it('needs nothing that Node.js 18 lacks', { timeout: 300_000 }, async () => {
  const docket = await docketForTest()
  docket.startWorking()
  await writeFile(path.join(scratch, 'node-18.mjs'), asNode18)
  await writeFile(path.join(scratch, 'a.pdf'), await textPdf())
  const code = `import fs from 'node:fs'
import { createHmac } from 'node:crypto'
import { createDocket, DocketError, verifyWebhook } from '@docket/client'
${steps}
const headers = { 'webhook-id': 'a', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) }
const signed = 'a.' + headers['webhook-timestamp'] + '.{}'
headers['webhook-signature'] = 'v1,' + createHmac('sha256', 'secret').update(signed).digest('base64')
const secret = 'whsec_' + Buffer.from('secret').toString('base64')
console.log(await verifyWebhook({ secret, headers, body: '{}' }))`
  await writeFile(path.join(scratch, 'on-18.mjs'), code)
  const options = ['--import', './node-18.mjs', 'on-18.mjs', docket.url, 'a.pdf']
  const { stdout } = await run('node', options, { cwd: scratch })
  expect(stdout).toBe('["complete","text",1,true,"DocketError","NOT_FOUND"]\ntrue\n')
})

it('runs the example in docs/fields.md', { timeout: 300_000 }, async () => {
  const docket = await docketForTest()
  docket.startWorking()
  const example = readCode('docs/fields.md').find(({ language }) => language === 'ts')?.text ?? ''
  await writeFile(path.join(scratch, 'fields.mts'), example)
  await writeFile(path.join(scratch, 'invoice.pdf'), await samplePdf())
  const tsx = path.join(root, 'node_modules/tsx/dist/esm/index.mjs')
  const env = { ...process.env, DOCKET: docket.url }
  const { stdout } = await run('node', ['--import', tsx, 'fields.mts'], { cwd: scratch, env })
  expect(stdout).toBe('6999660 6.999.660\n')
})
