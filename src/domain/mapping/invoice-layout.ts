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

/** Checked when the mapping is loaded, so that an invalid pattern is never applied to a document. */
const Pattern = z.string().refine(isPattern, encodeFault('not_a_pattern', {}))
/**
 * A label. Some tables label the line number `#`. A label that consists only of spaces, colons and dots is rejected,
 * because comparisons ignore these characters.
 */
const Label = z.string().regex(/[^\s:.]/, encodeFault('label_blank', {}))

const finders = {
  /** Finds the value to the right of this label. */
  right: Label.optional(),
  /** Finds the value below this label. */
  below: Label.optional(),
  /** Finds the line above this label, even on the previous page. */
  above: Label.optional(),
  /** Finds the lines below another field's value, up to the first gap. */
  under: FieldName.optional(),
  /** Finds the first text that matches, or its first capture group if there is one. */
  text: Pattern.optional(),
  /** The same value for every document with this layout. */
  constant: z.string().min(1).optional(),
}

const Rule = z
  .strictObject({
    ...finders,
    /** With `text`: ignores text segments that match this pattern. */
    unless: Pattern.optional(),
    /** With `under`: allows the lines to start this many line heights lower than usual. */
    gap: z.number().positive().max(20).optional(),
    /** Requires that the label is a whole segment, without adjacent text. */
    exact: z.boolean().optional(),
    /** Selects one of several matches, counted from 1, or from the end if negative. */
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

/** How to find a value: a label to its left, a rule, or several of these to try in order. */
const Locator = z.preprocess((given) => [given].flat().map(toRule), z.array(Rule).min(1))
export type Locator = z.infer<typeof Locator>

/** Alternative labels for one column. */
const Heads = z.preprocess((given) => [given].flat(), z.array(Label).min(1))

const Table = z.strictObject({
  /** Columns from left to right. */
  columns: z.partialRecord(ColumnName, Heads),
  /** A line with matching values in all of these columns starts an item. */
  start: z.preprocess(toPatterns, z.partialRecord(ColumnName, Pattern)),
  /** Alternatives to `start`, for items that lack some of its columns. */
  or_start: z
    .array(z.preprocess(toPatterns, z.partialRecord(ColumnName, Pattern)))
    .min(1)
    .optional(),
  /** Columns that some documents lack. */
  optional: z.array(ColumnName).min(1).optional(),
  /**
   * Labels of columns to ignore, so that their text is not read as part of another column. Documents may lack any of
   * them.
   */
  other: z.array(Label).min(1).optional(),
  /** Position of an item's other lines: below its first line, or above and below it. */
  wrap: z.enum(['below', 'around']).default('below'),
  /** How lines are joined: with a space or, with `exact`, only where the document has a space. */
  join: z.enum(['space', 'exact']).default('space'),
  /** Pages with a table header. With `first_page`, later pages continue the table without a header. */
  header: z.enum(['each_page', 'first_page']).default('each_page'),
  /**
   * Patterns for the line that ends the table on its page. If only the first page has a header, that line ends the
   * whole table.
   */
  end: z.array(Pattern).min(1),
  /** Lines within the table that are not part of an item. */
  skip: z.array(Pattern).default([]),
  /** Splits several columns under one header at the gaps between them. `drop` removes matching text. */
  split: z
    .partialRecord(ColumnName, z.array(z.union([ColumnName, z.strictObject({ drop: Pattern })])))
    .default({}),
  /** Moves the match, or its first group, from one column to another. */
  take: z
    .partialRecord(ColumnName, z.strictObject({ from: ColumnName, pattern: Pattern }))
    .default({}),
  /** Removes matches from a column. */
  drop: z.partialRecord(ColumnName, Pattern).default({}),
  /** Marks lines, such as refunds or payments on behalf of others, as untaxed if they match in one of these columns. */
  untaxed: z.partialRecord(ColumnName, Pattern).default({}),
  /** Default values for empty columns. */
  defaults: z.partialRecord(ColumnName, z.string()).default({}),
})
export type TableLayout = z.infer<typeof Table>

const Totals = z.strictObject({
  /** A row of totals, whose first number is the total quantity and whose last is the subtotal. */
  row: Locator.optional(),
  subtotal: Locator.optional(),
  tax_base: Locator.optional(),
  tax: Locator.optional(),
  grand_total: Locator.optional(),
  charges: z.record(z.string(), Locator).default({}),
  withheld: z.record(z.string(), Locator).default({}),
  /** Sum of the quantities. */
  quantity: Locator.optional(),
  /** The instalment billed on this invoice, unless it bills the full amount. */
  instalment: Locator.optional(),
})
export type TotalsLayout = z.infer<typeof Totals>

/** Fields that appear more than once in many documents. */
const RepeatedField = z.enum(['number', 'date', 'currency', 'buyer.name'])
export type RepeatedField = z.infer<typeof RepeatedField>

const ExpectedTotal = z.enum(['subtotal', 'tax_base', 'tax', 'grand_total'])

/**
 * What all documents with this layout have in common, apart from their values. A deviation adds a review reason but
 * never an error.
 */
const Expect = z.strictObject({
  /** Invoice number formats: `A` for letters, `9` for digits, the rest as printed (`A/9-9`). */
  number: z.array(z.string().min(1)).min(1).optional(),
  /** Other places where the same value of a field may appear. */
  agrees: z.partialRecord(RepeatedField, Locator).optional(),
  /**
   * Expected text in the header row beside the columns. Any other text is reported. If the list is empty, all text is
   * reported.
   */
  heads: z.array(Label).optional(),
  /**
   * Expected labels of amounts among the totals that no rule reads. Any other label is reported. If the list is empty,
   * every label is reported.
   */
  amounts: z.array(Label).optional(),
  /** Whether every table line with several amounts starts an item. */
  only_items: z.literal(true).optional(),
  /** Totals that appear in every document. */
  totals: z.array(ExpectedTotal).min(1).optional(),
})
export type Expectations = z.infer<typeof Expect>

/** Marks a mapping that Docket learned from corrected documents. */
export const Learned = z.strictObject({
  /** Number of documents from which it was learned. */
  from: z.int().min(1),
})

/** The part of an invoice mapping that describes a layout. */
export const invoiceLayoutShape = {
  /** Texts that identify the layout: all of them must occur. Ignores case and spaces. */
  match: z.array(Label).min(1),
  /** Number style. `auto` infers it from unambiguous numbers in the document. */
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
