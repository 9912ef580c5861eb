import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { AppError } from '../../domain/errors/errors.ts'
import type { InvoiceVocabulary } from '../../domain/mapping/invoice-vocabulary.ts'
import { parseJson } from '../../domain/values/json.ts'
import { readPages } from '../pdf/pages.ts'
import { ExampleReading } from './example/example-reading.ts'
import { learnLayout } from './learn-layout.ts'
import { toLearnError } from './refusal.ts'

/** Documents to learn from, with their corrected readings. */
const LearnOrder = z.object({
  /** Name for the new mapping; derived from the seller if undefined. */
  name: z.string().optional(),
  examples: z.array(z.object({ file: z.string(), reading: ExampleReading })).min(1),
})

export interface LearnedMapping {
  name: string
  title: string
  yaml: string
}

/** Learns one layout from all documents, in the order of the JSON file; throws `NOT_LEARNED` with the reason. */
export async function learnFromFiles(
  json: string,
  vocabulary: InvoiceVocabulary,
): Promise<LearnedMapping> {
  const { data: order, error } = LearnOrder.safeParse(parseJson(json))
  if (!order) throw new AppError('INVALID_READING', undefined, { cause: error })
  const examples = []
  for (const { file, reading } of order.examples) {
    const pages = await readPages(await readFile(file))
    if (pages.every(({ words }) => words.length === 0)) throw new AppError('NO_TEXT')
    examples.push({ pages, reading })
  }
  const name = order.name ?? toLayoutName(order.examples[0]?.reading.seller.name ?? '')
  const result = learnLayout({ name, examples, vocabulary })
  if ('refusal' in result) throw toLearnError(result.refusal)
  return { name, title: result.mapping.title, yaml: result.yaml }
}

const maxNameLength = 40

/** Converts `PT Lentera Contoh` to `pt_lentera_contoh_invoice_v1`. */
export function toLayoutName(seller: string): string {
  const words = seller
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+/, '')
    .slice(0, maxNameLength)
    .replace(/_+$/, '')
  return words === '' ? 'learned_invoice_v1' : `${words}_invoice_v1`
}
