import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Route } from '../../src/domain/routes/route.ts'
import { routes } from '../../src/domain/routes.ts'
import { samplePdf, scannedPdf } from '../fixtures/pdfs.ts'
import { temporaryFolder } from '../support/command.ts'
import { docketForTest } from '../support/docket.ts'
import { jwtSecret, signedIn } from '../support/tokens.ts'

const guide = await readFile('docs/api.md', 'utf8')
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`\`\`\`(?:${language})\\n(.*?)\`\`\``, 'gs'))]
    .map(([, block]) => block)
    .join('\n')
const script = blocks('sh')

/** The calls in the guide, as `METHOD path`. */
const calls = blocks('sh|bash')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line.includes('curl'))
  .map((line) => {
    const [, asked] = /-X (\w+)/.exec(line) ?? []
    const method = asked ?? (/ (-F|-d|--data-binary) /.test(line) ? 'POST' : 'GET')
    const [, address = ''] = /\$DOCKET([^"?]*)/.exec(line) ?? []
    return `${method} ${address}`
  })

describe('docs/api.md', () => {
  it('has an example of every route', () => {
    const missing = Object.entries<Route>(routes).filter(([, { method, path: address }]) => {
      const pattern = new RegExp(`^${method} ${address.replace(/:\w+/g, '\\$\\w+')}$`)
      return !calls.some((call) => pattern.test(call))
    })
    expect(missing.map(([name]) => name)).toEqual([])
  })

  it('has examples that work', { timeout: 120_000 }, async () => {
    const quick = await samplePdf({ number: 'GUIDE-3' })
    const site = createServer((request, response) => {
      if (request.url === '/quick.pdf') response.end(quick)
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => site.close().closeAllConnections())
    const docket = await docketForTest({ tokens: { secret: jwtSecret } })
    docket.startWorking()
    const cwd = await temporaryFolder()
    await writeFile(path.join(cwd, 'invoice.pdf'), await samplePdf({ number: 'GUIDE-1' }))
    await writeFile(path.join(cwd, 'second.pdf'), await samplePdf({ number: 'GUIDE-2' }))
    await writeFile(path.join(cwd, 'empty.pdf'), await scannedPdf())
    const { authorization } = await signedIn('ada')
    const slow = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    const strict = 'set -euo pipefail\ncurl() { command curl -sS --fail-with-body "$@"; }\nset -x\n'
    const child = spawn('bash', ['-c', strict + script.replaceAll('https://example.com', slow)], {
      cwd,
      env: { PATH: process.env.PATH, DOCKET: docket.url, TOKEN: authorization.slice(7) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
    expect(await ended, `${stdout.slice(-2000)}\n${stderr.slice(-2000)}`).toBe(0)
    expect(stdout).toContain('event: end')
    expect(stdout).toContain('event: ready')
  })
})
