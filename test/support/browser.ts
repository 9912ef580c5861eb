import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'

const executablePath = '/usr/bin/chromium'

/** Why the browser tests cannot run, if they cannot. */
export const noBrowser = existsSync(executablePath) ? undefined : `there is no ${executablePath}`

export const sizes = { phone: { width: 375, height: 812 }, desk: { width: 1280, height: 800 } }
export const themes = ['light', 'dark'] as const

export function launchBrowser(): Promise<Browser> {
  const args = [
    '--no-sandbox',
    '--disable-dev-shm-usage',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ]
  return chromium.launch({ executablePath, args })
}

/** A visitor's own browser window. The test fails if the page complains or asks anyone but Docket. */
export async function openWindow(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: sizes.desk, ...options })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    const isRefusal = /the server responded with a status of 4\d\d/.test(message.text())
    if (['error', 'warning'].includes(message.type()) && !isRefusal) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(url).origin)) complaints.push(`asked ${request.url()}`)
  })
  onTestFinished(async () => {
    await context.close()
    expect(complaints).toEqual([])
  })
  await page.goto(url)
  return page
}

export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, impact, nodes }) => ({
    id,
    impact,
    places: nodes.map((node) => node.html),
  }))
  expect(found).toEqual([])
}

/** Pictures for people to look at, in `test-output/`; nothing compares them. */
export async function picture(page: Page, name: string): Promise<void> {
  await mkdir('test-output', { recursive: true })
  await page.screenshot({ path: path.join('test-output', `${name}.png`) })
}
