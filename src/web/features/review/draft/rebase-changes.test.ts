import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createLine, createInvoice } from '../../../../../test/support/readings/invoice.ts'
import type { Change, ChangeRecord } from '../../../../domain/review/change.ts'
import { correct } from '../../../../domain/review/correct.ts'
import { rebaseChanges } from './rebase-changes.ts'

const lines = ['a', 'b', 'c', 'd'].map((sku) => createLine({ sku, description: sku }))
const invoice = createInvoice({ lines })

const arbitraryOp = (author: string) =>
  fc.oneof(
    fc.nat(5).map((at): Change => ({ op: 'remove', path: `lines.${at}` })),
    fc.nat(5).map((at): Change => ({ op: 'insert', path: `lines.${at}`, value: { sku: 'new' } })),
    fc.nat(5).map((at): Change => ({ op: 'set', path: `lines.${at}.no`, value: author })),
  )

/** Returns the changes that succeed when they are applied one after another. */
function keepPossible(changes: Change[]): Change[] {
  const possibleChanges: Change[] = []
  for (const change of changes) {
    try {
      correct(invoice, [...possibleChanges, change])
      possibleChanges.push(change)
    } catch {
      // Skips a change to a line that no longer exists.
    }
  }
  return possibleChanges
}

const toRecord = (change: Change): ChangeRecord => ({
  ...change,
  revision: 1,
  old: null,
  new: null,
  changed_by: 'somebody',
  changed_at: '2026-01-01T00:00:00Z',
})

it('applies each change to its intended line, even if others inserted or removed lines', () => {
  const listOps = (author: string) =>
    fc.array(arbitraryOp(author), { maxLength: 5 }).map(keepPossible)
  fc.assert(
    fc.property(listOps('mine'), listOps('theirs'), (mine, theirs) => {
      const { changes, lost } = rebaseChanges(mine, theirs.map(toRecord))
      const alone = correct(invoice, mine).reading.lines
      const after = correct(correct(invoice, theirs).reading, changes).reading.lines
      const markedIn = (all: typeof lines) =>
        all.flatMap(({ no, sku }) => (no === 'mine' ? [sku ?? ''] : []))
      const isRemoved = (sku: string) => !after.some((line) => line.sku === sku)
      const expected = markedIn(alone).filter((sku) => sku === 'new' || !isRemoved(sku))
      expect(markedIn(after)).toEqual(expect.arrayContaining(expected))
      expect(markedIn(after)).toHaveLength(expected.length)
      expect(changes.length + lost.length).toBe(mine.length)
    }),
    { numRuns: 60 },
  )
})

it('reports lost changes', () => {
  const mine: Change[] = [{ op: 'set', path: 'lines.1.amount', value: '5' }]
  const theirs = [toRecord({ op: 'remove', path: 'lines.1' })]
  expect(rebaseChanges(mine, theirs)).toEqual({ changes: [], lost: mine })
})
