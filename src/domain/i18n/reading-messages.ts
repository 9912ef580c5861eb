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
  filing?: { open_rules?: Message[] | undefined } | undefined
}

interface Fields {
  kind: 'fields'
  review: { needed: boolean; reasons: Message[] }
}

/** Adds text to a reading's checks, reasons, rules and warnings, for files and the API. */
export function addMessages<R extends Sheet | Invoice | Fields>(
  reading: R,
  language: Language = 'en',
): R {
  const addText = (message: Message) => addRenderedText(message, language)
  if (reading.kind === 'heat_sheet') {
    return { ...reading, warnings: reading.warnings.map(addText) }
  }
  if (reading.kind === 'fields') {
    const { needed, reasons } = reading.review
    return { ...reading, review: { needed, reasons: reasons.map(addText) } }
  }
  const { checks, review, filing } = reading
  const open_rules = filing?.open_rules?.map(addText)
  return {
    ...reading,
    checks: checks.map(addText),
    review: { needed: review.needed, reasons: review.reasons.map(addText) },
    ...(open_rules && { filing: { ...filing, open_rules } }),
  }
}
