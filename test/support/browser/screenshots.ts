import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

export const sizes = { phone: { width: 375, height: 812 }, desk: { width: 1280, height: 800 } }
const themes = ['light', 'dark'] as const
/** Covers both sizes and both themes. */
export const sizesWithThemes = [
  ['phone', 'dark'],
  ['desk', 'light'],
] as const

/** Checks the page with axe in both themes and for horizontal overflow, and saves a screenshot. */
export async function takeScreenshots(page: Page, name: string): Promise<void> {
  await expectAccessible(page)
  await expectNoOverflow(page)
  await takeScreenshot(page, name)
}

/** Checks the page as `takeScreenshots` does, and saves a screenshot in each theme. */
export async function takeScreenshotsInThemes(page: Page, name: string): Promise<void> {
  await expectAccessible(page)
  await expectNoOverflow(page)
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme })
    await takeScreenshot(page, `${name}-${theme}`)
  }
}

/** Checks the page at each size and in each theme, and saves a screenshot of each combination. */
export async function takeScreenshotsAtSizes(page: Page, name: string): Promise<void> {
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    await takeScreenshotsInThemes(page, `${name}-${size}`)
  }
}

async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(overflow).toBeLessThanOrEqual(0)
}

/** Rules whose result depends on colours. */
const colourRules = ['color-contrast', 'link-in-text-block']

async function expectAccessible(page: Page): Promise<void> {
  // Compiling axe takes longer than running it, and a change of size or theme does not unload it.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source)
  expect(await listViolations(page)).toEqual([])
  // The other theme differs in colours only.
  const isDark = await page.evaluate<boolean>("matchMedia('(prefers-color-scheme: dark)').matches")
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' })
  await page.evaluate(
    'Promise.all(document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished))',
  )
  expect(await listViolations(page, colourRules)).toEqual([])
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
}

/**
 * Runs axe, or only some of its rules, in the page. Describing passed elements would take longer than the checks, and
 * of these rules only the one about audio, which the app has none of, loads other files.
 */
async function listViolations(page: Page, runOnly?: string[]): Promise<unknown[]> {
  const options = JSON.stringify({ resultTypes: ['violations'], preload: false, runOnly })
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run(document, ${options}).then((results) => results.violations)`,
  )
  return violations.map(({ id, impact, nodes }) => ({
    id,
    impact,
    places: nodes.map((node) => node.html),
  }))
}

/** Saves screenshots for human readers in `test-output/` if SCREENSHOTS=1. No test compares them. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (!process.env.SCREENSHOTS) return
  await mkdir('test-output', { recursive: true })
  await page.screenshot({ path: path.join('test-output', `${name}.png`) })
}

/** Takes the two screenshots in docs/tour.md: desktop in light mode and phone in dark mode. */
export async function takeTourScreenshots(page: Page, name: string): Promise<void> {
  await page.setViewportSize(sizes.phone)
  await page.emulateMedia({ colorScheme: 'dark' })
  await takeScreenshot(page, `${name}-phone-dark`)
  await page.setViewportSize(sizes.desk)
  await page.emulateMedia({ colorScheme: 'light' })
  await takeScreenshot(page, `${name}-desk-light`)
}
