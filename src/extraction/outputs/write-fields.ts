import type { FieldsReading } from '../../domain/fields/fields-reading.ts'
import type { FieldsFormat } from '../../domain/mapping/output-formats.ts'
import { toStoredMessage } from '../../domain/messages/message.ts'
import { renderWithEvidence } from './json.ts'
import { toOutput, type WriteResult } from './write-outputs.ts'

/** Writes the requested object, and its reading with evidence. */
export function writeFieldsReading(
  reading: FieldsReading,
  formats: readonly FieldsFormat[],
): WriteResult<FieldsReading> {
  const render = {
    fields: () => `${JSON.stringify(reading.data, null, 2)}\n`,
    json: () => renderWithEvidence(reading),
  }
  const open = reading.review.reasons.filter(({ settled }) => !settled)
  return {
    reading,
    review_reasons: open.map(toStoredMessage),
    outputs: formats.map((format) => toOutput(format, render[format]())),
  }
}
