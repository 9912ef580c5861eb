import { filingRule } from '../../domain/coretax/filing-rules.ts'
import { preflight } from '../../domain/coretax/preflight.ts'
import type { FilingStatus, InvoiceReading } from '../../domain/invoice/invoice.ts'
import { type Message, toStoredMessage } from '../../domain/messages/message.ts'
import type { Directory } from '../directory/directory.ts'
import { toFiling } from './filing.ts'
import { filingMessages } from './review-filing.ts'

export interface ClearanceOptions {
  /** Current date in Jakarta. */
  today: string
  /** True if the user has confirmed all uncertain values. */
  is_confirmed: boolean
}

/** Whether a document's Coretax file may be written, and the rules that prevent it. */
export interface Clearance {
  status: FilingStatus
  open_rules: Message[]
}

/**
 * Applies the monthly preflight rules to one document. Skips rules about other documents and missed deadlines, because
 * breaking them does not mean that the document itself is wrong.
 */
export function clearFiling(
  reading: InvoiceReading,
  directory: Directory,
  { today, is_confirmed }: ClearanceOptions,
): Clearance {
  const filing = toFiling(reading, directory)
  const messages = filingMessages(reading, directory, filing)
  const facts = { id: '', filename: '', duplicate: null, exported: null, is_confirmed }
  const documents = preflight([{ ...facts, reading, filing, messages }], { today })
  const open = documents
    .flatMap(({ rules }) => rules)
    .filter(({ severity, code, ...rule }) =>
      severity === 'confirm'
        ? !rule.is_confirmed && code !== 'filing_deadline_passed'
        : severity === 'error',
    )
    .map(toStoredMessage)
  return { status: toStatus(open), open_rules: open }
}

function toStatus(open: readonly Message[]): FilingStatus {
  if (open.length === 0) return 'ready'
  const isBlocked = open.some(({ code }) => filingRule(code).severity === 'error')
  return isBlocked ? 'blocked' : 'confirm'
}
