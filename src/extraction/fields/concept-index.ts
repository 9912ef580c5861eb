import { Concept, conceptKinds } from '../../domain/fields/concepts.ts'
import type { InvoiceVocabulary } from '../../domain/mapping/invoice-vocabulary.ts'
import { tokenize } from '../any-invoice/labels/phrases.ts'
import { findTotalRoles, type TotalRole } from '../any-invoice/labels/total-roles.ts'
import { indexVocabulary, type VocabularyIndex } from '../any-invoice/labels/vocabulary-index.ts'

/** The company attributes that a field name may refer to, as in `seller VAT number`. */
type PartyPart = 'name' | 'address' | 'tin' | 'code'

/** Words that do not change a name's meaning. */
const fillers = new Set(
  'the of a an on as printed stated full value field text invoice document'.split(' '),
)
const addressWords = new Set(
  'address adresse alamat direccion domicilio indirizzo adres anschrift'.split(' '),
)
const codeWords = new Set('number no id code nr nummer nomor kode numero'.split(' '))
const nameWords = new Set('name company nama nom nombre nome naam firma perusahaan'.split(' '))
/** Minimum weight at which a label determines an amount's role. */
const minRoleWeight = 0.8

/** Looks up a name's meaning, in any language of the vocabulary. */
export class ConceptIndex {
  readonly #concepts = new Map<string, Set<Concept>>()
  readonly #likely = new Map<string, Set<Concept>>()
  readonly #taxIds = new Set<string>()
  readonly #vocabulary: VocabularyIndex

  constructor(vocabulary: InvoiceVocabulary) {
    this.#vocabulary = indexVocabulary(vocabulary)
    for (const concept of Concept.options) {
      const { sure, likely } = listLabels(concept, vocabulary)
      for (const phrase of sure) addTo(this.#concepts, toKey(phrase), concept)
      for (const phrase of likely) addTo(this.#likely, toKey(phrase), concept)
    }
    for (const phrase of vocabulary.fields.tax_id.sure) this.#taxIds.add(toKey(phrase))
  }

  /** Returns the concept that the phrase as a whole names. */
  find(phrase: string, allowed: readonly Concept[]): Concept | undefined {
    const tokens = tokenize(phrase)
    const kept = tokens.filter((token) => !fillers.has(token))
    return (
      this.#look(this.#concepts, tokens, allowed) ??
      this.#findParty(tokens, allowed) ??
      this.#look(this.#concepts, kept, allowed) ??
      this.#look(this.#likely, tokens, allowed) ??
      this.#look(this.#likely, kept, allowed) ??
      this.#findTotal(kept.join(' '), allowed)
    )
  }

  /** Returns the company attribute that a word names inside that company's object. */
  findPartyPart(party: 'seller' | 'buyer', phrase: string): Concept | undefined {
    return toPartyConcept(party, this.#readPart(tokenize(phrase)))
  }

  #look(
    index: ReadonlyMap<string, ReadonlySet<Concept>>,
    tokens: string[],
    allowed: readonly Concept[],
  ): Concept | undefined {
    const found = index.get(tokens.join(''))
    return found && allowed.find((concept) => found.has(concept))
  }

  /** Matches `supplier VAT number` and `NPWP pembeli`: a word for the company, before or after the attribute. */
  #findParty(tokens: string[], allowed: readonly Concept[]): Concept | undefined {
    for (let at = 1; at < tokens.length; at++) {
      const [before, after] = [tokens.slice(0, at), tokens.slice(at)]
      for (const [party, part] of [
        [before, after],
        [after, before],
      ] as const) {
        const found = this.#look(this.#concepts, party, ['seller.name', 'buyer.name'])
        const concept = found && toPartyConcept(toParty(found), this.#readPart(part))
        if (concept && allowed.includes(concept)) return concept
      }
    }
    return undefined
  }

  #readPart(tokens: string[]): PartyPart | undefined {
    const kept = tokens.filter((token) => !fillers.has(token))
    if (kept.length > 0 && kept.every((token) => nameWords.has(token))) return 'name'
    if (kept.some((token) => addressWords.has(token)))
      return kept.length === 1 ? 'address' : undefined
    if (this.#taxIds.has(kept.join(''))) return 'tin'
    return kept.length > 0 && kept.every((token) => codeWords.has(token)) ? 'code' : undefined
  }

  #findTotal(phrase: string, allowed: readonly Concept[]): Concept | undefined {
    const roles = findTotalRoles(phrase, this.#vocabulary.total_words)
    const [best] = (Object.entries(roles) as [TotalRole, number][]).toSorted((a, b) => b[1] - a[1])
    if (!best || best[1] < minRoleWeight) return undefined
    // `Total excluding VAT` may mean the tax base, but is treated as the subtotal, which is usually equal to it.
    const role = (roles.subtotal ?? 0) >= minRoleWeight ? 'subtotal' : best[0]
    return allowed.find((one) => one === `totals.${role}`)
  }
}

/** Returns the party that a name concept belongs to. */
export function toParty(concept: Concept): 'seller' | 'buyer' {
  return concept === 'seller.name' ? 'seller' : 'buyer'
}

function toPartyConcept(
  party: 'seller' | 'buyer',
  part: PartyPart | undefined,
): Concept | undefined {
  const concept = `${party}.${part}`
  return Object.hasOwn(conceptKinds, concept) ? (concept as Concept) : undefined
}

/** Returns the labels that a concept may have on a page. A `likely` label may also label other values. */
export function listLabels(
  concept: Concept,
  { fields, custom_fields }: InvoiceVocabulary,
): { sure: string[]; likely: string[] } {
  const known = Object.hasOwn(fields, concept) ? fields[concept as keyof typeof fields] : undefined
  return {
    sure: [...new Set([...custom_fields[concept], ...(known?.sure ?? [])])],
    likely: known?.likely ?? [],
  }
}

function toKey(phrase: string): string {
  return tokenize(phrase).join('')
}

function addTo(map: Map<string, Set<Concept>>, key: string, concept: Concept): void {
  const known = map.get(key)
  if (known) known.add(concept)
  else map.set(key, new Set([concept]))
}

const indexes = new WeakMap<InvoiceVocabulary, ConceptIndex>()

/** Caches one index per vocabulary. */
export function indexConcepts(vocabulary: InvoiceVocabulary): ConceptIndex {
  const index = indexes.get(vocabulary) ?? new ConceptIndex(vocabulary)
  indexes.set(vocabulary, index)
  return index
}
