import { z } from 'zod'
import { FilingStatus } from '../invoice/invoice.ts'
import { RenderedMessage } from '../messages/message.ts'

const Amount = z.string().describe('Decimal: "916666.67".')

const PreflightRule = RenderedMessage.extend({
  severity: z
    .enum(['error', 'confirm', 'info'])
    .describe(
      '`error` keeps the document out of the file. `confirm` keeps it out until the user confirms it.',
    ),
  fix: z
    .enum(['correct', 'split', 'directory', 'rates', 'by_hand', 'wait', 'undo_export', 'none'])
    .describe(
      'What resolves it: correct the reading, split the document, complete the directory, enter an exchange rate, enter the invoice in Coretax by hand, wait, or undo the earlier export.',
    ),
  is_confirmed: z.boolean().describe('The user approved or confirmed it.'),
}).meta({ id: 'PreflightRule' })
export type PreflightRule = z.infer<typeof PreflightRule>

const amounts = {
  tax_base: Amount.describe('DPP: the amounts before tax.'),
  other_tax_base: Amount.describe('DPP nilai lain: the base of the tax.'),
  tax: Amount.describe('PPN.'),
  luxury_tax: Amount.describe('PPnBM.'),
}

/** A document with its values and the rules that it fails, as the check found them. */
export const CheckedDocument = z.object({
  id: z.string().describe('Job ID.'),
  filename: z.string(),
  number: z.string().nullable(),
  date: z.string().nullable(),
  period: z.string().nullable().describe('Tax period: "2026-10".'),
  seller: z.string().nullable(),
  seller_npwp: z.string().nullable(),
  buyer: z.string().nullable(),
  buyer_npwp: z.string().nullable(),
  transaction_code: z.string().nullable(),
  currency: z
    .string()
    .describe('Currency of the amounts: `IDR`, or a foreign one whose exchange rate is missing.'),
  ...amounts,
  status: FilingStatus.describe(
    '`ready` documents are written; `confirm` ones once they are confirmed.',
  ),
  rules: z.array(PreflightRule).describe('Rules that the document fails.'),
})
export type CheckedDocument = z.infer<typeof CheckedDocument>

export const PreflightDocument = CheckedDocument.extend({
  version: z
    .string()
    .describe(
      'Changes with the filed values and the rules, except those of severity `info`. A confirmation of one version does not apply to another.',
    ),
}).meta({ id: 'PreflightDocument' })
export type PreflightDocument = z.infer<typeof PreflightDocument>

export const PreflightTotals = z
  .object({
    seller: z.string().nullable(),
    seller_npwp: z.string().nullable(),
    period: z.string().nullable(),
    invoices: z.int(),
    ...amounts,
  })
  .meta({ id: 'PreflightTotals' })
export type PreflightTotals = z.infer<typeof PreflightTotals>

/** The result of checking documents before they are exported. */
export const Preflight = z
  .object({
    can_export: z.boolean().describe('Every document is ready.'),
    filename: z.string().describe('Name of the file: seller and tax period.'),
    documents: z.array(PreflightDocument).describe('In export order.'),
    totals: z
      .array(PreflightTotals)
      .describe(
        'By seller and tax period, to compare with the books. Includes open documents, except those in a foreign currency without an exchange rate, instalments and credit notes.',
      ),
  })
  .meta({ id: 'Preflight' })
export type Preflight = z.infer<typeof Preflight>
