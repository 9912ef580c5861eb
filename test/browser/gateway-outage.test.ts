import { expect, it } from 'vitest'
import { makeUnique, textPdf } from '../fixtures/pdfs.ts'
import { pdfFile, send, visitDocket } from '../support/browser/browser.ts'
import { sizes, takeScreenshots } from '../support/browser/screenshots.ts'

// Nothing listens on this port.
const visited = visitDocket({ GATEWAY_URL: 'http://127.0.0.1:9', WORKER_CONCURRENCY: '8' })

it('shows that the gateway is unavailable, the next attempt and the number of waiting jobs', async () => {
  const page = await visited.open('/')
  const files = Array.from({ length: 9 }, async (_, nth) =>
    pdfFile(`document ${nth}.pdf`, makeUnique(await textPdf())),
  )
  await send(page, await Promise.all(files))
  const notice = page.getByRole('status').filter({ hasText: 'Gateway unavailable.' })
  await notice.getByText(/\d+ jobs? (is|are) waiting\./).waitFor()
  await page.goto(`${visited.url}/queue`)
  await notice.getByText(/Next attempt in \d+ s\./).waitFor()
  const readSeconds = async () =>
    Number(/in (\d+) s/.exec((await notice.textContent()) ?? '')?.[1] ?? Number.NaN)
  const first = await readSeconds()
  await expect.poll(readSeconds).toBeLessThan(first)
  await takeScreenshots(page, 'queue-gateway-down')
  await page.setViewportSize(sizes.phone)
  await takeScreenshots(page, 'queue-gateway-down-phone')
  const indonesian = await visited.open('/', { locale: 'id-ID' })
  const chooser = indonesian.waitForEvent('filechooser')
  await indonesian.getByRole('button', { name: 'Pilih PDF' }).click()
  await (await chooser).setFiles([pdfFile('satu.pdf', makeUnique(await textPdf()))])
  await indonesian.getByRole('button', { name: 'Proses 1 dokumen' }).click()
  await indonesian.getByText('Gateway tidak dapat dihubungi.').waitFor()
  await takeScreenshots(indonesian, 'queue-gateway-down-id')
})
