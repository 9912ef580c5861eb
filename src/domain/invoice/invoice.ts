import { z } from 'zod'
import { encodeFault } from '../messages/fault-codes.ts'
import { Message } from '../messages/message.ts'
import {
  decimalNotation,
  documentMonthNotation,
  facilityNotation,
  goodsCodeNotation,
  luxuryRateNotation,
  type Notation,
  transactionCodeNotation,
} from '../values/notations.ts'
import { ExchangeRate } from './exchange-rate.ts'
import { Evidence, PageLocation } from '../reading/evidence.ts'

const text = ({ pattern, fault }: Notation) => z.string().regex(pattern, encodeFault(fault, {}))
const DecimalText = text(decimalNotation)

/**
 * Tax category that an e-invoice states (EN 16931 code list). `S` is taxed at a national rate, and `Z`, `E`, `AE`, `K`,
 * `G` and `O` are untaxed.
 */
const TaxClass = z.object({ category: z.string(), rate: DecimalText.nullable() })
export type TaxClass = z.infer<typeof TaxClass>

export const InvoiceLine = z.object({
  no: z.string().nullable().describe('As printed. It may not be unique.'),
  sku: z.string().nullable(),
  hs_code: z.string().nullable(),
  description: z.string(),
  quantity: DecimalText.nullable(),
  unit: z.string().nullable().describe('As printed.'),
  unit_price: DecimalText.nullable(),
  discount: DecimalText.nullable().describe('Discount amount on this line.'),
  amount: DecimalText.nullable(),
  taxable: z.boolean(),
  tax_class: TaxClass.optional(),
  goods_code: text(goodsCodeNotation).optional().describe('Goods code set by a user: "A940100".'),
  luxury_rate: text(luxuryRateNotation)
    .optional()
    .describe('PPnBM rate in percent, set by a user: "20".'),
})
export type InvoiceLine = z.infer<typeof InvoiceLine>

const Charge = z.object({
  name: z.string(),
  amount: DecimalText.describe('Negative for an allowance on the whole invoice.'),
  tax_class: TaxClass.optional(),
})

export const InvoiceTotals = z.object({
  subtotal: DecimalText.nullable(),
  tax_base: DecimalText.nullable(),
  tax: DecimalText.nullable(),
  grand_total: DecimalText.nullable(),
  charges: z.array(Charge),
  withheld: z.array(z.object({ name: z.string(), amount: DecimalText })),
  /** VAT breakdown of an e-invoice. If present, totals are checked against it instead of the national tax rule. */
  taxes: z.array(TaxClass.extend({ tax_base: DecimalText, tax: DecimalText })).optional(),
  /**
   * Amount due stated by an e-invoice: the grand total less prepayments, plus rounding. The smallest profile omits
   * prepayments.
   */
  payment: z
    .object({ prepaid: DecimalText.nullable(), rounding: DecimalText, due: DecimalText })
    .optional(),
  quantity: DecimalText.optional().describe('Total of all lines, if printed.'),
  instalment: DecimalText.optional().describe(
    'Amount billed now, such as a down payment or instalment, if printed.',
  ),
})
export type InvoiceTotals = z.infer<typeof InvoiceTotals>

/** Added when a reading is served or written to a file, and ignored in input. */
const sentence = z.string().optional().describe('The sentence, rendered from the other fields.')

/** A rule that the reading must satisfy. A failed check requires review. */
export const Check = z.object({
  name: z.enum(['rows', 'sum', 'quantity', 'tax_base', 'tax', 'grand_total', 'due']),
  passed: z.boolean(),
  ...Message.shape,
  message: sentence,
})
export type Check = z.infer<typeof Check>

/** Why a user should review a reading. Resolved reasons are kept for the record. */
export const ReviewReason = Message.extend({
  message: sentence,
  settled: z.literal(true).optional().describe('Resolved by a user.'),
})

/** The source of a filed value. `default` means that no source states it. */
const FiledSource = z.enum(['page', 'directory', 'learned', 'typed', 'default'])
export type FiledSource = z.infer<typeof FiledSource>

/** A company's numbers as stated in the Coretax file, or null if unknown. */
const FiledParty = z.object({
  tin: z.string().nullable().describe('NPWP.'),
  idtku: z.string().nullable().describe('NITKU.'),
  document: z
    .string()
    .optional()
    .describe(
      'What identifies a buyer without NPWP: "National ID" for a NIK, "Passport" or "Other ID".',
    ),
  document_number: z.string().nullable().optional().describe('Number of that document.'),
  source: FiledSource.nullable(),
})
export type FiledParty = z.infer<typeof FiledParty>

const FiledCode = z.object({ value: z.string(), source: FiledSource })

/** A line as stated in the Coretax file. */
const FiledLine = z.object({
  path: z.string().describe('Path in the reading: `lines.2`, `totals.charges.0`.'),
  goods_code: FiledCode.describe('A for goods or B for services, and six digits.'),
  unit: FiledCode.describe('Unit code: "UM.0021".'),
  luxury_rate: FiledCode.optional().describe('PPnBM rate in percent of luxury goods: "20".'),
  tax_base: DecimalText.nullable().describe('DPP.'),
  tax: DecimalText.nullable().describe('PPN.'),
})
export type FiledLine = z.infer<typeof FiledLine>

/** Whether an invoice can be filed: now, once a user confirms it, or only after a correction. */
export const FilingStatus = z.enum(['ready', 'confirm', 'blocked'])
export type FilingStatus = z.infer<typeof FilingStatus>

/** The values that the Coretax file states about an invoice. */
const FiledValues = z.object({
  status: FilingStatus.optional().describe(
    '`ready`: the Coretax file is written. `confirm`: once a user approves the document. `blocked`: an error has to be fixed first.',
  ),
  open_rules: z
    .array(Message.extend({ message: sentence }))
    .optional()
    .describe('Rules that keep the document out of a Coretax file.'),
  seller: FiledParty,
  buyer: FiledParty,
  transaction_code: FiledCode.nullable(),
  facility: FiledCode.nullable()
    .optional()
    .describe('Facility under transaction codes 07 and 08: "TD.00502".'),
  currency: z
    .string()
    .optional()
    .describe(
      'Currency of the amounts, if its exchange rate is missing. Otherwise they are in rupiah.',
    ),
  tax_base: DecimalText.describe('DPP of all lines.'),
  other_tax_base: DecimalText.describe(
    'DPP on which the tax is computed, such as 11/12 of the amount.',
  ),
  tax: DecimalText.describe('PPN of all lines.'),
  luxury_tax: DecimalText.optional().describe('PPnBM of all lines.'),
  lines: z.array(FiledLine),
})
export type FiledValues = z.infer<typeof FiledValues>

/** Another value that the user may choose, with its location on the page. */
const Alternative = z.object({
  value: z.string(),
  ...PageLocation.shape,
  label: z.string().optional().describe('The text beside or above the value that names it.'),
})
export type Alternative = z.infer<typeof Alternative>

/** Records that text from the document was sent to a language model. */
const LanguageModelUse = z.object({
  model: z.string(),
  asked: z.array(z.string()).describe('Paths of the values that were uncertain.'),
  answered: z.boolean().describe('False if the model gave no usable answer.'),
  found: z.int().describe('Values of the answer that are on the page.'),
  not_on_page: z.int().describe('Values of the answer that are not on the page and were dropped.'),
})
export type LanguageModelUse = z.infer<typeof LanguageModelUse>

export const InvoiceReading = z.object({
  kind: z.literal('invoice'),
  credit_note: z
    .literal(true)
    .optional()
    .describe('The printed amounts are credited to the buyer.'),
  number: z.string().nullable(),
  date: z.iso.date().nullable(),
  currency: z.string().nullable(),
  seller: z.object({ name: z.string().nullable(), tin: z.string().nullable() }),
  buyer: z.object({
    name: z.string().nullable(),
    code: z.string().nullable(),
    address: z.string().nullable(),
    tin: z.string().nullable(),
  }),
  transaction_code: text(transactionCodeNotation)
    .optional()
    .describe("Coretax transaction code set by a user, instead of the buyer's."),
  facility: text(facilityNotation)
    .optional()
    .describe('Facility for transaction codes 07 and 08, set by a user: "02" for TD.00502.'),
  custom_doc: z.string().optional().describe('Number of the customs document of a facility.'),
  custom_doc_month: text(documentMonthNotation)
    .optional()
    .describe('Month and year of the customs document: "012025".'),
  exchange: ExchangeRate.optional().describe(
    'Rate by which amounts in a foreign currency are filed in rupiah. Computed.',
  ),
  lines: z.array(InvoiceLine),
  totals: InvoiceTotals,
  checks: z.array(Check),
  review: z.object({
    needed: z.boolean(),
    reasons: z.array(ReviewReason),
  }),
  evidence: z.record(z.string(), Evidence),
  // Drops values in an older format, because they can be recomputed.
  filing: FiledValues.optional()
    .catch(undefined)
    .describe('Values of the Coretax file, completed from the directory, if one is written.'),
  alternatives: z
    .record(z.string(), z.array(Alternative))
    .optional()
    .describe('Alternative values by path, likeliest first.'),
  language_model: LanguageModelUse.optional().describe(
    'Present if text of the document was sent to a language model.',
  ),
})
export type InvoiceReading = z.infer<typeof InvoiceReading>
