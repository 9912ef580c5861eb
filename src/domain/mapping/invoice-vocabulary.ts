import { z } from 'zod'
import { Concept } from '../fields/concepts.ts'
import { encodeFault } from '../messages/fault-codes.ts'
import { ColumnName } from './invoice-layout.ts'

/** Words as printed. Comparisons ignore case, accents, spaces and punctuation. */
const Phrases = z
  .array(z.string().regex(/[\p{L}\p{N}#@°º]/u, encodeFault('phrase_blank', {})))
  .min(1)

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

/**
 * Fields outside the table. Fields from `due_date` on are not part of a reading: their labels only prevent the value
 * beside them from being read as another field.
 */
const LabelledField = z.enum([
  'number',
  'date',
  'currency',
  'seller.name',
  'buyer.name',
  'buyer.code',
  'buyer.tin',
  'due_date',
  'other_date',
  'other_number',
  'ship_to',
  'tax_id',
  'contact',
])
type LabelledField = z.infer<typeof LabelledField>

const ColumnRole = z.enum([...ColumnName.options, 'other'])
type ColumnRole = z.infer<typeof ColumnRole>

/**
 * Classes of words in total labels. The combination of classes identifies the total: `Total excl. VAT` has a sum word,
 * a net word and a tax word.
 */
export const TotalWord = z.enum([
  'carried',
  'tax',
  'net',
  'gross',
  'grand',
  'included',
  'plus',
  'sum',
  'bare_amount',
  'subtotal',
  'due',
  'paid',
  'discount',
  'after',
  'charge',
  'withheld',
  'rounding',
  'instalment',
  'not_total',
  'purpose',
])
export type TotalWord = z.infer<typeof TotalWord>

/**
 * Classes of words in column headers. `whole` and `net_or_gross` distinguish a line's amount from its price and tax.
 */
export const ColumnWord = z.enum([
  'quantity',
  'unit_price',
  'amount',
  'price',
  'whole',
  'discount',
  'tax',
  'net_or_gross',
  'description',
  'no',
  'code',
  'unit',
  'other',
])
export type ColumnWord = z.infer<typeof ColumnWord>

/** A field's labels. `sure` labels have only one meaning, while `likely` labels also occur beside other values. */
const FieldWords = z.strictObject({ sure: Phrases.optional(), likely: Phrases.optional() })

const monthsPerYear = 12

/** A file in `mappings/vocabulary`: the invoice words in one language. */
export const LanguageVocabulary = z.strictObject({
  language: z.string().min(1).describe('English name of the language.'),
  titles: Phrases.describe('Names of the document: invoice, receipt.'),
  credit_titles: Phrases.describe('Names of a document that credits the buyer: credit note.'),
  subjects: Phrases.describe('Labels of a letter’s subject: subject, re.'),
  receipt_phrases: Phrases.describe('Phrases that only receipts contain: received from, cashier.'),
  fields: z.partialRecord(LabelledField, FieldWords),
  columns: z
    .partialRecord(ColumnRole, Phrases)
    .describe('Headers of table columns. `other` is for columns that a reading does not contain.'),
  totals: z.partialRecord(TotalName, Phrases),
  total_words: z
    .record(TotalWord, Phrases)
    .describe('Words in labels of totals by class; `*steuer` also matches compounds.'),
  column_words: z.record(ColumnWord, Phrases).describe('Words in column headers by class.'),
  carried: Phrases.describe('Start of a line that carries a sum from page to page.'),
  after_table: Phrases.describe('Start of text below a table that belongs to no item.'),
  legal_forms: Phrases.describe('Marks of a company at the start or end of its name.'),
  address: Phrases.describe(
    'Words of an address: kinds of street, parts of a building, countries.',
  ),
  months: z
    .array(Phrases)
    .refine((months) => months.length === monthsPerYear, encodeFault('not_twelve_months', {}))
    .describe('Names and abbreviations of each month, January first.'),
  custom_fields: z
    .partialRecord(Concept, Phrases)
    .describe(
      'Names that schemas give to values. They are also the labels of values without a reader.',
    ),
})
export type LanguageVocabulary = z.infer<typeof LanguageVocabulary>

/** The invoice words in all languages. */
export interface InvoiceVocabulary {
  /** Includes the credit titles. */
  titles: string[]
  credit_titles: string[]
  /** Labels of a letter's subject. */
  subjects: string[]
  receipt_phrases: string[]
  fields: Record<LabelledField, { sure: string[]; likely: string[] }>
  columns: Record<ColumnRole, string[]>
  totals: Record<TotalName, string[]>
  total_words: Record<TotalWord, string[]>
  column_words: Record<ColumnWord, string[]>
  carried: string[]
  after_table: string[]
  legal_forms: string[]
  address: string[]
  /** Month names, January first. */
  months: string[][]
  custom_fields: Record<Concept, string[]>
}

export function mergeVocabularies(languages: readonly LanguageVocabulary[]): InvoiceVocabulary {
  const collect = (phrases: (language: LanguageVocabulary) => string[] | undefined) => [
    ...new Set(languages.flatMap((language) => phrases(language) ?? [])),
  ]
  return {
    titles: collect(({ titles, credit_titles }) => [...titles, ...credit_titles]),
    credit_titles: collect(({ credit_titles }) => credit_titles),
    subjects: collect(({ subjects }) => subjects),
    receipt_phrases: collect(({ receipt_phrases }) => receipt_phrases),
    fields: byName(LabelledField.options, (name) => ({
      sure: collect(({ fields }) => fields[name]?.sure),
      likely: collect(({ fields }) => fields[name]?.likely),
    })),
    columns: byName(ColumnRole.options, (name) => collect(({ columns }) => columns[name])),
    totals: byName(TotalName.options, (name) => collect(({ totals }) => totals[name])),
    total_words: byName(TotalWord.options, (name) =>
      collect(({ total_words }) => total_words[name]),
    ),
    column_words: byName(ColumnWord.options, (name) =>
      collect(({ column_words }) => column_words[name]),
    ),
    carried: collect(({ carried }) => carried),
    after_table: collect(({ after_table }) => after_table),
    legal_forms: collect(({ legal_forms }) => legal_forms),
    address: collect(({ address }) => address),
    months: Array.from({ length: monthsPerYear }, (_, month) =>
      collect(({ months }) => months[month]),
    ),
    custom_fields: byName(Concept.options, (name) =>
      collect(({ custom_fields }) => custom_fields[name]),
    ),
  }
}

function byName<Name extends string, Value>(
  names: readonly Name[],
  valueFor: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, valueFor(name)])) as Record<Name, Value>
}
