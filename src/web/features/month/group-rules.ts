import type { PreflightDocument } from '../../../domain/coretax/preflight-result.ts'

export type DocumentRule = PreflightDocument['rules'][number]

/** A rule and all documents that fail it. */
export interface RuleGroup {
  rule: DocumentRule
  documents: PreflightDocument[]
}

const order = ['error', 'confirm', 'info'] as const

/**
 * Returns one entry per rule: blocking rules first, then the rules that most documents fail. Omits rules that the user
 * confirmed.
 */
export function groupRules(documents: readonly PreflightDocument[]): RuleGroup[] {
  const groups = new Map<string, RuleGroup>()
  for (const document of documents) {
    for (const rule of document.rules.filter(({ is_confirmed }) => !is_confirmed)) {
      const group = groups.get(rule.code) ?? { rule, documents: [] }
      if (!group.documents.includes(document)) group.documents.push(document)
      groups.set(rule.code, group)
    }
  }
  return [...groups.values()].sort(
    (one, other) =>
      order.indexOf(one.rule.severity) - order.indexOf(other.rule.severity) ||
      other.documents.length - one.documents.length,
  )
}

/** True if the rule has the same message for all documents, apart from companies and amounts. */
export function isSameForAll({ rule, documents }: RuleGroup): boolean {
  const text = JSON.stringify(rule.params)
  return documents
    .flatMap(({ rules }) => rules.filter(({ code }) => code === rule.code))
    .every(({ params }) => JSON.stringify(params) === text)
}

/**
 * Confirmed rules by document and version. A confirmation does not apply to other documents, or to the same document
 * after its values or rules have changed.
 */
export type Confirmations = ReadonlySet<string>

/** A document as the user saw it. */
type SeenDocument = Pick<PreflightDocument, 'id' | 'version'>

const confirmationKey = ({ id, version }: SeenDocument, code: string) => `${id} ${version} ${code}`

export function isConfirmed(
  confirmed: Confirmations,
  document: SeenDocument,
  code: string,
): boolean {
  return confirmed.has(confirmationKey(document, code))
}

/** Adds the user's confirmation of one rule for these documents. */
export function addConfirmations(
  confirmed: Confirmations,
  code: string,
  documents: readonly SeenDocument[],
): Confirmations {
  return new Set([...confirmed, ...documents.map((document) => confirmationKey(document, code))])
}

/** True if the documents need several files, because a Coretax file has only one seller. */
export function hasSeveralSellers(documents: readonly PreflightDocument[]): boolean {
  return new Set(documents.map(({ seller, seller_npwp }) => seller_npwp ?? seller)).size > 1
}

/** True if the document is withheld only because an earlier file contains it. */
export function isExported(document: PreflightDocument, confirmed: Confirmations): boolean {
  const open = document.rules.filter(
    ({ code, severity, is_confirmed }) =>
      severity === 'confirm' && !is_confirmed && !isConfirmed(confirmed, document, code),
  )
  return document.status === 'confirm' && open.every(({ code }) => code === exportedCode)
}

export const exportedCode = 'filing_exported'

/** True if the file contains the document: it is ready, or the user has confirmed each of its failed rules. */
export function isWritten(document: PreflightDocument, confirmed: Confirmations): boolean {
  const { status, rules } = document
  if (status !== 'confirm') return status === 'ready'
  return rules
    .filter(({ severity, is_confirmed }) => severity === 'confirm' && !is_confirmed)
    .every(({ code }) => isConfirmed(confirmed, document, code))
}
