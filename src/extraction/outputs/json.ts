import { addMessages } from '../../domain/i18n/reading-messages.ts'
import type { FieldsReading } from '../../domain/fields/fields-reading.ts'
import type { HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import type { Reading } from '../../domain/reading/reading.ts'

/** Writes indented JSON, with each page and its words on a single line. */
export function renderJson({ pages, ...facts }: Reading): string {
  const head = JSON.stringify(facts, null, 2).replace(/\n}$/, '')
  const lines = pages.map((page) => `    ${JSON.stringify(page)}`)
  return `${head},\n  "pages": [\n${lines.join(',\n')}\n  ]\n}\n`
}

/** Writes the whole reading with its messages as text, and each piece of evidence on a single line. */
export function renderWithEvidence(
  reading: InvoiceReading | HeatSheetReading | FieldsReading,
): string {
  const { evidence, ...facts } = addMessages(reading)
  const head = JSON.stringify(facts, null, 2).replace(/\n}$/, '')
  const lines = Object.entries(evidence).map(
    ([path, found]) => `    ${JSON.stringify(path)}: ${JSON.stringify(found)}`,
  )
  const places = lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n  }`
  return `${head},\n  "evidence": ${places}\n}\n`
}
