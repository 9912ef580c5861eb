import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Blobs } from '../../../src/blobs/blobs.ts'
import type { Route } from '../../../src/domain/api/route.ts'
import { routes } from '../../../src/domain/api/routes/routes.ts'
import { drawMeet, springSplash } from '../../fixtures/meets.ts'
import { samplePdf, scannedPdf } from '../../fixtures/pdfs.ts'
import { severalInvoicesPdf } from '../../fixtures/several-invoices.ts'
import { firstSupplierInvoice, supplierPdf } from '../../fixtures/supplier-invoice.ts'
import { needsCeph } from '../../support/servers/ceph.ts'
import { bash, temporaryFolder } from '../../support/processes/command.ts'
import { docketForTest, type TestDocket } from '../../support/docket/docket.ts'
import { fileServerForTest } from '../../support/servers/file-server.ts'
import { type CodeBlock, readCode } from '../../support/docket/guide-text.ts'
import { s3ForTest } from '../../support/servers/s3.ts'
import { notifierForTest } from '../../support/docket/notifier.ts'
import { adminKey, jwtSecret, createAuthHeaders } from '../../support/docket/tokens.ts'

const code = readCode('docs/api.md')
const examples = code.filter(({ language }) => language === 'sh')
const needsBucket = ({ section }: CodeBlock) => section === 'Direct S3 transfers'
const isFirst = ({ section }: CodeBlock) => /^(API|Upload a document)$/.test(section)
const readPage = (blocks: CodeBlock[]) => blocks.map((block) => block.text).join('\n')

/** The calls in the guide, each as `METHOD path`. */
const calls = readPage(examples)
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line.includes('curl'))
  .map((line) => {
    const [, httpMethod] = /-X (\w+)/.exec(line) ?? []
    const method = httpMethod ?? (/ (-F|-d|--data-binary) /.test(line) ? 'POST' : 'GET')
    const [, address = ''] = /\$DOCKET([^"?]*)/.exec(line) ?? []
    return `${method} ${address}`
  })

/** Starts a website with a meet page, a document that loads immediately, and others that never load. */
async function startExternalSite(): Promise<string> {
  const quickPdf = await samplePdf({ number: 'GUIDE-3' })
  const heatSheet = await drawMeet(springSplash)
  const { url } = await fileServerForTest((request, response) => {
    if (request.url === '/meet') {
      response.setHeader('content-type', 'text/html').end('<a href="/quick.pdf">Heat sheet</a>')
    } else if (request.url === '/quick.pdf') response.end(quickPdf)
    else if (request.url === '/heats.pdf') response.end(heatSheet)
  })
  return url
}

/** Sends emails through a real server, and saves the newest one in the folder. */
async function sendMail(docket: TestDocket, cwd: string): Promise<void> {
  await notifierForTest(docket, {
    onMail: ({ headers }) => {
      const head = headers.map(({ key, value }) => `${key}: ${value}\n`)
      return writeFile(path.join(cwd, 'mail.eml'), head.join(''))
    },
  })
}

/** Makes `grep` wait for an email, which arrives late, and makes the examples wait for the start of a stream. */
const patience = `grep() { until [ -s mail.eml ]; do sleep 0.1; done; command grep "$@"; }
timeout() { exec 3< <(exec "\${@:2}"); sed '/^event: ready/q' <&3; kill $!; }
`

/** Runs the examples unchanged, on a Docket that has everything they need. */
async function run(blocks: CodeBlock[], blobs?: Blobs) {
  const tokens = { secret: jwtSecret, adminKey }
  const docket = await docketForTest({ tokens, sendsMail: true, blobs })
  docket.startWorking()
  const cwd = await temporaryFolder()
  const site = await startExternalSite()
  await sendMail(docket, cwd)
  const layout = await readFile('mappings/sample_invoice_v1.yaml', 'utf8')
  await writeFile(
    path.join(cwd, 'my_layout_v1.yaml'),
    layout.replace(/^name: .*/m, 'name: my_layout_v1'),
  )
  await writeFile(path.join(cwd, 'invoice.pdf'), await samplePdf({ number: 'GUIDE-1' }))
  await writeFile(path.join(cwd, 'second.pdf'), await samplePdf({ number: 'GUIDE-2' }))
  await writeFile(path.join(cwd, 'several.pdf'), await severalInvoicesPdf())
  await writeFile(path.join(cwd, 'supplier.pdf'), await supplierPdf(firstSupplierInvoice))
  await writeFile(path.join(cwd, 'empty.pdf'), await scannedPdf())
  const { authorization } = await createAuthHeaders('ada')
  const colleague = await createAuthHeaders('bob')
  const script = patience + readPage(blocks).replaceAll('https://example.com', site)
  const env = {
    DOCKET: docket.url,
    TOKEN: authorization.slice(7),
    COLLEAGUE: colleague.authorization.slice(7),
    ADMIN_KEY: adminKey,
  }
  const { code: ended, stdout, stderr } = await bash(script, { cwd, env })
  expect(ended, `${stdout.slice(-2000)}\n${stderr.slice(-2000)}`).toBe(0)
  return { stdout, cwd }
}

describe('docs/api.md', () => {
  it('has an example for every route', () => {
    const missing = Object.entries<Route>(routes).filter(([, { method, path: address }]) => {
      const pattern = new RegExp(`^${method} ${address.replace(/:\w+/g, '\\$\\w+')}$`)
      return !calls.some((call) => pattern.test(call))
    })
    // Only a browser can follow the redirects of a sign-in, so the guide does not call these two.
    expect(missing.map(([name]) => name)).toEqual(['startSignIn', 'finishSignIn'])
  })

  it('has no untested code', () => {
    // test/e2e runs the examples in other languages.
    const languages = new Set(code.map(({ language }) => language))
    expect(languages).toEqual(new Set(['sh', 'ts', 'tsx', '']))
  })

  it('has working examples', { timeout: 120_000 }, async () => {
    const { stdout, cwd } = await run(examples.filter((block) => !needsBucket(block)))
    const read = (name: string) => readFile(path.join(cwd, name))
    expect(await read('partial.pdf')).toEqual(await read('invoice.pdf'))
    expect(stdout).toContain('event: end')
    expect(stdout).toContain('event: ready')
    expect(stdout).toContain('quick.pdf')
    expect(String(await read('layout.json'))).toContain('PT Kapal Kertas')
  })

  // Skipped if Ceph is not installed. `npm test` installs it on Debian as root.
  it('has working examples for a bucket', { timeout: 120_000, ...needsCeph }, async () => {
    const { blobs } = await s3ForTest()
    const blocks = examples.filter((block) => isFirst(block) || needsBucket(block))
    const { cwd } = await run(blocks, blobs)
    const [sent, source] = await Promise.all(
      ['invoice.pdf', 'source.pdf'].map((name) => readFile(path.join(cwd, name))),
    )
    expect(source).toEqual(sent)
  })
})
