import type { ValueField } from '../../domain/fields/field.ts'
import type { FieldsReply } from '../../domain/fields/fields-answer.ts'
import type { LanguageModelUse } from '../../domain/invoice/invoice.ts'
import { locateText } from '../any-invoice/model/verify-answer.ts'
import type { Found } from './found.ts'
import type { LabelSearch } from './label-search.ts'
import { parseValue, toKind } from './parse-value.ts'
import { toFieldValue } from './to-field-value.ts'

/** The language model's answers that occur on the pages. */
export interface VerifiedReply {
  /** The answer for a field, if a page shows it and it fits the field. */
  find(field: ValueField, path: string): Found | undefined
  use: LanguageModelUse
}

const modelConfidence = 0.6
/** Maximum length of a value, in characters. Longer text is a sentence. */
const maxLength = 200

/**
 * Accepts only text that occurs in the document, so that instructions hidden in the document cannot propose anything
 * else.
 */
export function verifyReply(
  { model, paths, answers }: FieldsReply,
  { document, parser }: LabelSearch,
): VerifiedReply {
  const use = { model, asked: paths, answered: answers !== null, found: 0, not_on_page: 0 }
  return {
    use,
    find(field, path) {
      const text = answers?.[path]?.trim() ?? ''
      if (text === '' || !paths.includes(path)) return undefined
      const located = text.length > maxLength ? undefined : locateText(text, document)
      const parsed = located && parseValue(toKind(field, undefined), located.value, parser)
      if (!parsed || toFieldValue(field, parsed.value) === undefined) {
        use.not_on_page += 1
        return undefined
      }
      use.found += 1
      const evidence = { ...located.location, confidence: modelConfidence, source: 'llm' as const }
      return { value: parsed.value, evidence }
    },
  }
}
