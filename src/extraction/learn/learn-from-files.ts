import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { AppError } from '../../domain/errors/app-error.ts'
import type { InvoiceVocabulary } from '../../domain/mapping/invoice-vocabulary.ts'
import { parseJson } from '../../domain/values/json.ts'
import { readPages } from '../pdf/pages.ts'
import { ExampleReading } from './example/example-reading.ts'
import { toLayoutName } from './layout-name.ts'
import { learnLayout } from './learn-layout.ts'
import {
  learnCustomFields,
  CustomFieldsExample,
  type CustomFieldsResult,
} from './learn-custom-fields.ts'
import { toLearnError } from './refusal.ts'

/** Documents to learn from, with their corrected readings. */
const LearnOrder = z.object({
  /** Name of the new mapping. Default: derived from the seller. */
  name: z.string().optional(),
  examples: z
    .array(z.object({ file: z.string(), reading: z.union([CustomFieldsExample, ExampleReading]) }))
    .min(1),
})

export interface LearnedMapping {
  name: string
  title: string
  yaml: string
  /** The sender of the documents. Only for custom fields, because their reading may not contain it. */
  sender?: string
}

/**
 * Learns one layout from all documents that the JSON file lists, in its order. Throws `NOT_LEARNED` with the reason.
 */
export async function learnFromFiles(
  json: string,
  vocabulary: InvoiceVocabulary,
): Promise<LearnedMapping> {
  const { data: order, error } = LearnOrder.safeParse(parseJson(json))
  if (!order) throw new AppError('INVALID_READING', undefined, { cause: error })
  const examples = []
  const customFields = []
  for (const { file, reading } of order.examples) {
    const pages = await readPages(await readFile(file))
    if (pages.every(({ words }) => words.length === 0)) throw new AppError('NO_TEXT')
    if (isCustomFields(reading)) customFields.push({ pages, reading })
    else examples.push({ pages, reading })
  }
  if (customFields.length > 0)
    return requireLearned(learnCustomFields(customFields, vocabulary, order.name))
  const name = order.name ?? toLayoutName(examples[0]?.reading.seller.name ?? '')
  const result = learnLayout({ name, examples, vocabulary })
  if ('refusal' in result) throw toLearnError(result.refusal)
  return { name, title: result.mapping.title, yaml: result.yaml }
}

function isCustomFields(
  reading: CustomFieldsExample | ExampleReading,
): reading is CustomFieldsExample {
  return 'kind' in reading
}

function requireLearned(result: CustomFieldsResult): LearnedMapping {
  if ('refusal' in result) throw toLearnError(result.refusal)
  return result
}
