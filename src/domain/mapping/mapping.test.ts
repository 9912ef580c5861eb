import { expect, it } from 'vitest'
import { getChoiceRemark } from './mapping.ts'

it('describes the result of auto-detection but not an explicit choice', () => {
  expect(getChoiceRemark('auto', 'document_text_v1')).toBe('any_document')
  expect(getChoiceRemark('auto', 'invoice_v1')).toBe('any_invoice')
  expect(getChoiceRemark('auto', 'sample_invoice_v1')).toBeNull()
  expect(getChoiceRemark('document_text_v1', 'document_text_v1')).toBeNull()
})
