import { expect, it } from 'vitest'
import { choiceRemark } from './mapping.ts'

it('describes the result of auto-detection and nothing for an explicit choice', () => {
  expect(choiceRemark('auto', 'document_text_v1')).toBe('any_document')
  expect(choiceRemark('auto', 'invoice_v1')).toBe('any_invoice')
  expect(choiceRemark('auto', 'sample_invoice_v1')).toBeNull()
  expect(choiceRemark('document_text_v1', 'document_text_v1')).toBeNull()
})
