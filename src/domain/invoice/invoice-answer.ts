import { z } from 'zod'

const printed = (what: string) =>
  z.string().nullable().describe(`${what}, exactly as printed. Null if it is not printed.`)

/** A language model's answer about an invoice. Verify every value before use. */
export const InvoiceAnswer = z.object({
  number: printed('The invoice number'),
  date: printed('The date of issue; neither the due date nor a delivery date'),
  seller_name: printed('The name of the company that issued the invoice'),
  seller_tax_number: printed('The tax number of the seller'),
  buyer_name: printed('The name of the company that is invoiced'),
  buyer_tax_number: printed('The tax number of the buyer'),
  subtotal: printed('The sum of the lines before tax'),
  tax: printed('The amount of the tax; not its rate'),
  grand_total: printed('The total including tax, before payments'),
})
export type InvoiceAnswer = z.infer<typeof InvoiceAnswer>

/** Fields that a language model is asked for, by path, with their names in its answer. */
export const answerFields = {
  number: 'number',
  date: 'date',
  'seller.name': 'seller_name',
  'seller.tin': 'seller_tax_number',
  'buyer.name': 'buyer_name',
  'buyer.tin': 'buyer_tax_number',
  'totals.subtotal': 'subtotal',
  'totals.tax': 'tax',
  'totals.grand_total': 'grand_total',
} as const satisfies Record<string, keyof InvoiceAnswer>
export type AnswerPath = keyof typeof answerFields

/** A question to a language model about values that the reader is unsure of. */
export interface InvoiceQuestion {
  paths: AnswerPath[]
  /** The pages' text, shortened. */
  text: string
}

/** The reply to a question. The answer is null if the model's response was unusable. */
export interface InvoiceReply {
  model: string
  paths: AnswerPath[]
  answer: InvoiceAnswer | null
}
