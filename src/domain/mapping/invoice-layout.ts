import { z } from 'zod'
import { partyPaths } from '../invoice/party-paths.ts'
import { encodeFault } from '../messages/fault-codes.ts'

export const FieldName = z.enum(['number', 'date', 'currency', ...partyPaths])
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

/** Checked when the mapping is loaded, so that no document encounters an invalid pattern. */
const Pattern = z.string().refine(isPattern, encodeFault('not_a_pattern', {}))
/** Some tables label the line number `#`; spaces, colons and dots alone cannot be compared. */
const Label = z.string().regex(/[^\s:.]/, encodeFault('label_blank', {}))

const finders = {
  /** The value to the right of this label. */
  right: Label.optional(),
  /** The value below this label. */
  below: Label.optional(),
  /** The line above this label, even on the previous page. */
  above: Label.optional(),
  /** The lines below another field's value, up to the first gap. */
  under: FieldName.optional(),
  /** The first matching text, or its first group if there is one. */
  text: Pattern.optional(),
  /** A constant for every document with this layout. */
  constant: z.string().min(1).optional(),
}

const Rule = z
  .strictObject({
    ...finders,
    /** With `text`: skips text segments that match this pattern. */
    unless: Pattern.optional(),
    /** With `under`: lines may start this many line heights lower than usual. */
    gap: z.number().positive().max(20).optional(),
    /** The label fills its segment, without adjacent text. */
    exact: z.boolean().optional(),
    /** Which of several matches, counted from 1; negative numbers count from the end. */
    nth: z
      .int()
      .refine((nth) => nth !== 0, encodeFault('nth_zero', {}))
      .optional(),
  })
  .refine((rule) => countFinders(rule) === 1, {
    error: encodeFault('not_one_finder', { finders: Object.keys(finders) }),
  })
  .refine(({ text, unless }) => unless === undefined || text !== undefined, {
    error: encodeFault('unless_without_text', {}),
    path: ['unless'],
  })
  .refine(({ under, gap }) => gap === undefined || under !== undefined, {
    error: encodeFault('gap_without_under', {}),
    path: ['gap'],
  })
export type Rule = z.infer<typeof Rule>

/** How to find a value: a label with the value to its right, a rule, or several to try in order. */
const Locator = z.preprocess((given) => [given].flat().map(toRule), z.array(Rule).min(1))
export type Locator = z.infer<typeof Locator>

/** Alternative labels for a column header. */
const Heads = z.preprocess((given) => [given].flat(), z.array(Label).min(1))

const Table = z.strictObject({
  /** From left to right. */
  columns: z.partialRecord(ColumnName, Heads),
  /** A line with matching values in all of these columns starts an item. */
  start: z.preprocess(toPatterns, z.partialRecord(ColumnName, Pattern)),
  /** Alternative sets of columns that start an item, for items that lack some of them. */
  or_start: z
    .array(z.preprocess(toPatterns, z.partialRecord(ColumnName, Pattern)))
    .min(1)
    .optional(),
  /** Columns that some documents lack. */
  optional: z.array(ColumnName).min(1).optional(),
  /**
   * Headers of columns to ignore. Listing them keeps their words out of other columns. Any of them may be absent.
   */
  other: z.array(Label).min(1).optional(),
  /** Position of an item's other lines: below its first line, or on both sides of it. */
  wrap: z.enum(['below', 'around']).default('below'),
  /** How lines are joined: `exact` inserts a space only where the document has one. */
  join: z.enum(['space', 'exact']).default('space'),
  /** `first_page`: later pages continue without a header. */
  header: z.enum(['each_page', 'first_page']).default('each_page'),
  /** A matching line ends the table on its page, or completely if only the first page has a header. */
  end: z.array(Pattern).min(1),
  /** Lines within the table that belong to no item. */
  skip: z.array(Pattern).default([]),
  /** Splits several columns under one header at the gaps between them; `drop` removes matching text. */
  split: z
    .partialRecord(ColumnName, z.array(z.union([ColumnName, z.strictObject({ drop: Pattern })])))
    .default({}),
  /** Moves the match, or its first group, from one column to another. */
  take: z
    .partialRecord(ColumnName, z.strictObject({ from: ColumnName, pattern: Pattern }))
    .default({}),
  /** Removes matches from a column. */
  drop: z.partialRecord(ColumnName, Pattern).default({}),
  /** Lines that match in one of these columns are untaxed: refunds, or payments on behalf of others. */
  untaxed: z.partialRecord(ColumnName, Pattern).default({}),
  /** Default values for empty columns. */
  defaults: z.partialRecord(ColumnName, z.string()).default({}),
})
export type TableLayout = z.infer<typeof Table>

const Totals = z.strictObject({
  /** A row of totals: the first number is the total quantity, the last is the subtotal. */
  row: Locator.optional(),
  subtotal: Locator.optional(),
  tax_base: Locator.optional(),
  tax: Locator.optional(),
  grand_total: Locator.optional(),
  charges: z.record(z.string(), Locator).default({}),
  withheld: z.record(z.string(), Locator).default({}),
  /** Sum over all lines. */
  quantity: Locator.optional(),
  /** The instalment billed now, if not the whole amount. */
  instalment: Locator.optional(),
})
export type TotalsLayout = z.infer<typeof Totals>

/** Fields that documents often repeat. */
const RepeatedField = z.enum(['number', 'date', 'currency', 'buyer.name'])
export type RepeatedField = z.infer<typeof RepeatedField>

const ExpectedTotal = z.enum(['subtotal', 'tax_base', 'tax', 'grand_total'])

/**
 * What all documents with this layout have in common, apart from their values. A deviation adds a review reason; it is
 * never an error.
 */
const Expect = z.strictObject({
  /** Invoice number formats: `A` for letters, `9` for digits, the rest as printed (`A/9-9`). */
  number: z.array(z.string().min(1)).min(1).optional(),
  /** Other locations of a field that must have the same value, if any. */
  agrees: z.partialRecord(RepeatedField, Locator).optional(),
  /** Text in the header row beside the columns. Any other text is reported; if the list is empty, all text is. */
  heads: z.array(Label).optional(),
  /**
   * Labels for amounts among the totals that no rule reads. Other labels are reported; if the list is empty, all labels
   * are.
   */
  amounts: z.array(Label).optional(),
  /** True if every table line with several amounts starts an item. */
  only_items: z.literal(true).optional(),
  /** Totals that every document prints. */
  totals: z.array(ExpectedTotal).min(1).optional(),
})
export type Expectations = z.infer<typeof Expect>

/** Marks a mapping that Docket derived from corrected documents. */
export const Learned = z.strictObject({
  /** Number of documents. */
  from: z.int().min(1),
})

/** The layout part of an invoice mapping. */
export const invoiceLayoutShape = {
  /** The layout is recognised if all of these occur, ignoring case and spaces. */
  match: z.array(Label).min(1),
  /** Number style; `auto` infers it from the document's unambiguous numbers. */
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

function countFinders(rule: object): number {
  return Object.keys(rule).filter((key) => key in finders).length
}

function toRule(given: unknown): unknown {
  return typeof given === 'string' ? { right: given } : given
}

function toPatterns(start: unknown): unknown {
  if (!Array.isArray(start)) return start
  return Object.fromEntries(start.map((column) => [column, '']))
}
