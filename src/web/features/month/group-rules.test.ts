import { expect, it } from 'vitest'
import type { PreflightDocument } from '../../../domain/coretax/preflight-result.ts'
import {
  addConfirmations,
  type Confirmations,
  type DocumentRule,
  groupRules,
  hasSeveralSellers,
  isExported,
  isSameForAll,
  isWritten,
} from './group-rules.ts'

function rule(
  code: string,
  severity: DocumentRule['severity'],
  is_confirmed = false,
): DocumentRule {
  return { code, severity, is_confirmed, path: null, params: {}, message: code, fix: 'none' }
}

function checked(id: string, status: PreflightDocument['status'], rules: DocumentRule[]) {
  return { id, version: '1', status, rules } as PreflightDocument
}

const seen = (...ids: string[]) => ids.map((id) => ({ id, version: '1' }))

const documents = [
  checked('a', 'confirm', [rule('late', 'confirm'), rule('unit', 'info')]),
  checked('b', 'blocked', [rule('late', 'confirm'), rule('npwp', 'error')]),
  checked('c', 'ready', [rule('late', 'confirm', true)]),
]

it('groups documents by rule, with blocking rules first, and omits confirmed rules', () => {
  const groups = groupRules(documents).map((group) => [
    group.rule.code,
    group.documents.map(({ id }) => id),
  ])
  expect(groups).toEqual([
    ['npwp', ['b']],
    ['late', ['a', 'b']],
    ['unit', ['a']],
  ])
})

const none: Confirmations = new Set()
const writtenOf = (checkedDocuments: PreflightDocument[], confirmed: Confirmations) =>
  checkedDocuments.filter((document) => isWritten(document, confirmed)).map(({ id }) => id)

it('writes documents that are ready or confirmed, never blocked documents', () => {
  expect(writtenOf(documents, addConfirmations(none, 'late', seen('a', 'b')))).toEqual(['a', 'c'])
})

it('writes a document only after the user confirmed each of its rules', () => {
  const rules = [rule('late', 'confirm'), rule('total', 'confirm'), rule('unit', 'info')]
  const doubtful = [
    checked('d', 'confirm', rules),
    checked('e', 'confirm', [rule('late', 'confirm')]),
  ]
  const late = addConfirmations(none, 'late', seen('d', 'e'))
  expect(writtenOf(doubtful, late)).toEqual(['e'])
  expect(writtenOf(doubtful, addConfirmations(late, 'total', seen('d')))).toEqual(['d', 'e'])
})

it('asks again if a document has changed since the user confirmed it', () => {
  const document = checked('a', 'confirm', [rule('late', 'confirm')])
  const confirmed = addConfirmations(none, 'late', [document])
  expect(writtenOf([document], confirmed)).toEqual(['a'])
  expect(writtenOf([{ ...document, version: '2' }], confirmed)).toEqual([])
})

it('recognises documents that are complete and in an earlier file', () => {
  const exported = rule('filing_exported', 'confirm')
  expect(isExported(checked('a', 'confirm', [exported, rule('unit', 'info')]), none)).toBe(true)
  expect(isExported(checked('b', 'confirm', [exported, rule('total', 'confirm')]), none)).toBe(
    false,
  )
  const confirmed = addConfirmations(none, 'total', seen('b'))
  const both = checked('b', 'confirm', [exported, rule('total', 'confirm')])
  expect(isExported(both, confirmed)).toBe(true)
  expect(isExported(checked('c', 'blocked', [exported, rule('npwp', 'error')]), none)).toBe(false)
  expect(isExported(checked('d', 'ready', [rule('filing_exported', 'confirm', true)]), none)).toBe(
    false,
  )
})

it('finds that documents of several sellers need several files', () => {
  const sold = (seller: string, seller_npwp: string | null) =>
    ({ ...checked(seller, 'ready', []), seller, seller_npwp }) as PreflightDocument
  expect(hasSeveralSellers([])).toBe(false)
  expect(hasSeveralSellers([sold('PT A', '1'), sold('PT. A', '1')])).toBe(false)
  expect(hasSeveralSellers([sold('PT A', '1'), sold('PT B', '2')])).toBe(true)
})

it('reports whether a rule has the same message for every document', () => {
  const missing = (name: string) => ({ ...rule('npwp', 'error'), params: { name } })
  const group = (names: string[]) => {
    const [found] = groupRules(names.map((name) => checked(name, 'blocked', [missing(name)])))
    return found && isSameForAll(found)
  }
  expect([group(['PT A']), group(['PT A', 'PT B'])]).toEqual([true, false])
})
