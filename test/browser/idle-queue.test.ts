import http from 'node:http'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Job } from '../../src/domain/job/job.ts'
import { makeUnique, samplePdf, textPdf } from '../fixtures/pdfs.ts'
import {
  choose,
  openWindow,
  pauseQueue,
  pdfFile,
  send,
  visitDocket,
  withoutOcr,
} from '../support/browser/browser.ts'
import { sizes, takeScreenshots } from '../support/browser/screenshots.ts'
import { fileServerForTest } from '../support/servers/file-server.ts'
import { adminKey } from '../support/docket/tokens.ts'

const visited = visitDocket({ ...withoutOcr, ADMIN_KEY: adminKey })

interface ResettingProxy {
  url: string
  /** Paths of all API requests so far. */
  requests: string[]
  /** Resolves once at least `count` streams have been cut. */
  cuts(count: number): Promise<void>
}

/** Starts a proxy in front of Docket that resets the connection of every event stream once it has sent data. */
async function startResettingProxy(): Promise<ResettingProxy> {
  const requests: string[] = []
  let cutStreams = 0
  const { url } = await fileServerForTest((request, response) => {
    const path = request.url ?? ''
    if (path.startsWith('/api/')) requests.push(path)
    const { method, headers } = request
    const onward = http.request(visited.url + path, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
      if (!path.startsWith('/api/stream')) return
      answer.once('data', () => {
        setImmediate(() => {
          response.socket?.resetAndDestroy()
          onward.destroy()
          cutStreams += 1
        })
      })
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  return {
    url,
    requests,
    cuts: (count) => expect.poll(() => cutStreams).toBeGreaterThanOrEqual(count),
  }
}

const countLists = ({ requests }: ResettingProxy) =>
  requests.filter((path) => path.startsWith('/api/jobs?')).length

/** Advances the clock of the page after each cut, so that the test does not wait for real timers. */
async function passTime(page: Page, proxy: ResettingProxy, first: number, last: number) {
  for (let count = first; count <= last; count++) {
    await proxy.cuts(count)
    await page.clock.fastForward(40_000)
  }
}

const newRow = (page: Page) => page.getByRole('list', { name: 'Jobs' }).locator('> li').first()

describe('the queue page', () => {
  it('does not poll while idle, even if its stream is cut repeatedly', async () => {
    const proxy = await startResettingProxy()
    const page = await openWindow(visited.browser, `${proxy.url}/llms.txt`, {
      expectedErrors: [/ERR_/],
    })
    await page.clock.install()
    await page.goto(`${proxy.url}/queue`)
    await page.getByRole('heading', { name: 'No jobs yet' }).waitFor()
    // On a busy machine, some parts of the page load, and send requests, only after the first cuts.
    await page.getByRole('contentinfo').waitFor()
    await passTime(page, proxy, 1, 4)
    const before = countLists(proxy)
    await passTime(page, proxy, 5, 12)
    // One request may check that the server is still reachable.
    expect(countLists(proxy) - before).toBeLessThanOrEqual(1)
    const others = proxy.requests.slice(-6).filter((path) => !path.startsWith('/api/stream'))
    expect(others).toEqual([])
  })

  it('shows a single upload with its mapping and whether its result was reused', async () => {
    const page = await visited.open('/')
    const pdf = makeUnique(await samplePdf())
    for (const name of ['first.pdf', 'second.pdf']) {
      await page.goto(visited.url)
      await choose(page, [pdfFile(name, pdf)])
      await page.getByRole('button', { name: 'Process 1 document' }).click()
      await page.waitForURL('**/queue')
      await newRow(page).getByText(name, { exact: true }).waitFor()
      await newRow(page).getByText('Sample invoice').filter({ visible: true }).waitFor()
    }
    const reused = newRow(page).getByRole('link', { name: 'Reused result' })
    await reused.filter({ visible: true }).waitFor()
    await takeScreenshots(page, 'queue-reused')
    await page.setViewportSize(sizes.phone)
    await reused.filter({ visible: true }).waitFor()
    await newRow(page).getByText('Sample invoice').filter({ visible: true }).waitFor()
    await takeScreenshots(page, 'queue-reused-phone')
  })
})

it('shows mappings and reused results on the page for a multi-document batch', async () => {
  const page = await visited.open('/')
  const repeated = makeUnique(await textPdf({ text: 'Twice' }))
  await send(page, [pdfFile('one.pdf', repeated)])
  await page.getByRole('link', { name: 'Download one.pdf as TXT' }).waitFor()
  await page.goto(visited.url)
  const files = [pdfFile('again.pdf', repeated), pdfFile('new.pdf', makeUnique(await textPdf()))]
  await send(page, files)
  const documents = page.getByRole('list', { name: 'Documents' }).locator('> li')
  await documents.filter({ hasText: 'again.pdf' }).getByText('Reused result').waitFor()
  for (const name of ['again.pdf', 'new.pdf']) {
    await documents.filter({ hasText: name }).getByText('Text', { exact: true }).waitFor()
  }
  expect(await page.getByText('Reused result').count()).toBe(1)
  await takeScreenshots(page, 'batch-reused')
})

it('polls on the page of an active job if streams are blocked', async () => {
  const page = await visited.open('/llms.txt')
  await page.route('**/api/stream*', (route) => route.fulfill({ status: 403 }))
  const resumeQueue = await pauseQueue(visited.url)
  await page.goto(visited.url)
  await choose(page, [pdfFile('watched.pdf', makeUnique(await textPdf()))])
  await page.getByRole('button', { name: 'Process 1 document' }).click()
  await page.waitForURL('**/queue')
  // The page also polls a queued job to update its position, but not a running job.
  const jobAddress = /\/api\/jobs\/[\da-f-]{36}$/
  await page.route(jobAddress, async (route) => {
    const response = await route.fetch()
    const job = (await response.json()) as Job
    await route.fulfill({ response, json: { ...job, status: 'processing' } })
  })
  await newRow(page).getByRole('link', { name: 'watched.pdf' }).click()
  await page.waitForURL('**/jobs/*')
  for (const _ of [1, 2, 3]) await page.waitForRequest(jobAddress)
  await page.unroute(jobAddress)
  await resumeQueue()
  await page.getByRole('link', { name: 'Download watched.pdf as TXT' }).waitFor()
})
