import { z } from 'zod'

export const FieldName = z.enum([
  'number',
  'date',
  'currency',
  'seller.name',
  'buyer.name',
  'buyer.code',
  'buyer.address',
  'buyer.tin',
])
export type FieldName = z.infer<typeof FieldName>

export const ColumnName = z.enum([
  'no',
  'sku',
  'hs_code',
  'description',
  'quantity',
  'unit',
  'unit_price',
  'discount',
  'amount',
])
export type ColumnName = z.infer<typeof ColumnName>

/** Checked when the mapping is loaded, so that no document meets a pattern that cannot be run. */
const Pattern = z.string().refine(isPattern, 'is no regular expression')
/** Some tables call the number of a line `#`; but of spaces, colons and dots nothing is left to compare. */
const Label = z.string().regex(/[^\s:.]/, 'needs more than spaces, colons and dots')

const finders = {
  /** What stands to the right of this label. */
  right: Label.optional(),
  /** What stands under this label. */
  below: Label.optional(),
  /** The line before the one with this label, be it on the page before. */
  above: Label.optional(),
  /** The lines under the value of another field, down to the first gap. */
  under: FieldName.optional(),
  /** The first piece of text that fits; its first group, if it has one. */
  text: Pattern.optional(),
  /** The same in every document of this layout. */
  constant: z.string().min(1).optional(),
}

const Rule = z
  .strictObject({
    ...finders,
    /** With `text`: skips pieces of text that match this pattern. */
    unless: Pattern.optional(),
    /** The label stands alone; nothing is written next to it. */
    exact: z.boolean().optional(),
    /** Which of several places, counted from 1; below zero, from the end. */
    nth: z
      .int()
      .refine((nth) => nth !== 0, 'counts from 1, or from -1 at the end')
      .optional(),
  })
  .refine((rule) => findersOf(rule) === 1, {
    error: `needs exactly one of ${Object.keys(finders).join(', ')}`,
  })
  .refine(({ text, unless }) => unless === undefined || text !== undefined, {
    error: 'goes with text alone',
    path: ['unless'],
  })
export type Rule = z.infer<typeof Rule>

/** How to find a value: a label with the value to its right, a rule, or several to try in turn. */
const Locator = z.preprocess((given) => [given].flat().map(toRule), z.array(Rule).min(1))
export type Locator = z.infer<typeof Locator>

/** Labels of a column's head, any of which will do. */
const Heads = z.preprocess((given) => [given].flat(), z.array(Label).min(1))

const Table = z.strictObject({
  /** From left to right. */
  columns: z.partialRecord(ColumnName, Heads),
  /** A line that fills all of these, each with what fits, begins an item. */
  start: z.preprocess(toPatterns, z.partialRecord(ColumnName, Pattern)),
  /** Further ways in which a line begins an item, for lines that lack some of the columns of others. */
  or_start: z
    .array(z.preprocess(toPatterns, z.partialRecord(ColumnName, Pattern)))
    .min(1)
    .optional(),
  /** Columns that some documents lack. */
  optional: z.array(ColumnName).min(1).optional(),
  /** Headers of columns that are not read, so that their words go to no other column; each may be missing. */
  other: z.array(Label).min(1).optional(),
  /** Where the further lines of an item stand: under its first, or on both sides of it. */
  wrap: z.enum(['below', 'around']).default('below'),
  /** How lines become one text: `exact` puts a space only where the document has one. */
  join: z.enum(['space', 'exact']).default('space'),
  /** `first_page`: later pages go on without a head. */
  header: z.enum(['each_page', 'first_page']).default('each_page'),
  /** A line that fits ends the table, on its page or, if only the first page has a head, for good. */
  end: z.array(Pattern).min(1),
  /** Lines within the table that belong to no item. */
  skip: z.array(Pattern).default([]),
  /** Several columns under one head, by the gaps between them; `drop` leaves out what fits. */
  split: z
    .partialRecord(ColumnName, z.array(z.union([ColumnName, z.strictObject({ drop: Pattern })])))
    .default({}),
  /** Moves what fits, or its first group, from one column into another. */
  take: z
    .partialRecord(ColumnName, z.strictObject({ from: ColumnName, pattern: Pattern }))
    .default({}),
  /** Takes what fits out of a column. */
  drop: z.partialRecord(ColumnName, Pattern).default({}),
  /** Lines with what fits in one of these columns bear no tax: refunds, what was paid for others. */
  untaxed: z.partialRecord(ColumnName, Pattern).default({}),
  /** For columns that stay empty. */
  defaults: z.partialRecord(ColumnName, z.string()).default({}),
})
export type TableLayout = z.infer<typeof Table>

const Totals = z.strictObject({
  /** A line of sums: the first number is the quantity of all lines, the last is the subtotal. */
  row: Locator.optional(),
  subtotal: Locator.optional(),
  tax_base: Locator.optional(),
  tax: Locator.optional(),
  grand_total: Locator.optional(),
  charges: z.record(z.string(), Locator).default({}),
  withheld: z.record(z.string(), Locator).default({}),
  /** Of all lines. */
  quantity: Locator.optional(),
  /** The part that is asked for now, where that is not the whole. */
  instalment: Locator.optional(),
})
export type TotalsLayout = z.infer<typeof Totals>

/** Fields that documents often repeat. */
const RepeatedField = z.enum(['number', 'date', 'currency', 'buyer.name'])
export type RepeatedField = z.infer<typeof RepeatedField>

const ExpectedTotal = z.enum(['subtotal', 'tax_base', 'tax', 'grand_total'])

/** What all documents of a layout have in common beside their values. A difference is a review reason, never an error. */
const Expect = z.strictObject({
  /** Shapes of the invoice number: `A` for letters, `9` for digits, the rest as printed (`A/9-9`). */
  number: z.array(z.string().min(1)).min(1).optional(),
  /** Further places of a field that state the same value wherever they state one. */
  agrees: z.partialRecord(RepeatedField, Locator).optional(),
  /** Texts in the header row beside the columns'. Others are reported; an empty list expects none. */
  heads: z.array(Label).optional(),
  /** Labels of amounts among the totals that no rule reads. Others are reported; an empty list expects none. */
  amounts: z.array(Label).optional(),
  /** Totals that every document prints. */
  totals: z.array(ExpectedTotal).min(1).optional(),
})
export type Expectations = z.infer<typeof Expect>

/** Marks a mapping that Docket derived from corrected documents. */
const Learned = z.strictObject({
  /** Number of documents. */
  from: z.int().min(1),
})

/** What a mapping says about one layout of invoices. */
export const invoiceLayoutShape = {
  /** The layout is recognised where all of these occur; upper case and spaces do not matter. */
  match: z.array(Label).min(1),
  /** How numbers are written; `auto` asks the document's own unmistakable numbers. */
  numbers: z.enum(['auto', '1.234,56', '1,234.56']).default('auto'),
  fields: z.partialRecord(FieldName, Locator),
  table: Table,
  totals: Totals.prefault({}),
  expect: Expect.optional(),
  learned: Learned.optional(),
}
export type InvoiceLayout = z.infer<z.ZodObject<typeof invoiceLayoutShape>>

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'iu') instanceof RegExp
  } catch {
    return false
  }
}

function findersOf(rule: object): number {
  return Object.keys(rule).filter((key) => key in finders).length
}

function toRule(given: unknown): unknown {
  return typeof given === 'string' ? { right: given } : given
}

function toPatterns(start: unknown): unknown {
  if (!Array.isArray(start)) return start
  return Object.fromEntries(start.map((column) => [column, '']))
}
