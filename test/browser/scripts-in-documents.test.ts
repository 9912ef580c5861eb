import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { drawMeet, springSplash } from '../fixtures/meets.ts'
import { drawPdf, samplePdf, textPdf } from '../fixtures/pdfs.ts'
import { pdfFile, send, visitDocket } from '../support/browser/browser.ts'

const visited = visitDocket()

/** Each payload sets `hacked` if a page interprets it as markup, as a URL or as a template. */
const payloads = [
  '<img src=x onerror=hacked=1>',
  '"><script>hacked=1</script>',
  "'-(hacked=1)-'",
  '</title><svg onload=hacked=1>',
  'javascript:hacked=1',
  "{{constructor.constructor('hacked=1')()}}",
]

async function expectHarmless(page: Page): Promise<void> {
  expect(await page.evaluate('typeof hacked')).toBe('undefined')
  // These elements exist only if a payload was inserted as HTML.
  expect(await page.locator('img[src="x"], svg[onload], script:not([src])').count()).toBe(0)
}

/** Runs in the browser: asks for a field with a hostile name and title, and saves a view with such a name. */
async function requestHostileFields({ image, source }: { image: string; source: string }) {
  const form = new FormData()
  const properties = { [image]: { type: 'string', title: image, description: image } }
  form.set('schema', JSON.stringify({ type: 'object', properties }))
  form.set('client_reference', image)
  form.set('file', await (await fetch(`/api/jobs/${source}/source`)).blob(), 'fields.pdf')
  const sent = await fetch('/api/upload', { method: 'POST', body: form })
  const saved = await fetch(`/api/views/${encodeURIComponent(image)}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ search: { q: image } }),
  })
  if (!sent.ok || !saved.ok) throw new Error(`${sent.status} ${saved.status}`)
}

it('never runs scripts from file names, PDF text, field names and views', async () => {
  const page = await visited.open('/')
  const [image = '', script = ''] = payloads
  const meet = { ...springSplash, host: image, title: `${script} - 5/2/2026` }
  const names = payloads.map((payload) => `${payload.replaceAll('/', '⁄')}.pdf`)
  const documents = [
    await samplePdf({ buyer: image, number: script }),
    await drawPdf((document) => document.text(payloads.join('\n'))),
    await drawMeet(meet),
    await textPdf({ text: payloads.join(' ') }),
    await samplePdf({ buyer: script, number: image, error: 5 }),
    await samplePdf({ buyer: payloads[3] ?? '', number: payloads[2] ?? '' }),
  ]
  await send(
    page,
    documents.map((pdf, index) => pdfFile(names[index] ?? '', pdf)),
  )
  await expect.poll(() => page.getByText('onerror=hacked').count()).toBeGreaterThan(0)
  const jobs = () =>
    page.evaluate<{ id: string; status: string }[]>(
      `fetch('/api/jobs').then((response) => response.json()).then(({ jobs }) => jobs)`,
    )
  await expect
    .poll(async () => (await jobs()).filter(({ status }) => status === 'complete').length)
    .toBe(documents.length)
  await expectHarmless(page)
  const batchPath = new URL(page.url()).pathname
  await page.evaluate(requestHostileFields, { image, source: (await jobs())[0]?.id ?? '' })
  await expect
    .poll(async () => (await jobs()).filter(({ status }) => status === 'complete').length)
    .toBe(documents.length + 1)
  const ids = (await jobs()).map(({ id }) => id)
  const own = ['/queue', batchPath, ...ids.flatMap((id) => [`/jobs/${id}`, `/review/${id}`])]
  for (const path of own) {
    await page.goto(visited.url + path)
    await expect.poll(() => page.getByText('hacked').count()).toBeGreaterThan(0)
    await expectHarmless(page)
  }
  for (const path of ['/queue?q=', '/result/', '/shared/', '/nowhere/']) {
    await page.goto(visited.url + path + encodeURIComponent(image))
    await page.getByRole('main').waitFor()
    await expectHarmless(page)
  }
})

it('serves results with headers that keep browsers from rendering or running them', async () => {
  const page = await visited.open('/')
  await send(page, [pdfFile('<b>.pdf', await textPdf({ text: payloads.join(' ') }))])
  const headers = await page.evaluate<Record<string, string>[]>(`(async () => {
    const list = async () => (await (await fetch('/api/jobs')).json()).jobs
    let [job] = await list()
    while (job.status !== 'complete') {
      job = await (await fetch('/api/jobs/' + job.id + '?wait=20')).json()
    }
    const files = ['/download?format=txt', '/download?format=json', '/source'].map((path) =>
      fetch('/api/jobs/' + job.id + path))
    return (await Promise.all(files)).map(({ headers }) => Object.fromEntries(headers))
  })()`)
  for (const one of headers) {
    expect(one['x-content-type-options']).toBe('nosniff')
    expect(one['content-security-policy']).toBe("default-src 'none'; sandbox")
    expect(one['content-type']).not.toMatch(/html|svg/)
    expect(one['content-disposition']).toMatch(/^(attachment|inline); filename=/)
  }
})
