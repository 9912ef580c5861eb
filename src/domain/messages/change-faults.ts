import type { FaultParams } from './fault-codes.ts'
import type { ChangeFault } from './problem-codes.ts'
import type { Sentences } from './reading-codes.ts'

/** Faults that occur both in corrections and in requests. */
const shared = [
  'not_decimal',
  'not_goods_code',
  'not_transaction_code',
  'not_facility',
  'not_document_month',
  'not_luxury_rate',
  'not_clock',
  'not_npwp',
  'npwp_zero',
] as const satisfies (ChangeFault & keyof FaultParams)[]
type SharedFault = (typeof shared)[number]

/** Builds the request sentences for faults that also occur in corrections, from the same text. */
export function shareChangeFaults(
  texts: Record<ChangeFault, string>,
): Pick<Sentences<FaultParams>, SharedFault> {
  const sentences = shared.map((code) => [code, () => texts[code]] as const)
  return Object.fromEntries(sentences) as Record<SharedFault, () => string>
}
