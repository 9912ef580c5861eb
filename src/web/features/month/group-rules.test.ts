import { expect, it } from 'vitest'
import type { PreflightDocument } from '../../../domain/coretax/preflight-result.ts'
import { groupRules, isSameForAll, isWritten, type DocumentRule } from './group-rules.ts'

function rule(
  code: string,
  severity: DocumentRule['severity'],
  is_confirmed = false,
): DocumentRule {
  return { code, severity, is_confirmed, path: null, params: {}, message: code, fix: 'none' }
}

function checked(id: string, status: PreflightDocument['status'], rules: DocumentRule[]) {
  return { id, status, rules } as PreflightDocument
}

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

it('writes documents that are ready or confirmed, never blocked documents', () => {
  const confirmed = new Set(['a', 'b'])
  expect(
    documents.filter((document) => isWritten(document, confirmed)).map(({ id }) => id),
  ).toEqual(['a', 'c'])
})

it('tells whether a rule says the same about every document', () => {
  const missing = (name: string) => ({ ...rule('npwp', 'error'), params: { name } })
  const group = (names: string[]) => {
    const [found] = groupRules(names.map((name) => checked(name, 'blocked', [missing(name)])))
    return found && isSameForAll(found)
  }
  expect([group(['PT A']), group(['PT A', 'PT B'])]).toEqual([true, false])
})
