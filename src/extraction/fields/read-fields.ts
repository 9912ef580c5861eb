import type { FieldsRequest } from '../../domain/fields/request.ts'
import type { FieldsReply } from '../../domain/fields/fields-answer.ts'
import type { FieldsReading } from '../../domain/fields/fields-reading.ts'
import { labelledConcepts } from '../../domain/fields/concepts.ts'
import type { HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import type { InvoiceVocabulary } from '../../domain/mapping/invoice-vocabulary.ts'
import { type Message, toStoredMessage } from '../../domain/messages/message.ts'
import type { Page, Reading } from '../../domain/reading/reading.ts'
import { indexConcepts } from './concept-index.ts'
import { createDocumentSource, type KnownDocument } from './document-source.ts'
import { listAllPhrases } from './field-phrases.ts'
import { writeFields } from './field-writer.ts'
import { toKnownInvoice } from './known-invoice.ts'
import { toKnownMeet } from './known-meet.ts'
import type { LearnedLabels } from './learned-labels.ts'
import { prepareSearch } from './label-search.ts'
import { verifyReply } from './verify-reply.ts'

/** A document reader's result, and the mapping that selected the reader. */
export interface BaseReading {
  mapping: string
  reading: Reading | InvoiceReading | HeatSheetReading
  /** Labels learned from the same sender's approved documents. */
  labels?: LearnedLabels
}

/**
 * Reads the object that a schema describes from a document's words. The classifiers for labels on a page also resolve
 * the names in the schema, in every language of the vocabularies. A value with an open review reason becomes an
 * alternative, and the result is null. The schema is a parameter of the job, so identical requests share a result.
 */
export function readFields(
  { schema, root }: FieldsRequest,
  pages: Page[],
  { mapping, reading, labels }: BaseReading,
  vocabulary: InvoiceVocabulary,
  reply?: FieldsReply,
): FieldsReading {
  const search = prepareSearch(pages, vocabulary, listAllPhrases(root.fields))
  const known = toKnown(reading, vocabulary)
  const answer = reply && verifyReply(reply, search)
  const source = createDocumentSource(known, search, vocabulary, labels)
  const written = writeFields(root, source, answer?.find)
  const { data, evidence, alternatives } = written
  const reasons = [...listDocumentReasons(reading), ...written.reasons]
  return {
    kind: 'fields',
    read_as: mapping,
    schema,
    data,
    review: { needed: reasons.length > 0, reasons },
    evidence,
    ...(Object.keys(alternatives).length > 0 && { alternatives }),
    ...(answer && { language_model: answer.use }),
  }
}

function toKnown(reading: BaseReading['reading'], vocabulary: InvoiceVocabulary): KnownDocument {
  switch (reading.kind) {
    case 'invoice':
      return toKnownInvoice(reading, vocabulary)
    case 'heat_sheet':
      return toKnownMeet(reading, indexConcepts(vocabulary))
    case 'text':
      return {
        concepts: labelledConcepts,
        findKnown: () => undefined,
        findRows: () => undefined,
      }
  }
}

/** Returns reasons about the document as a whole, such as a scan, or rows of a heat sheet that could not be read. */
function listDocumentReasons(reading: BaseReading['reading']): Message[] {
  if (reading.kind === 'text') return []
  if (reading.kind === 'heat_sheet') return reading.warnings.map(toStoredMessage)
  return reading.review.reasons
    .filter(({ path, settled }) => path === null && !settled)
    .map(toStoredMessage)
}
