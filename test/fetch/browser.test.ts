import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createLinkWords } from '../../src/discovery/link-words.ts'
import { createPageFetcher } from '../../src/discovery/fetch-page.ts'
import { discover } from '../../src/discovery/discover.ts'
import { AppError } from '../../src/domain/errors/app-error.ts'
import { createBrowser } from '../../src/fetch/browser.ts'
import { createGuard, type Guard } from '../../src/fetch/guard.ts'
import { scriptedSite } from '../fixtures/meet-sites.ts'
import { meetGrammar } from '../support/readings/meet-grammar.ts'
import { onlyIf } from '../support/run/only-if.ts'
import { temporaryFolder } from '../support/processes/command.ts'
import { type FileServer, fileServerForTest } from '../support/servers/file-server.ts'

const chromium = '/usr/bin/chromium'
const needsChromium = onlyIf(existsSync(chromium), `there is no ${chromium}`)
const neverAborted = new AbortController().signal
/** Time limit in milliseconds, because Chromium takes a long time to start on a busy machine. */
const timeoutMs = 100_000

/** Allows one server on this machine and nothing else. */
function allowOnly({ port }: FileServer): Guard {
  const guard = createGuard({ resolve: async () => ['127.0.0.1'], allowLoopback: true })
  return {
    parse(text, base) {
      const url = guard.parse(text, base)
      if (url.port !== String(port)) throw new AppError('BLOCKED_URL')
      return url
    },
    resolveAddresses: (url, signal) => guard.resolveAddresses(url, signal),
  }
}

describe('a browser', needsChromium, () => {
  it('finds links created by scripts, and reaches only what the guard allows', async () => {
    const secret = await fileServerForTest((_, response) => response.end('secret'))
    const site = await fileServerForTest((request, response) => {
      const path = request.url ?? ''
      const html = `<script>window.forbidden = '${secret.url}/'</script>${scriptedSite}
        <iframe src="${secret.url}/frame"></iframe><img src="${secret.url}/picture">`
      if (path === '/scripted/data') response.end('{"names":["Saturday AM","Sunday AM"]}')
      else if (path === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(html)
      else if (path.endsWith('.pdf')) response.end('%PDF-1.7')
      else response.writeHead(404).end()
    })
    const guard = allowOnly(site)
    const plain = {
      fetch: createPageFetcher(guard),
      words: createLinkWords(meetGrammar.vocabulary),
    }
    const using = {
      ...plain,
      render: createBrowser({ guard, chromium, timeoutMs }),
    }
    const question = { url: `${site.url}/`, owner_id: 'user:ada' }
    expect((await discover(plain, question, neverAborted)).links).toEqual([])
    const { links, page } = await discover(using, question, neverAborted)
    expect(links.map(({ kind, session, url }) => [kind, session, url])).toEqual([
      ['heat_sheet', 'Saturday AM', `${site.url}/peak/Saturday%20AM.pdf`],
      ['heat_sheet', 'Sunday AM', `${site.url}/peak/Sunday%20AM.pdf`],
    ])
    expect(page.meet_name).toBe('Peak Meet')
    expect(secret.requests).toEqual([])
  })

  it('aborts a page that takes too long', async () => {
    const site = await fileServerForTest(() => {})
    const browser = createBrowser({ guard: allowOnly(site), chromium, timeoutMs: 1500 })
    await expect(browser(new URL(site.url), neverAborted)).rejects.toThrow('could not open')
  })
})

it('does not start a browser for a caller who aborts during preparation', async () => {
  const program = path.join(await temporaryFolder(), 'browser')
  await writeFile(program, '#!/bin/sh\necho shown\n', { mode: 0o755 })
  const guard = createGuard({ resolve: async () => [], allowLoopback: true })
  const browser = createBrowser({ guard, chromium: program })
  const url = new URL('http://127.0.0.1/')
  expect(await browser(url, neverAborted)).toBe('shown\n')
  const leaving = new AbortController()
  // Aborts right after the check that the caller is still waiting.
  leaving.signal.throwIfAborted = () => leaving.abort(new Error('They left'))
  await expect(browser(url, leaving.signal)).rejects.toThrow('They left')
})
