import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { writeWorkbook } from '../../src/extraction/formats/workbook.ts'
import { samplePdf } from '../fixtures/pdfs.ts'
import { createNpwp, printedDate } from '../support/browser/coretax.ts'
import { choose, paste, pdfFile, send, visitDocket } from '../support/browser/browser.ts'
import { sizes, takeScreenshots, takeTourScreenshots } from '../support/browser/screenshots.ts'

const visited = visitDocket()
const numbers = '12.345.678.2-012.000\n0987654329012000\n'
const named =
  'PT Lentera Contoh\t0987654329012000\nPT Lain\t12.345.678.2-012.000\nWarung Imajinasi\t123\n'

it('pastes missing numbers as a column and immediately checks waiting documents', async () => {
  const page = await visited.open('/')
  const files = await Promise.all(
    ['PASTE-1', 'PASTE-2'].map(async (number) =>
      pdfFile(`${number}.pdf`, await samplePdf({ number })),
    ),
  )
  await send(page, files)
  await page.getByText('Needs review').nth(1).waitFor()
  await page.getByRole('link', { name: 'Add missing NPWPs' }).first().click()
  await page.waitForURL('**/directory/missing')
  await page.getByRole('heading', { name: 'Missing NPWPs' }).waitFor()
  const list = page.getByRole('list', { name: 'Companies without NPWP' })
  await list.getByText('CV Warung Imajinasi').waitFor()
  await list.getByText('2 invoices as seller').waitFor()

  const buyer = page.getByRole('textbox', { name: 'NPWP for CV Warung Imajinasi' })
  await buyer.fill('123')
  await page
    .getByText('Must be an NPWP with 16 digits, or 15 in the old format.', { exact: true })
    .waitFor()
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await takeScreenshots(page, 'missing-numbers-desk')
  await page.setViewportSize(sizes.phone)
  await takeScreenshots(page, 'missing-numbers-phone')
  await takeTourScreenshots(page, 'missing-numbers')

  await buyer.fill('')
  await buyer.focus()
  // Lines with a name go to the company of that name.
  await paste(page, named)
  const seller = page.getByRole('textbox', { name: 'NPWP for PT Lentera Contoh' })
  await expect.poll(() => seller.inputValue()).toBe('0987654329012000')
  expect(await buyer.inputValue()).toBe('123')
  await page.getByText('Not in this list: PT Lain.').waitFor()
  await takeScreenshots(page, 'missing-numbers-pasted')
  await buyer.fill('0987654329012000')
  await page.getByText('PT Lentera Contoh has the same number. Check both.').waitFor()
  await paste(page, numbers)
  await page.getByRole('button', { name: 'Save 2 numbers' }).click()
  await page.getByText('No NPWPs are missing.').waitFor()
  await page.getByRole('link', { name: 'Go to the queue' }).click()
  await page.getByText('PASTE-2.pdf', { exact: true }).waitFor()
  expect(await page.getByText('NPWP missing').count()).toBe(0)
})

it('applies an imported workbook to waiting invoices and to the same document sent again', async () => {
  const page = await visited.open('/')
  const invoice = pdfFile('book.pdf', await samplePdf({ number: 'BOOK-1', date: printedDate }))
  await send(page, [invoice])
  await page.getByText('Needs review').waitFor()
  await page.getByRole('link', { name: 'Review book.pdf' }).click()
  await page.getByRole('link', { name: 'Add missing NPWPs' }).first().click()
  await page.getByRole('link', { name: 'Directory', exact: true }).first().click()
  await page.getByRole('link', { name: 'Missing NPWPs' }).waitFor()

  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const [seller, buyer] = [oldFormat(createNpwp(1)), oldFormat(createNpwp(2))]
  const bytes = await workbook([
    ['PT Lentera Contoh', seller, 'Kota Fajar'],
    ['CV Warung Imajinasi', buyer, 'Kota Senja'],
    ['PT Tanpa Angka', 'besok', 'Kota Lain'],
  ])
  await (await chooser).setFiles({ name: 'pelanggan.xlsx', mimeType: xlsx, buffer: bytes })
  await page.getByText('2 new, 0 to update, 0 unchanged.').waitFor()
  await page.getByRole('button', { name: 'Import 2 entries' }).click()
  await page.getByText('2 added, 0 updated, 0 unchanged.').waitFor()
  await page.goto(`${visited.url}/month`)
  await page.getByRole('button', { name: 'Export 1 invoice' }).waitFor()

  await page.goto(visited.url)
  await send(page, [invoice])
  await page.getByText('Complete', { exact: true }).first().waitFor()
  expect(await page.getByText('NPWP missing').count()).toBe(0)
})

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Formats an NPWP as before 2024: 01.234.567.8-901.000. */
function oldFormat(npwp: string): string {
  return npwp.replace(/^0(..)(...)(...)(.)(...)(...)$/, '$1.$2.$3.$4-$5.$6')
}

/** A spreadsheet of companies with Indonesian headings. */
function workbook(rows: string[][]): Promise<Buffer> {
  const columns = ['Nama', 'NPWP', 'Alamat'].map((name) => {
    return { name, kind: 'text' as const, width: 20 }
  })
  async function* all() {
    yield* rows
  }
  return buffer(writeWorkbook([{ name: 'Pelanggan', columns, rows: all }]))
}

it('asks before approved invoices get a number', async () => {
  const page = await visited.open('/')
  await send(page, [pdfFile('ASK-1.pdf', await samplePdf({ number: 'ASK-1', date: printedDate }))])
  await page.getByText('Needs review').waitFor()
  await page.getByRole('link', { name: 'Review ASK-1.pdf' }).click()
  await page.getByRole('button', { name: /^Approve/ }).click()
  await page.getByRole('button', { name: 'Approve anyway' }).click()
  await page.getByText('Approved. Nothing else').first().waitFor()
  await page.goto(new URL('/directory/missing', visited.url).href)
  await page.getByText('1 invoice · 1 approved').first().waitFor()
  for (const [index, name] of ['CV Warung Imajinasi', 'PT Lentera Contoh'].entries())
    await page.getByRole('textbox', { name: `NPWP for ${name}` }).fill(createNpwp(index + 1))
  await page.getByRole('button', { name: 'Save 2 numbers' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add the numbers to approved invoices too?' })
  await takeScreenshots(page, 'missing-numbers-approved')
  await dialog.getByRole('button', { name: 'Save and update approved' }).click()
  await page.getByText('No NPWPs are missing.').waitFor()
  await page.goto(new URL('/month', visited.url).href)
  await page.getByRole('button', { name: 'Export 1 invoice' }).waitFor()
})

it('reads a document again as another kind, after confirmation', async () => {
  const page = await visited.open('/')
  await send(page, [pdfFile('again.pdf', await samplePdf({ number: 'AGAIN-9' }))])
  await page.getByText('Needs review').waitFor()
  await page.getByRole('button', { name: 'Read again' }).click()
  const dialog = page.getByRole('dialog', { name: 'Read this document again?' })
  await dialog.getByRole('combobox', { name: 'Read as' }).selectOption({ label: 'Any PDF' })
  await takeScreenshots(page, 'read-again')
  await dialog.getByRole('button', { name: 'Read again' }).click()
  await page
    .getByText(/^Complete/)
    .first()
    .waitFor()
  await page.getByRole('link', { name: 'again.pdf', exact: true }).click()
  await page.getByText('Queued to be read again').waitFor()
})

it('offers to detect the kind of all files that do not match the chosen one', async () => {
  const page = await visited.open('/')
  const names = ['WRONG-1', 'WRONG-2']
  const files = names.map(async (number) => pdfFile(`${number}.pdf`, await samplePdf({ number })))
  await choose(page, await Promise.all(files))
  await page.getByRole('radio', { name: /^Heat sheets/ }).check()
  await page.getByLabel(/^Swimmer/).fill('Elly Liu')
  await page.getByRole('button', { name: 'Process 2 documents' }).click()
  await page.waitForURL('**/batch/*')
  await page.getByText('2 documents aren’t of the type you chose.').waitFor()
  await takeScreenshots(page, 'batch-other-kind')
  await page.getByRole('link', { name: 'Queue', exact: true }).first().click()
  await page.getByText('2 documents aren’t of the type you chose.').waitFor()
  await page.getByRole('button', { name: 'Detect the type of WRONG-1.pdf' }).waitFor()
  await takeScreenshots(page, 'queue-other-kind')
  await page.getByRole('button', { name: 'Detect automatically' }).click()
  await page.getByRole('link', { name: 'Complete 2' }).waitFor()
  // The next visit starts with automatic detection again.
  await page.goto(visited.url)
  await choose(page, await Promise.all(files))
  expect(await page.getByRole('radio', { name: /^Automatic/ }).isChecked()).toBe(true)
})
