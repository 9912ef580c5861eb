import type { PreflightDocument } from '../../../domain/coretax/preflight-result.ts'

export type DocumentRule = PreflightDocument['rules'][number]

/** A rule and all documents that fail it. */
export interface RuleGroup {
  rule: DocumentRule
  documents: PreflightDocument[]
}

const order = ['error', 'confirm', 'info'] as const

/** One entry per rule, blocking rules first, then by the number of documents. Omits rules that the user confirmed. */
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

/** Whether the rule says the same about every document; companies and amounts may differ. */
export function isSameForAll({ rule, documents }: RuleGroup): boolean {
  const text = JSON.stringify(rule.params)
  return documents
    .flatMap(({ rules }) => rules.filter(({ code }) => code === rule.code))
    .every(({ params }) => JSON.stringify(params) === text)
}

/** Whether the document is written to the file, given what the user confirmed. */
export function isWritten(
  { id, status }: PreflightDocument,
  confirmed: ReadonlySet<string>,
): boolean {
  return status === 'ready' || (status === 'confirm' && confirmed.has(id))
}
