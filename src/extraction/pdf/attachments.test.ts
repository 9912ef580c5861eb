import { describe, expect, it } from 'vitest'
import { eInvoicePdf } from '../../../test/fixtures/e-invoice.ts'
import { samplePdf } from '../../../test/fixtures/pdfs.ts'
import { readAttachments } from './attachments.ts'
import { withDocument } from './engine.ts'
import { pdfLimits } from './limits.ts'

const attachmentsIn = (
  pdf: Uint8Array,
  isWanted: (name: string) => boolean,
  within?: typeof limits,
) => withDocument(pdf, pdfLimits, (document) => readAttachments(document, isWanted, within))

const text = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString()
const limits = { count: 100, bytes: 1000, name_bytes: 1000 }

describe('readAttachments', () => {
  it('reads attachments byte for byte, by name', async () => {
    const pdf = await eInvoicePdf({ files: { 'größe.xml': '<a>ü</a>', 'b.xml': '<b/>' } })
    const found = await attachmentsIn(pdf, () => true)
    expect(found.map(({ name, bytes }) => [name, text(bytes)])).toEqual([
      ['b.xml', '<b/>'],
      ['größe.xml', '<a>ü</a>'],
    ])
  })

  it('returns an empty list for a document without attachments', async () => {
    expect(await attachmentsIn(await samplePdf(), () => true)).toEqual([])
  })

  it('does not decompress attachments that are not requested', async () => {
    const pdf = await eInvoicePdf({ files: { 'a.xml': '<a/>', 'photo.jpg': 'x' } })
    const found = await attachmentsIn(pdf, (name) => name.endsWith('.xml'))
    expect(found.map(({ name }) => name)).toEqual(['a.xml'])
  })

  it('limits the number of attachments and omits large attachments', async () => {
    const files = { 'a.xml': 'a'.repeat(1001), 'b.xml': 'b'.repeat(1000), 'c.xml': 'c' }
    const found = await attachmentsIn(await eInvoicePdf({ files }), () => true, {
      ...limits,
      count: 2,
    })
    expect(found.map(({ name, bytes }) => [name, bytes?.length])).toEqual([
      ['a.xml', undefined],
      ['b.xml', 1000],
    ])
  })

  it('ignores attachments with extremely long names', async () => {
    const pdf = await eInvoicePdf({ files: { [`${'x'.repeat(600)}.xml`]: '<a/>' } })
    expect(await attachmentsIn(pdf, () => true, limits)).toEqual([])
  })
})
