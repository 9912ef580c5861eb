import { compileSchema } from '../../../src/domain/fields/compile-schema.ts'
import type { FieldsReading } from '../../../src/domain/fields/fields-reading.ts'
import { readAnyInvoice } from '../../../src/extraction/any-invoice/read-any-invoice.ts'
import { readFields } from '../../../src/extraction/fields/read-fields.ts'
import { loadVocabulary } from '../../../src/extraction/mapping/load-vocabulary.ts'
import { readText } from '../../../src/extraction/text/read-text.ts'
import { drawnPages } from '../../fixtures/drawn-page.ts'

const vocabulary = loadVocabulary('mappings/vocabulary')

export const text = { type: 'string' }
export const number = { type: 'number' }
export const date = { type: 'string', format: 'date' }

/** Reads the requested properties from a page that is drawn as text. */
export function readDrawnFields(
  drawing: string,
  properties: Record<string, unknown>,
  as: 'invoice' | 'text',
): FieldsReading {
  const pages = drawnPages(drawing)
  const schema = { type: 'object', properties }
  const { root, faults } = compileSchema(schema)
  if (!root) throw new Error(JSON.stringify(faults))
  const reading = as === 'invoice' ? readAnyInvoice(pages, vocabulary) : readText(pages)
  return readFields({ schema, root }, pages, { mapping: as, reading }, vocabulary)
}
