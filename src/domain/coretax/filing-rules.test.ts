import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { filingRules } from './filing-rules.ts'

/** Rules in the guide with their severity. Its table lists several codes per row: `filing_date_missing`, `_future`. */
function readGuide(): [code: string, severity: string][] {
  const guide = readFileSync('docs/coretax.md', 'utf8')
  const rows = [...guide.matchAll(/^\| (`filing_[^|]*) \| (\w+) +\|/gm)]
  return rows.flatMap(([, names = '', severity = '']) => {
    const [first = '', ...others] = [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
    const stem = first.replace(/_[a-z]+$/, '')
    const codes = [first, ...others.map((name) => (name.startsWith('_') ? stem + name : name))]
    return codes.map((code): [string, string] => [code, severity])
  })
}

it('have the severity that the guide states', () => {
  const rules = Object.entries(filingRules).map(([code, { severity }]) => `${code} ${severity}`)
  const listed = readGuide().map(([code, severity]) => `${code} ${severity}`)
  expect(listed.sort()).toEqual(rules.sort())
})
