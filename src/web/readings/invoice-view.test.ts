import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { InvoiceReading } from '../../domain/invoice/invoice.ts'
import { setLanguage } from '../i18n/ui-text.ts'
import { InvoiceView } from './invoice-view.tsx'

const invoice = InvoiceReading.parse({
  kind: 'invoice',
  number: 'A-1',
  date: '2026-01-05',
  currency: 'IDR',
  seller: { name: 'PT Contoh', tin: null },
  buyer: { name: null, code: null, address: null, tin: null },
  lines: [],
  totals: {
    subtotal: null,
    tax_base: null,
    tax: null,
    grand_total: '80',
    charges: [],
    withheld: [],
  },
  checks: [],
  review: { needed: false, reasons: [] },
  evidence: {},
})
const use = { model: 'invented-1', asked: ['number'], answered: true, found: 1, not_on_page: 2 }

afterEach(() => setLanguage('en'))

const show = (language_model?: InvoiceReading['language_model']) =>
  renderToStaticMarkup(createElement(InvoiceView, { invoice: { ...invoice, language_model } }))

describe('an invoice', () => {
  it('states that its text was sent to a language model, and how many values were dropped', () => {
    expect(show(use)).toContain('was sent to the language model invented-1')
    expect(show(use)).toContain('2 values were not found on the page and ignored.')
    expect(show({ ...use, answered: false })).toContain('It did not give a usable answer.')
    expect(show()).not.toContain('language model')
  })

  it('states this in Indonesian', async () => {
    await setLanguage('id')
    expect(show(use)).toContain('dikirim ke model bahasa invented-1')
    expect(show(use)).toContain('2 nilai tidak ada di halaman dan tidak dipakai.')
  })
})
