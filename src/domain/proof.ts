import type { Check, InvoiceReading } from './invoice.ts'

export type Reason = InvoiceReading['review']['reasons'][number]

/** A check with the places at which it failed: none when it passed. */
export interface Proof {
  check: Check
  failures: Reason[]
}

/** The proof of one printed value. */
export function proofOf(check: Check, path: string): Proof {
  const { name: code, passed, detail: message } = check
  return { check, failures: passed ? [] : [{ code, message, path }] }
}
