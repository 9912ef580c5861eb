import { describe, expect, it } from 'vitest'
import { ciiXml, eInvoicePdf } from '../../../test/fixtures/e-invoice.ts'
import { samplePdf } from '../../../test/fixtures/pdfs.ts'
import { loadMappings } from '../mapping/load.ts'
import { withDocument } from '../pdf/engine.ts'
import { pdfLimits } from '../pdf/limits.ts'
import { readEmbeddedInvoices } from './find-e-invoices.ts'
import { message } from '../../domain/messages/message.ts'
import { render } from '../../domain/i18n/render.ts'

const mappings = loadMappings('mappings')

const findIn = (pdf: Uint8Array, mapping: string) =>
  withDocument(pdf, pdfLimits, (document) => readEmbeddedInvoices(mapping, mappings, document))

async function find(files: Record<string, string | Buffer>, mapping = 'auto') {
  const { invoices, problems } = await findIn(await eInvoicePdf({ files }), mapping)
  return {
    numbers: invoices.map(({ number }) => number),
    problems: problems.map((it) => render(message('e_invoice_unreadable', null, it))),
  }
}

const withNumber = (number: string) => ciiXml.replace('RE-2026-0815', number)
const unreadableMessage = (why: string) =>
  `The e-invoice in this PDF (factur-x.xml) cannot be read: ${why}.`

describe('readEmbeddedInvoices', () => {
  it('finds e-invoices by standard file name or by root element', async () => {
    for (const name of ['factur-x.xml', 'ZUGFeRD-invoice.xml', 'XRECHNUNG.XML', 'data.xml']) {
      expect(await find({ [name]: ciiXml })).toEqual({ numbers: ['RE-2026-0815'], problems: [] })
    }
  })

  it('sorts e-invoices by standard, not by position in the file', async () => {
    const files = {
      'a.xml': withNumber('3'),
      'xrechnung.xml': withNumber('2'),
      'factur-x.xml': withNumber('1'),
    }
    expect((await find(files)).numbers).toEqual(['1', '2', '3'])
  })

  it('ignores orders and other XML', async () => {
    const order =
      '<a:SCRDMCCBDACIOMessageStructure xmlns:a="urn:un:unece:uncefact:data:standard:x"/>'
    const files = { 'order-x.xml': order, 'x.xml': '<Invoice xmlns="urn:mine"/>', 'y.xml': '<br>' }
    expect(await find(files)).toEqual({ numbers: [], problems: [] })
  })

  it('ignores e-invoices when the mapping reads the pages', async () => {
    expect((await find({ 'factur-x.xml': ciiXml }, 'document_text_v1')).numbers).toEqual([])
  })

  it('fails if there is no e-invoice but the mapping requires one', async () => {
    expect((await find({ 'a.xml': ciiXml }, 'e_invoice_v1')).numbers).toEqual(['RE-2026-0815'])
    const none = findIn(await samplePdf(), 'e_invoice_v1')
    await expect(none).rejects.toMatchObject({
      code: 'MAPPING_MISMATCH',
      message: expect.stringContaining('does not contain an e-invoice'),
    })
    await expect(find({ 'factur-x.xml': '<a>' }, 'e_invoice_v1')).rejects.toMatchObject({
      code: 'MAPPING_MISMATCH',
      message: unreadableMessage('it is not well-formed XML'),
    })
  })
})

describe('an unreadable e-invoice', () => {
  const withDoctype = (subset: string) => ciiXml.replace('?>', `?><!DOCTYPE x [${subset}]>`)
  const nestedEntities = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
    .map((name, index, all) => `<!ENTITY ${name} "${`&${all[index - 1] ?? 'amp'};`.repeat(10)}">`)
    .join('')

  it.each([
    ['truncated', ciiXml.slice(0, 3000), 'it is not well-formed XML'],
    ['an invoice without parties', '<Invoice/>', 'it is not an invoice'],
    ['empty', '', 'it is not well-formed XML'],
    ['too large', Buffer.alloc(11_000_000, 'x'), 'it is damaged or too large'],
    [
      'with a document type',
      withDoctype(''),
      'it has a document type declaration, which is not allowed',
    ],
    [
      'with an external entity',
      withDoctype('<!ENTITY x SYSTEM "file:///etc/passwd">').replace('RE-2026-0815', '&x;'),
      'it has a document type declaration, which is not allowed',
    ],
    [
      'a billion laughs',
      withDoctype(nestedEntities).replace('RE-2026-0815', '&i;'),
      'it is not well-formed XML',
    ],
    ['nested too deeply', '<a>'.repeat(100_000), 'it is not well-formed XML'],
    [
      'with text instead of a number',
      ciiXml.replace('299.70', '299,70'),
      '"299,70" is not a number',
    ],
    [
      'with a number of a million digits',
      ciiXml.replace('299.70', '9'.repeat(1_000_000)),
      `"${'9'.repeat(40)}" is not a number`,
    ],
    ['with an invalid date', ciiXml.replace('20260309', '20260230'), '"20260230" is not a date'],
  ])('reports the problem: %s', async (_, xml, why) => {
    expect(await find({ 'factur-x.xml': xml })).toEqual({
      numbers: [],
      problems: [unreadableMessage(why)],
    })
  })

  it('does not prevent another e-invoice from being read', async () => {
    const found = await find({ 'factur-x.xml': '<a>', 'xrechnung.xml': ciiXml })
    expect(found.numbers).toEqual(['RE-2026-0815'])
    expect(found.problems).toHaveLength(1)
  })
})
