import type { Message } from '../messages/message.ts'
import type { Language } from './language.ts'
import { addRenderedText } from './render.ts'

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
export function addMessages<R extends Sheet | Invoice>(reading: R, language: Language = 'en'): R {
  const addText = (message: Message) => addRenderedText(message, language)
  if (reading.kind === 'heat_sheet') {
    return { ...reading, warnings: reading.warnings.map(addText) }
  }
  const { needed, reasons } = reading.review
  return {
    ...reading,
    checks: reading.checks.map(addText),
    review: { needed, reasons: reasons.map(addText) },
  }
}
