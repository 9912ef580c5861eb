import type { Concept } from '../../domain/fields/concepts.ts'
import type { FieldNames, ListField, ValueField } from '../../domain/fields/field.ts'
import type { InvoiceVocabulary } from '../../domain/mapping/invoice-vocabulary.ts'
import { indexConcepts, listLabels } from './concept-index.ts'
import { listPhrases } from './field-phrases.ts'
import type { Rows, ValueSource } from './field-writer.ts'
import { chooseOnly, type Found, missing, type Outcome } from './found.ts'
import { findInSection, findLabelled, findWithoutLabel, type LabelSearch } from './label-search.ts'
import { type LearnedLabels, toFieldPath } from './learned-labels.ts'
import { toKind, type ValueKind } from './parse-value.ts'
import { resolveConcept } from './resolve-concept.ts'
import { toFieldValue } from './to-field-value.ts'
import { findTable } from './table-search.ts'

/** The values that a reader supplies for a known kind of document. */
export interface KnownDocument {
  /** Concepts that the document may contain. */
  concepts: readonly Concept[]
  /** Returns the reader's value, or undefined if the reader does not look for the concept. */
  findKnown(concept: Concept): Found | null | undefined
  findRows(field: ListField): Rows | undefined
}

/**
 * Searches for values in this order:
 * 1. By labels learned from documents by the same sender.
 * 2. By labels in the schema.
 * 3. In the result of the reader for this kind of document.
 * 4. By labels with the same meaning in any language.
 * 5. By the field's name as a label.
 */
export function createDocumentSource(
  known: KnownDocument,
  search: LabelSearch,
  vocabulary: InvoiceVocabulary,
  learned: LearnedLabels = new Map(),
): ValueSource {
  const index = indexConcepts(vocabulary)

  function findByLabels(field: ValueField, concept: Concept | undefined): Outcome {
    const kind = toKind(field, concept)
    const { sure, likely } = concept ? listLabels(concept, vocabulary) : { sure: [], likely: [] }
    for (const labels of [listPhrases(field).filter(isLabelLike), sure, likely]) {
      const outcome = chooseOnly(findLabelled(labels, kind, search))
      if (outcome.kind !== 'missing') return outcome
    }
    if (concept === 'buyer.code') {
      const outcome = chooseOnly(findInSection('buyer', numberLabels, kind, search))
      if (outcome.kind !== 'missing') return outcome
    }
    const outcome = chooseOnly(findWithoutLabel(kind, search))
    if (outcome.kind !== 'missing' || kind !== 'iban') return outcome
    return chooseOnly(findLabelled([...listPhrases(field), ...sure], 'invalid_iban', search))
  }

  function findLearned(
    field: ValueField,
    groups: readonly FieldNames[],
    kind: ValueKind,
  ): Found | undefined {
    const outcome = chooseOnly(
      findLabelled(learned.get(toFieldPath(field, groups)) ?? [], kind, search),
    )
    if (outcome.kind !== 'found' || outcome.found.is_doubtful) return undefined
    const { found } = outcome
    if (toFieldValue(field, found.value) === undefined) return undefined
    return { ...found, evidence: { ...found.evidence, source: 'learned' } }
  }

  function findValue(field: ValueField, groups: readonly FieldNames[]): Outcome {
    const concept = resolveConcept(field, groups, known.concepts, index)
    const learnedValue = findLearned(field, groups, toKind(field, concept))
    if (learnedValue) return { kind: 'found', found: learnedValue }
    if (field.labels.length > 0) {
      const stated = chooseOnly(findLabelled(field.labels, toKind(field, concept), search))
      if (stated.kind !== 'missing') return stated
    }
    const found = concept && known.findKnown(concept)
    if (found) return { kind: 'found', found }
    // If the reader looked for a value and did not find it, does not search by label, which is less reliable.
    if (found === null || (groups.length > 0 && !concept)) return missing
    return findByLabels(field, concept)
  }

  return {
    findValue,
    findRows: (field) => known.findRows(field) ?? findTable(field, search),
  }
}

/** Labels for a customer number below the buyer's label. */
const numberLabels = 'number no id nr nummer nomor numéro numero número'.split(' ')

/** False for a single short word, which occurs in too many places to be a label. */
function isLabelLike(phrase: string): boolean {
  return phrase.replace(/[^\p{L}\p{N}]/gu, '').length >= minLabelLength
}

const minLabelLength = 3
