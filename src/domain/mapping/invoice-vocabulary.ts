import { z } from 'zod'
import { ColumnName } from './invoice-layout.ts'

/** Words as they are printed; case, accents, spaces and punctuation do not matter. */
const Phrases = z.array(z.string().regex(/[\p{L}\p{N}#@]/u, 'needs a letter or figure')).min(1)

/** `sure` labels name the value beyond doubt; `likely` ones also stand beside others. */
const FieldWords = z.strictObject({ sure: Phrases, likely: Phrases.optional() })

export const TotalName = z.enum([
  'subtotal',
  'discount',
  'charges',
  'tax_base',
  'tax',
  'grand_total',
  'withheld',
  'instalment',
  'settled',
])
export type TotalName = z.infer<typeof TotalName>

/** The words by which invoices of any layout are read. */
export const invoiceVocabularyShape = {
  vocabulary: z.strictObject({
    /** What such a document calls itself. */
    titles: Phrases,
    fields: z.strictObject({
      number: FieldWords,
      date: FieldWords,
      currency: FieldWords,
      'seller.name': FieldWords,
      'buyer.name': FieldWords,
      'buyer.code': FieldWords,
      'buyer.tin': FieldWords,
    }),
    /** Heads of a table's columns; `other` are those an invoice's line has no place for. */
    columns: z.record(z.enum([...ColumnName.options, 'other']), Phrases),
    totals: z.record(TotalName, Phrases),
    /** What begins a line that only carries a sum from page to page. */
    carried: Phrases,
    /** What follows a table and belongs to no item. */
    after_table: Phrases,
    /** What marks a name as a company's. */
    legal_forms: Phrases,
  }),
}
export type InvoiceVocabulary = z.infer<z.ZodObject<typeof invoiceVocabularyShape>>['vocabulary']
