import { type Concept, type ConceptKind, conceptKinds } from '../../domain/fields/concepts.ts'
import type { FieldNames, FieldType, ValueField } from '../../domain/fields/field.ts'
import { type ConceptIndex, toParty } from './concept-index.ts'
import { listPhrases, readHint } from './field-phrases.ts'

/** Returns the concept that a field's names refer to. */
export function resolveConcept(
  field: ValueField,
  /** The objects that contain the field, outermost first. */
  groups: readonly FieldNames[],
  allowed: readonly Concept[],
  index: ConceptIndex,
): Concept | undefined {
  const usable = allowed.filter((concept) => isCompatible(field.type, conceptKinds[concept]))
  const group = groups.at(-1)
  const phrases = listPhrases(field)
  const party = group && findParty(group, index)
  if (party) {
    const parts = phrases.map((phrase) => index.findPartyPart(party, phrase))
    return parts.find((concept) => concept && usable.includes(concept))
  }
  const qualified = group
    ? listPhrases(group).flatMap((outer) => phrases.map((phrase) => `${outer} ${phrase}`))
    : []
  const hint = readHint(field)
  for (const phrase of [...qualified, ...phrases, ...(hint === undefined ? [] : [hint])]) {
    const concept = index.find(phrase, usable)
    if (concept) return concept
  }
  return usable.find((concept) => conceptKinds[concept] === field.format)
}

function findParty(group: FieldNames, index: ConceptIndex): 'seller' | 'buyer' | undefined {
  for (const phrase of listPhrases(group)) {
    const concept = index.find(phrase, ['seller.name', 'buyer.name'])
    if (concept) return toParty(concept)
  }
  return undefined
}

/** True if a field of this type can hold a value of this kind. A text field can hold any value. */
function isCompatible(type: FieldType, kind: ConceptKind): boolean {
  switch (type) {
    case 'text':
      return true
    case 'date':
      return kind === 'date'
    case 'decimal':
    case 'number':
    case 'integer':
      return kind === 'amount' || kind === 'code'
    case 'flag':
      return false
  }
}
