import { z } from 'zod'
import { compileSchema } from '../../domain/fields/compile-schema.ts'
import {
  type Concept,
  invoiceConcepts,
  labelledConcepts,
  meetConcepts,
} from '../../domain/fields/concepts.ts'
import type { FieldListType } from '../../domain/fields/field-list.ts'
import type { InvoiceVocabulary } from '../../domain/mapping/invoice-vocabulary.ts'
import type { Page } from '../../domain/reading/reading.ts'
import { indexConcepts } from '../fields/concept-index.ts'
import { toKind } from '../fields/parse-value.ts'
import { chooseOnly, type Found } from '../fields/found.ts'
import { findLabelled, type LabelSearch, prepareSearch } from '../fields/label-search.ts'
import { listValues, type PlacedField } from '../fields/learned-labels.ts'
import { resolveConcept } from '../fields/resolve-concept.ts'
import { toFieldValue } from '../fields/to-field-value.ts'
import { occursIn } from '../mapping/choose.ts'
import { parseMapping } from '../mapping/load.ts'
import type { Segment } from '../text/text-lines.ts'
import { toLayoutName } from './layout-name.ts'
import { toLayoutYaml } from './layout-yaml.ts'
import type { Refusal } from './refusal.ts'
import { countLetters, listLabelPhrases } from './rules/label-phrases.ts'

/** An approved object, with the paths of the values that a user corrected or that an earlier layout supplied. */
export const CustomFieldsExample = z.object({
  kind: z.literal('fields'),
  schema: z.record(z.string(), z.unknown()),
  data: z.record(z.string(), z.unknown()),
  paths: z.array(z.string()).max(1000),
})
export type CustomFieldsExample = z.infer<typeof CustomFieldsExample>

export type CustomFieldsResult =
  | { name: string; title: string; yaml: string; sender: string }
  | { refusal: Refusal }

interface LearnedField extends PlacedField {
  label: string
}

const maxPages = 30
const maxAnchors = 3
const minAnchorLetters = 5

/**
 * Learns the labels beside the values in a sender's approved documents, and the text that identifies the sender. Keeps
 * a label only if the search used for reading finds exactly the approved value with it. A later document adds labels,
 * and replaces labels for the same values.
 */
export function learnCustomFields(
  examples: { reading: CustomFieldsExample; pages: Page[] }[],
  vocabulary: InvoiceVocabulary,
  name?: string,
): CustomFieldsResult {
  const tooLarge = examples.findIndex(({ pages }) => pages.length > maxPages)
  if (tooLarge >= 0) return { refusal: { code: 'too_large', example: tooLarge } }
  const found = examples.flatMap(({ reading, pages }) => findLabels(reading, pages, vocabulary))
  const learned = [...new Map(found.map((one) => [one.path, one])).values()]
  const [last, ...earlier] = examples.toReversed()
  if (!last || learned.length === 0) return { refusal: { code: 'no_labels' } }
  const labels = learned.map(({ label }) => label)
  const match = listFixedTexts(last, labels, vocabulary)
    .filter((text) => earlier.every(({ pages }) => occursIn(pages, text)))
    .slice(0, maxAnchors)
  const [sender] = match
  if (sender === undefined) return { refusal: { code: 'sender_unknown' } }
  const layout = {
    name: name ?? toLayoutName(sender, 'fields'),
    match,
    fields: listFields(learned),
  }
  return finish(sender, layout, examples.length)
}

function finish(
  sender: string,
  { name, match, fields }: { name: string; match: string[]; fields: object[] },
  from: number,
): CustomFieldsResult {
  const layout = {
    name,
    title: `Custom fields of ${sender}`,
    description: `Learned from ${from === 1 ? '1 document' : `${from} documents`}.`,
    reader: 'fields',
    match,
    fields,
    learned: { from },
  }
  const yaml = toLayoutYaml(layout)
  parseMapping(yaml, `${name}.yaml`)
  return { name, title: layout.title, yaml, sender }
}

function findLabels(
  { schema, data, paths }: CustomFieldsExample,
  pages: Page[],
  vocabulary: InvoiceVocabulary,
): LearnedField[] {
  const { root } = compileSchema(schema)
  const search = prepareSearch(pages, vocabulary)
  const wanted = root ? listValues(root).filter(({ path }) => paths.includes(path)) : []
  const phrases = listPhrases(search, listTexts(data))
  return wanted.flatMap((placed) => {
    const label = findLabelOf(placed, readValue(data, placed), phrases, search, vocabulary)
    return label === undefined ? [] : [{ ...placed, label }]
  })
}

/** Returns every text in a value. These texts differ between documents, so they cannot be labels. */
function listTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listTexts)
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(listTexts)
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
}

function readValue(data: Record<string, unknown>, { path }: PlacedField): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => Reflect.get(Object(value) as object, name), data)
}

/** Returns every text on the pages that may be a label, in reading order. */
function listPhrases({ document }: LabelSearch, variable: string[]): string[] {
  const texts = document.segments.flatMap(({ text }) => [text, text.split(/[:：]/)[0] ?? ''])
  const phrases = texts.flatMap((text) => listLabelPhrases(text, variable))
  // Drops phrases with text after a colon, because that text is a value.
  return [...new Set(phrases)].filter((phrase) => !/[:：]\s*\S/.test(phrase))
}

/** Returns the label with which the search finds the value. Works for every kind of document. */
function findLabelOf(
  { field, groups }: PlacedField,
  value: unknown,
  phrases: readonly string[],
  search: LabelSearch,
  vocabulary: InvoiceVocabulary,
): string | undefined {
  if (value === null || value === undefined) return undefined
  const index = indexConcepts(vocabulary)
  const resolve = (concepts: readonly Concept[]) => resolveConcept(field, groups, concepts, index)
  const concepts = [undefined, ...[labelledConcepts, invoiceConcepts, meetConcepts].map(resolve)]
  const kinds = [...new Set(concepts.map((concept) => toKind(field, concept)))]
  const measure = (label: string): number | undefined => {
    const outcomes = kinds.map((kind) => chooseOnly(findLabelled([label], kind, search)))
    const found = outcomes.flatMap((outcome) => (outcome.kind === 'found' ? [outcome.found] : []))
    const isReproduced = found.length === kinds.length && found.every((one) => isValue(one))
    return isReproduced && found[0] ? measureDistance(label, found[0], search) : undefined
  }
  const isValue = ({ value: read, is_doubtful }: Found) =>
    !is_doubtful && toFieldValue(field, read) === value
  const labels = phrases.flatMap((label) => {
    const distance = countLetters(label) > 2 ? measure(label) : undefined
    return distance === undefined ? [] : [{ label, distance }]
  })
  const [nearest] = labels.toSorted(
    (a, b) => a.distance - b.distance || b.label.length - a.label.length,
  )
  return nearest?.label
}

/**
 * Returns the distance between a label and its value. A distance between lines has more weight than a gap within a
 * line.
 */
function measureDistance(
  label: string,
  { evidence: { page, box } }: Found,
  search: LabelSearch,
): number {
  const matches = (search.matches.get(label) ?? []).filter(({ segment }) => segment.page === page)
  const distances = matches.map(({ label: { box: from } }) =>
    box ? Math.max(0, box[0] - from[2]) + 5 * Math.abs(box[3] - from[3]) : Infinity,
  )
  return Math.min(...distances, Number.MAX_VALUE)
}

/**
 * Returns the most prominent text on the first page that is neither a value nor a label, which is usually the
 * letterhead.
 */
function listFixedTexts(
  { reading, pages }: { reading: CustomFieldsExample; pages: Page[] },
  labels: readonly string[],
  vocabulary: InvoiceVocabulary,
): string[] {
  const search = prepareSearch(pages, vocabulary)
  const variable = listTexts(reading.data)
  const fold = (text: string) => text.toLowerCase().replace(/\s+/g, '')
  const isFixed = ({ page, text }: Segment) =>
    page === 1 &&
    !/\d|[:：]/.test(text) &&
    countLetters(text) >= minAnchorLetters &&
    !isKnownLabel(search, text) &&
    !labels.some((label) => fold(text).includes(fold(label))) &&
    !variable.some((value) => fold(text).includes(fold(value)) || fold(value).includes(fold(text)))
  const texts = search.document.segments
    .filter(isFixed)
    .toSorted((a, b) => b.font_size - a.font_size || a.baseline - b.baseline)
    .map(({ text }) => text.trim())
  return [...new Set(texts)]
}

function isKnownLabel({ labels }: LabelSearch, text: string): boolean {
  const known = labels.findAtStart(text)
  return known !== undefined && known.length === known.of
}

const listedTypes: Record<string, FieldListType> = { flag: 'yes_no' }

/** Returns the learned fields as a mapping defines them. `depth` is the number of objects that contain them. */
function listFields(learned: readonly LearnedField[], depth = 0): object[] {
  const nested = learned.filter(({ groups }) => groups.length > depth)
  const names = new Set(nested.map(({ groups }) => groups[depth]?.name))
  const values = learned
    .filter(({ groups }) => groups.length === depth)
    .map(({ field: { name, type }, label }) => {
      return { name, type: listedTypes[type] ?? type, labels: [label] }
    })
  const objects = [...names].map((name) => {
    const inside = nested.filter(({ groups }) => groups[depth]?.name === name)
    return { name, type: 'group', fields: listFields(inside, depth + 1) }
  })
  return [...values, ...objects]
}
