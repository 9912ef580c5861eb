import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aLine, anInvoice } from '../../../../../test/support/invoice.ts'
import type { Change } from '../../../../domain/review/change.ts'
import { prove } from '../../../../domain/invoice/checks.ts'
import { correct } from '../../../../domain/review/correct.ts'
import { type Draft, draftOf, edited, leftField, onto, redone, typed, undone } from './draft.ts'

const invoice = prove(anInvoice({ lines: [aLine(), aLine({ sku: 'KR-02' })] }))
const set = (path: string, value: unknown): Change => ({ op: 'set', path, value })

const anEdit = fc.oneof(
  fc
    .tuple(fc.constantFrom('number', 'lines.0.amount', 'buyer.name'), fc.constantFrom('1', '2'))
    .map(
      ([path, value]) =>
        (draft: Draft) =>
          edited(draft, [set(path, value)]),
    ),
  fc.tuple(fc.constantFrom('number', 'lines.0.quantity'), fc.constantFrom('1', '12', '123')).map(
    ([path, value]) =>
      (draft: Draft) =>
        typed(draft, path, value),
  ),
  fc.constant((draft: Draft) => edited(draft, [{ op: 'insert', path: 'lines.0', value: {} }])),
  fc.constant((draft: Draft) => edited(draft, [{ op: 'remove', path: 'lines.0' }])),
)
const anyStep = fc.oneof(
  { weight: 4, arbitrary: anEdit },
  fc.constantFrom(undone, redone, leftField),
)

describe('a draft', () => {
  it('is at any time what the server makes of what it is told', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 8 }), (steps) => {
        const draft = steps.reduce((before, step) => tried(step, before), draftOf(invoice))
        expect(correct(invoice, draft.pending).reading).toEqual(draft.reading)
      }),
      { numRuns: 30 },
    )
  })

  it('goes back to the beginning and forth again', () => {
    fc.assert(
      fc.property(fc.array(anEdit, { maxLength: 6 }), (steps) => {
        const end = steps.reduce((before, step) => tried(step, before), draftOf(invoice))
        const start = end.done.reduce(undone, end)
        expect(start.reading).toEqual(invoice)
        expect(start.pending).toEqual([])
        expect(end.done.reduce(redone, start).reading).toEqual(end.reading)
      }),
      { numRuns: 30 },
    )
  })

  it('takes the letters of a word as one step, until the field is left', () => {
    const letters = ['A', 'AB', 'ABC'].reduce(
      (draft, value) => typed(draft, 'number', value),
      draftOf(invoice),
    )
    expect(letters.pending).toEqual([set('number', 'ABC')])
    expect(undone(letters).reading).toEqual(invoice)
    const back = typed(leftField(letters), 'number', 'ABCD')
    expect(undone(back).reading).toMatchObject({ number: 'ABC' })
  })

  it('tells the server to take back what it was told', () => {
    const draft = edited(draftOf(invoice), [set('number', 'X')])
    const told = { ...draft, pending: [] }
    expect(undone(told).pending).toEqual([{ op: 'revert', path: 'number' }])
  })

  it('keeps what was done since on top of what the server has', () => {
    const draft = edited(draftOf(invoice), [set('number', 'X')])
    const theirs = correct(invoice, [set('currency', 'USD')]).reading
    expect(onto(draft, theirs, draft.pending).reading).toMatchObject({
      number: 'X',
      currency: 'USD',
    })
  })
})

/** There may be no line left. */
function tried(step: (draft: Draft) => Draft, draft: Draft): Draft {
  try {
    return step(draft)
  } catch {
    return draft
  }
}
