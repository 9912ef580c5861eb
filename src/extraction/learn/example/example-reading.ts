import { z } from 'zod'
import { encodeFault } from '../../../domain/messages/fault-codes.ts'
import { decimalNotation } from '../../../domain/values/notations.ts'

const Text = z.string().trim().min(1).nullish().catch(null)
const Amount = z
  .string()
  .regex(decimalNotation.pattern, encodeFault(decimalNotation.fault, {}))
  .nullish()
const NamedAmount = z.object({ name: z.string(), amount: z.string() })

const ExampleLine = z.object({
  no: Text,
  sku: Text,
  hs_code: Text,
  description: Text,
  quantity: Amount,
  unit: Text,
  unit_price: Amount,
  discount: Amount,
  amount: Amount,
})
export type ExampleLine = z.infer<typeof ExampleLine>

/** An invoice's values, in the form of its JSON output. Ignores positions, checks and all other keys. */
export const ExampleReading = z.object({
  number: Text,
  date: z.iso.date().nullish(),
  currency: Text,
  seller: z.object({ name: Text }).prefault({}),
  buyer: z.object({ name: Text, code: Text, address: Text, tin: Text }).prefault({}),
  lines: z.array(ExampleLine).max(500).default([]),
  totals: z
    .object({
      subtotal: Amount,
      tax_base: Amount,
      tax: Amount,
      grand_total: Amount,
      charges: z.array(NamedAmount).default([]),
      withheld: z.array(NamedAmount).default([]),
    })
    .prefault({}),
})
export type ExampleReading = z.infer<typeof ExampleReading>
