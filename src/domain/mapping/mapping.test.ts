import { expect, it } from 'vitest'
import { remarkOn } from './mapping.ts'

it('describes the result of auto-detection, and nothing for an explicit choice', () => {
  expect(remarkOn('auto', 'document_text_v1')).toBe('any_document')
  expect(remarkOn('auto', 'invoice_v1')).toBe('any_invoice')
  expect(remarkOn('auto', 'sample_invoice_v1')).toBeNull()
  expect(remarkOn('document_text_v1', 'document_text_v1')).toBeNull()
})
