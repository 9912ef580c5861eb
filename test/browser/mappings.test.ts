import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { drawMeet, springSplash } from '../fixtures/meets.ts'
import { textPdf } from '../fixtures/pdfs.ts'
import { choose, pdfFile, visitDocket } from '../support/browser/browser.ts'
import {
  takeScreenshots,
  takeScreenshot,
  sizes,
  sizesWithThemes,
} from '../support/browser/screenshots.ts'
import { adminKey } from '../support/docket/tokens.ts'

const visited = visitDocket({ ADMIN_KEY: adminKey })

const findEditor = (page: Page) => page.getByRole('textbox', { name: /^YAML for/ })
const findDrawing = (page: Page) => page.getByRole('img', { name: /^Page \d of \d/ })

async function openSample(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Sample invoice' }).click()
  await page.getByRole('button', { name: 'Use sample' }).click()
  await page.getByText(/items OK/).waitFor()
}

/** Types the mapping as a user would. */
async function edit(page: Page, change: (yaml: string) => string): Promise<void> {
  const field = findEditor(page)
  await field.fill(change(await field.inputValue()))
}

describe('the mapping editor', () => {
  it('tests a mapping with a PDF and shows the values in a list and on the page', async () => {
    const page = await visited.open('/mappings')
    await openSample(page)
    const fields = page.getByRole('region', { name: 'Fields' })
    await fields.getByText('LC-2026-0042').waitFor()
    const chosen = findDrawing(page).locator('[data-chosen=true]')
    expect(await chosen.count()).toBe(0)
    await fields.getByRole('button', { name: /LC-2026-0042/ }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => chosen.count()).toBeGreaterThan(1)
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByRole('img', { name: 'Page 2 of 2, as Docket sees it' }).waitFor()
    await page.getByRole('button', { name: /Item 1$/ }).click()
    await page.getByRole('img', { name: 'Page 1 of 2, as Docket sees it' }).waitFor()
    await expect.poll(() => chosen.getAttribute('data-kind')).toBe('line')
  })

  it('tests a changed mapping immediately and marks an error on its line', async () => {
    const page = await visited.open('/mappings/sample_invoice_v1')
    await page.getByRole('button', { name: 'Use sample' }).click()
    await page.getByText(/items OK/).waitFor()
    await edit(page, (yaml) => yaml.replace('Invoice number', 'Invoice nummer'))
    await page.getByText('closest match: “Invoice number').first().waitFor()
    await page.getByText('Unsaved changes').waitFor()
    await edit(page, (yaml) => yaml.replace('outputs: [json', 'outputs: [docx, json'))
    await page.getByText('1 error to fix before the test can run.').waitFor()
    expect(await page.locator('[data-line]').getAttribute('data-line')).toBe('5')
    await page.getByRole('button', { name: 'Line 5' }).click()
    await page.keyboard.type('outputs: [json]')
    await page.getByText('closest match: “Invoice number').first().waitFor()
    await page.reload()
    await expect.poll(() => findEditor(page).inputValue()).toContain('Invoice nummer')
    await page.getByText('No errors.').waitFor()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect.poll(() => findEditor(page).inputValue()).toContain('Invoice number')
  })

  it('lets only the administrator save drafts, offers them as drafts, and deletes them', async () => {
    const page = await visited.open('/mappings/sample_invoice_v1')
    await edit(page, (yaml) => yaml.replace(/^title: .*/m, 'title: My lanterns'))
    await page.getByRole('button', { name: 'Save as draft' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('lanterns_v1')
    await dialog.getByLabel('Admin key').fill('not the key of anyone, but long')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('alert').waitFor()
    await takeScreenshots(page, 'mapping-save')
    await dialog.getByLabel('Admin key').fill(adminKey)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL('**/mappings/lanterns_v1')
    await page.getByRole('heading', { name: 'My lanterns Draft' }).waitFor()
    expect(await findEditor(page).inputValue()).toContain('name: lanterns_v1')
    await page.getByRole('link', { name: 'All mappings' }).click()
    await page.getByRole('listitem').filter({ hasText: 'My lanterns' }).getByText('Draft').waitFor()

    await page.goto(visited.url)
    await choose(page, [pdfFile('a.pdf', await textPdf())])
    await page.getByRole('radio', { name: 'Invoices' }).check()
    await page.getByRole('combobox', { name: 'Layout' }).selectOption('My lanterns (draft)')

    await page.goto(`${visited.url}/mappings/lanterns_v1`)
    await page.getByRole('button', { name: 'Delete draft' }).click()
    await page.getByLabel('Admin key').fill(adminKey)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL('**/mappings')
    await page.getByRole('listitem').filter({ hasText: 'sample_invoice_v1' }).waitFor()
    await expect
      .poll(() => page.getByRole('listitem').filter({ hasText: 'lanterns_v1' }).count())
      .toBe(0)
  })

  it('asks for the swimmer on a heat sheet and shows its rows', async () => {
    const page = await visited.open('/mappings/heat_sheet_v1')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose PDF' }).click()
    await (await chooser).setFiles([pdfFile('meet.pdf', await drawMeet(springSplash))])
    await page.getByRole('textbox', { name: 'Swimmer' }).fill('Ida Tamm')
    await page
      .getByRole('region', { name: 'Extracted values' })
      .last()
      .getByText('Tamm')
      .first()
      .waitFor()
    await expect
      .poll(() => findDrawing(page).locator('[data-kind=value]').count())
      .toBeGreaterThan(0)
  })

  it('explains problems with a document or a URL', async () => {
    const page = await visited.open('/mappings/nothing_v1')
    await page.getByText('Couldn’t load this mapping').waitFor()
    await page.goto(`${visited.url}/mappings/sample_invoice_v1`)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose PDF' }).click()
    await (await chooser).setFiles([pdfFile('a.pdf', Buffer.from('no PDF at all'))])
    await page.getByText('This file is not a PDF.').waitFor()
  })
})

it('is translated into Indonesian', async () => {
  const page = await visited.open('/mappings/sample_invoice_v1', { locale: 'id-ID' })
  await page.getByRole('button', { name: 'Pakai contoh' }).click()
  await page.getByText(/butir sesuai/).waitFor()
  await takeScreenshots(page, 'mapping-id')
})

it.each(sizesWithThemes)(
  'passes axe and fits the width on a %s in %s mode',
  async (size, theme) => {
    const page = await visited.open('/mappings', { viewport: sizes[size], colorScheme: theme })
    await page.getByText('sample_invoice_v1').waitFor()
    await takeScreenshot(page, `mappings-${size}-${theme}`)
    await openSample(page)
    await page.getByRole('button', { name: /Right of “Invoice number”/ }).click()
    await findDrawing(page).scrollIntoViewIfNeeded()
    await takeScreenshot(page, `mapping-drawn-${size}-${theme}`)
    await edit(page, (yaml) =>
      yaml.replace('VAT', 'PPN').replace('outputs: [json', 'outputs: [docx, json'),
    )
    await page.getByText('1 error to fix before the test can run.').waitFor()
    if (size === 'phone') await takeScreenshots(page, `mapping-wrong-${theme}`)
    await edit(page, (yaml) => yaml.replace('docx, ', ''))
    await page.getByText(/problems?\.$/).waitFor()
    await page.evaluate('scrollTo(0, 0)')
    await takeScreenshots(page, `mapping-${size}-${theme}`)
  },
)
