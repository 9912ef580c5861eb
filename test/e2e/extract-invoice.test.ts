import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { InvoiceReading } from '../../src/domain/invoice/invoice.ts'
import { samplePdf, textPdf } from '../fixtures/pdfs.ts'
import { severalInvoicesPdf, severalInvoiceNumbers } from '../fixtures/several-invoices.ts'
import { docket, temporaryFolder } from '../support/processes/command.ts'
import { toFiled, verifyCoretaxFile } from '../support/browser/verify-coretax.ts'

describe('docket extract with an invoice', () => {
  const parties = [
    '- { name: PT Lentera Contoh, tin: "0012345674901000" }',
    '- { name: CV Warung Imajinasi, tin: "0098765431109000" }',
  ]

  it('writes the Coretax file with directory data and lists what to review', async () => {
    const folder = await temporaryFolder()
    await writeFile(path.join(folder, 'a.pdf'), await samplePdf())
    await writeFile(path.join(folder, 'parties.yaml'), parties.join('\n'))
    const bare = await docket(['extract', 'a.pdf', '--format', 'xml'], { cwd: folder })
    expect([bare.code, bare.stdout]).toEqual([1, ''])
    expect(bare.stderr).toMatch(
      /a\.pdf: Fix these issues to create the Coretax file: .*NPWP missing/,
    )
    expect(bare.stderr).toContain('(NOT_FILEABLE)')
    const reading = await docket(['extract', 'a.pdf'], { cwd: folder })
    expect([reading.code, InvoiceReading.parse(JSON.parse(reading.stdout)).filing?.status]).toEqual(
      [3, 'blocked'],
    )
    const options = ['--format', 'xml', '--parties', 'parties.yaml']
    const known = await docket(['extract', 'a.pdf', ...options], { cwd: folder })
    expect([known.code, known.stderr]).toEqual([0, ''])
    expect(known.stdout).toContain('<TIN>0012345674901000</TIN>')
    expect(known.stdout).toContain('<BuyerTin>0098765431109000</BuyerTin>')
    expect(known.stdout).toContain('<VAT>244200</VAT>')
    const { stdout } = await docket(['extract', 'a.pdf', ...options.slice(2)], { cwd: folder })
    verifyCoretaxFile(known.stdout, [toFiled(InvoiceReading.parse(JSON.parse(stdout)))])
  })

  it('writes a Coretax file for an uncertain document only with --confirm', async () => {
    const folder = await temporaryFolder()
    await writeFile(path.join(folder, 'a.pdf'), await samplePdf({ error: 1000 }))
    await writeFile(path.join(folder, 'parties.yaml'), parties.join('\n'))
    const options = ['a.pdf', '--format', 'xml', '--parties', 'parties.yaml', '-o', 'out']
    const doubtful = await docket(['extract', ...options], { cwd: folder })
    expect(doubtful.code).toBe(1)
    expect(doubtful.stderr).toContain('Review and approve the document to create its Coretax file')
    expect(doubtful.stderr).toContain('repeat with --confirm FILE')
    expect(await readdir(path.join(folder, 'out'))).toEqual([])
    const confirmed = await docket(['extract', ...options, '--confirm', 'a.pdf'], { cwd: folder })
    expect([confirmed.code, await readdir(path.join(folder, 'out'))]).toEqual([0, ['a.xml']])
    expect(confirmed.stderr).toContain('needs review')
    const xml = await readFile(path.join(folder, 'out', 'a.xml'), 'utf8')
    const known = ['a.pdf', '--parties', 'parties.yaml']
    const { stdout } = await docket(['extract', ...known], { cwd: folder })
    verifyCoretaxFile(xml, [toFiled(InvoiceReading.parse(JSON.parse(stdout)), 'confirm')])
    const json = ['a.pdf', '--format', 'json', '--confirm', 'a.pdf']
    expect((await docket(['extract', ...json], { cwd: folder })).code).toBe(2)
  })

  it('merges several invoices in order into one file and flags a duplicate number', async () => {
    const folder = await temporaryFolder()
    const first = await samplePdf()
    await writeFile(path.join(folder, 'b.pdf'), first)
    await writeFile(path.join(folder, 'a.pdf'), await samplePdf({ number: 'LC-2026-0043' }))
    await writeFile(path.join(folder, 'again.pdf'), first)
    const merge = (...args: string[]) => docket(['extract', ...args, '--merge'], { cwd: folder })
    const files = ['b.pdf', 'a.pdf', 'again.pdf']
    const unknown = await merge(...files, '--format', 'xml', '--confirm', 'all', '-o', 'all.xml')
    expect([unknown.code, unknown.stdout]).toEqual([1, ''])
    for (const file of files) expect(unknown.stderr).toMatch(`${file}: error: Buyer NPWP missing`)
    expect(unknown.stderr).toContain('3 of 3 invoices cannot be filed as they are')
    expect(await readdir(folder)).not.toContain('all.xml')
    await writeFile(path.join(folder, 'parties.yaml'), parties.join('\n'))
    const options = ['--format', 'xml', '--parties', 'parties.yaml', '-o', 'all.xml']
    const doubtful = await merge(...files, ...options, '--confirm', 'a.pdf')
    expect(doubtful.code).toBe(1)
    expect(doubtful.stderr).toContain(
      'again.pdf: confirm: b.pdf has the same seller and invoice number, LC-2026-0042.',
    )
    expect(doubtful.stderr).toContain('2 of 3 invoices cannot be filed as they are')
    const result = await merge(...files, ...options, '--confirm', 'all')
    expect([result.code, result.stdout]).toEqual([0, ''])
    expect(result.stderr).toContain(
      'PT Lentera Contoh, 2026-01: 3 invoices, DPP 18918000, PPN 2080980',
    )
    const xml = await readFile(path.join(folder, 'all.xml'), 'utf8')
    const numbers = [...xml.matchAll(/<RefDesc>(.*)<\/RefDesc>/g)].map(([, number]) => number)
    expect(numbers).toEqual(['LC-2026-0042', 'LC-2026-0043', 'LC-2026-0042'])
    await docket(['extract', ...files, '--parties', 'parties.yaml', '-o', 'out'], { cwd: folder })
    const readings = await Promise.all(
      ['b.json', 'a.json', 'again.json'].map(async (name) =>
        InvoiceReading.parse(JSON.parse(await readFile(path.join(folder, 'out', name), 'utf8'))),
      ),
    )
    verifyCoretaxFile(
      xml,
      readings.map((one) => toFiled(one)),
    )
    const csv = await merge('b.pdf', 'a.pdf', '--format', 'csv')
    expect(csv.stdout.trimEnd().split('\r\n')).toHaveLength(1 + 2 * 6)
    const workbook = await merge('b.pdf', 'a.pdf', '--format', 'xlsx', '-o', 'all.xlsx')
    expect(workbook.code).toBe(3)
    const sheets = unzipSync(new Uint8Array(await readFile(path.join(folder, 'all.xlsx'))))
    const rows = (name: string) =>
      Buffer.from(sheets[`xl/worksheets/${name}.xml`] ?? [])
        .toString()
        .match(/<row /g)?.length
    expect([rows('sheet1'), rows('sheet2')]).toEqual([1 + 2, 1 + 2 * 6])
  })

  it('splits a PDF with several invoices where they begin, or at the given pages', async () => {
    const folder = await temporaryFolder()
    await writeFile(path.join(folder, 'all.pdf'), await severalInvoicesPdf())
    const whole = await docket(['extract', 'all.pdf'], { cwd: folder })
    expect(whole.code).toBe(3)
    expect(whole.stderr).toContain('This PDF contains 3 invoices (pages 1–2, 3–4 and 5–6).')
    await docket(['extract', 'all.pdf', '--split', '-o', 'out'], { cwd: folder })
    const names = ['all (1-2).json', 'all (3-4).json', 'all (5-6).json']
    expect((await readdir(path.join(folder, 'out'))).sort()).toEqual(names)
    const numbers = names.map(async (name) => {
      const json = await readFile(path.join(folder, 'out', name), 'utf8')
      return InvoiceReading.parse(JSON.parse(json)).number
    })
    expect(await Promise.all(numbers)).toEqual([...severalInvoiceNumbers])
    const options = ['--split-at', '1-2,5-6', '--merge', '--format', 'csv']
    const merged = await docket(['extract', 'all.pdf', ...options], { cwd: folder })
    expect(merged.stdout).toContain(severalInvoiceNumbers[2])
    expect(merged.stdout).not.toContain(severalInvoiceNumbers[1])
    const outside = await docket(['extract', 'all.pdf', '--split-at', '6-7'], { cwd: folder })
    expect([outside.code, outside.stderr]).toEqual([
      1,
      expect.stringContaining('Pages 6–7: the document has 6 pages.'),
    ])
    const wrong = await docket(['extract', 'all.pdf', '--split-at', 'two'], { cwd: folder })
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('"two" is not a range')])
  })

  it('does not merge anything if a document is unreadable or not an invoice', async () => {
    const folder = await temporaryFolder()
    await writeFile(path.join(folder, 'a.pdf'), await samplePdf())
    await writeFile(path.join(folder, 'letter.pdf'), await textPdf())
    const options = ['--format', 'xml', '--merge', '-o', 'all.xml']
    const files = ['a.pdf', 'letter.pdf', 'none.pdf']
    const result = await docket(['extract', ...files, ...options], { cwd: folder })
    expect(result.code).toBe(1)
    expect(result.stderr).toContain('letter.pdf: No xml output: document_text_v1 writes json, txt.')
    expect(result.stderr).toContain('2 of 3 files failed, so nothing was written.')
    expect((await readdir(folder)).sort()).toEqual(['a.pdf', 'letter.pdf'])
  })

  it('rejects more than a thousand invoices for one file before reading any', async () => {
    const files = Array.from({ length: 1001 }, (_, index) => `${index}.pdf`)
    const result = await docket(['extract', ...files, '--format', 'xml', '--merge'])
    expect([result.code, result.stdout]).toEqual([1, ''])
    expect(result.stderr).toMatch(/^docket: Coretax accepts at most 1,000 .* there are 1,001 here/)
  })

  it('reports the invalid line in a directory', async () => {
    const folder = await temporaryFolder()
    await writeFile(path.join(folder, 'a.pdf'), await samplePdf())
    await writeFile(path.join(folder, 'parties.yaml'), '- name: PT X\n  tim: "1"\n')
    const result = await docket(['extract', 'a.pdf', '--parties', 'parties.yaml'], { cwd: folder })
    expect(result.code).toBe(2)
    expect(result.stderr).toMatch(/parties\.yaml.*2/)
  })
})
