import { expect, it } from 'vitest'
import { downPaymentPdf } from '../fixtures/down-payment-invoice.ts'
import { samplePdf } from '../fixtures/pdfs.ts'
import { pdfFile, send, visitDocket } from '../support/browser/browser.ts'
import { sizes, takeScreenshotsAtSizes } from '../support/browser/screenshots.ts'
import { createNpwp, printedDate } from '../support/browser/coretax.ts'

const visited = visitDocket()

it('saves the user’s company and its codes, files them, and selects it on the month page', async () => {
  const page = await visited.open('/')
  const files = ['OWN-1', 'OWN-2'].map(async (number) =>
    pdfFile(`${number}.pdf`, await samplePdf({ date: printedDate, number })),
  )
  const other = pdfFile('deposit.pdf', await downPaymentPdf('UM-1', printedDate))
  await send(page, [...(await Promise.all(files)), other])
  await page.getByText('Needs review').nth(2).waitFor()

  await page.goto(`${visited.url}/settings`)
  const company = page.getByRole('group', { name: 'My company' })
  const field = (name: string) => company.getByLabel(name)
  await field('Name').fill('PT Lentera Contoh')
  await field('NPWP').fill('123')
  await company.getByText('An NPWP has 16 digits, or 15 in the old format.').waitFor()
  expect(await company.getByRole('button', { name: 'Save company' }).isDisabled()).toBe(true)
  await field('NPWP').fill(createNpwp(1))
  await field('Signer in Coretax').fill('Budi Santoso')
  await field('Default goods or service code').fill('B240900')
  await field('Default unit code').fill('UM.0030')
  await takeScreenshotsAtSizes(page, 'settings-company')
  await company.getByRole('button', { name: 'Save company' }).click()
  await page.getByText('Saved. Rechecking waiting invoices.').first().waitFor()
  await page.reload()
  await expect.poll(() => field('Default goods or service code').inputValue()).toBe('B240900')

  await page.setViewportSize(sizes.desk)
  await page.goto(`${visited.url}/month`)
  const seller = page.getByRole('combobox', { name: /^Seller/ })
  await expect.poll(() => seller.inputValue()).toBe('PT Lentera Contoh')
  await page.getByText('Signed in Coretax by Budi Santoso').waitFor()
  const deposit = page.getByRole('row', { name: /UM-1/ })
  expect(await deposit.count()).toBe(0)
  await page.getByRole('link', { name: '1 invoice from other or unknown sellers' }).click()
  await expect.poll(() => seller.inputValue()).toBe('')
  await deposit.waitFor()
  await page.getByRole('link', { name: 'OWN-1' }).first().click()
  await page
    .getByText(/^Filed: B240900 \(from your directory\)/)
    .first()
    .waitFor()
})
