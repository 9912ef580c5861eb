import { expect, it } from 'vitest'
import { sampleJob } from '../fixtures/sample-job.ts'
import { visitDocket } from '../support/browser/browser.ts'
import { message } from '../../src/domain/messages/message.ts'
import { addRenderedText } from '../../src/domain/i18n/render.ts'

const visited = visitDocket()

/** A review reason long enough to need its own line. */
const reason = addRenderedText(message('total_missing', 'totals', {}))

const total = 5000
const pageLength = 100

/** The server's response for a user with this many jobs. */
function jobsFrom(place: number) {
  const count = Math.min(pageLength, total - place)
  const jobs = Array.from({ length: count }, (_, index) => {
    const number = total - place - index
    return sampleJob({
      id: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
      original_filename: `document ${number}.pdf`,
      status: 'complete',
      stage: 'done',
      progress: 100,
      created_at: new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString(),
      needs_review: number % 3 === 0,
      review_reasons: number % 3 === 0 ? [reason] : [],
    })
  })
  const next = place + count
  return {
    jobs,
    counts: { queued: 0, processing: 0, complete: total, failed: 0, cancelled: 0, expired: 0 },
    gone: [],
    needs_review_count: 0,
    active_count: 0,
    next_cursor: next < total ? String(next) : null,
    server_time: new Date(Date.UTC(2026, 1, 1)).toISOString(),
  }
}

it('renders only the visible rows of five thousand jobs', async () => {
  const page = await visited.open('/')
  await page.route('**/api/jobs?*', (route) => {
    const { searchParams } = new URL(route.request().url())
    const isList = searchParams.get('limit') === String(pageLength)
    const from = isList ? Number(searchParams.get('cursor') ?? 0) : 0
    const response = jobsFrom(from)
    return route.fulfill({ json: isList ? response : { ...response, jobs: [], next_cursor: null } })
  })
  await page.route('**/api/jobs/facets*', (route) =>
    route.fulfill({
      json: { count: total, sellers: [], periods: [], undated_count: 0, reasons: [] },
    }),
  )
  await page.goto(`${visited.url}/queue`)
  await page.getByRole('checkbox', { name: 'Select document 5000.pdf' }).waitFor()
  const countRows = () => page.getByRole('list', { name: 'Jobs' }).locator('> li').count()
  const end = page.getByRole('checkbox', { name: 'Select document 1.pdf', exact: true })
  async function scrollOn(): Promise<number> {
    await page.keyboard.press('End')
    expect(await countRows()).toBeLessThan(60)
    return end.count()
  }
  await expect.poll(scrollOn, { timeout: 100_000 }).toBe(1)
  await page.getByText('5,000 jobs').waitFor()
  await page.keyboard.press('Home')
  await page.getByRole('checkbox', { name: 'Select document 5000.pdf' }).waitFor()
})
