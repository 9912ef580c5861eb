import type { Message } from '../messages/message.ts'
import type { Language } from './language.ts'
import { rendered } from './render.ts'

interface Sheet {
  kind: 'heat_sheet'
  warnings: Message[]
}

interface Invoice {
  kind: 'invoice'
  checks: Message[]
  review: { needed: boolean; reasons: Message[] }
}

/** Adds text to a reading's checks, reasons and warnings, as in files and the API. */
export function withMessages<R extends Sheet | Invoice>(reading: R, language: Language = 'en'): R {
  const withText = (message: Message) => rendered(message, language)
  if (reading.kind === 'heat_sheet') {
    return { ...reading, warnings: reading.warnings.map(withText) }
  }
  const { needed, reasons } = reading.review
  return {
    ...reading,
    checks: reading.checks.map(withText),
    review: { needed, reasons: reasons.map(withText) },
  }
}
