import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLine, createInvoice } from '../../../../../test/support/readings/invoice.ts'
import type { Change } from '../../../../domain/review/change.ts'
import { checkInvoice } from '../../../../domain/invoice/check-invoice.ts'
import { correct } from '../../../../domain/review/correct.ts'
import {
  type ReviewDraft,
  createDraft,
  applyEdit,
  endTyping,
  rebaseDraft,
  redo,
  applyTyping,
  undo,
} from './draft.ts'

const invoice = checkInvoice(createInvoice({ lines: [createLine(), createLine({ sku: 'KR-02' })] }))
const set = (path: string, value: unknown): Change => ({ op: 'set', path, value })

const anEdit = fc.oneof(
  fc
    .tuple(fc.constantFrom('number', 'lines.0.amount', 'buyer.name'), fc.constantFrom('1', '2'))
    .map(
      ([path, value]) =>
        (draft: ReviewDraft) =>
          applyEdit(draft, [set(path, value)]),
    ),
  fc.tuple(fc.constantFrom('number', 'lines.0.quantity'), fc.constantFrom('1', '12', '123')).map(
    ([path, value]) =>
      (draft: ReviewDraft) =>
        applyTyping(draft, path, value),
  ),
  fc.constant((draft: ReviewDraft) =>
    applyEdit(draft, [{ op: 'insert', path: 'lines.0', value: {} }]),
  ),
  fc.constant((draft: ReviewDraft) => applyEdit(draft, [{ op: 'remove', path: 'lines.0' }])),
)
const anyStep = fc.oneof({ weight: 4, arbitrary: anEdit }, fc.constantFrom(undo, redo, endTyping))

describe('a draft', () => {
  it('always equals the result of its changes on the server', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 8 }), (steps) => {
        const draft = steps.reduce((before, step) => tryStep(step, before), createDraft(invoice))
        expect(correct(invoice, draft.pending).reading).toEqual(draft.reading)
      }),
      { numRuns: 30 },
    )
  })

  it('undoes and redoes all changes', () => {
    fc.assert(
      fc.property(fc.array(anEdit, { maxLength: 6 }), (steps) => {
        const end = steps.reduce((before, step) => tryStep(step, before), createDraft(invoice))
        const start = end.done.reduce(undo, end)
        expect(start.reading).toEqual(invoice)
        expect(start.pending).toEqual([])
        expect(end.done.reduce(redo, start).reading).toEqual(end.reading)
      }),
      { numRuns: 30 },
    )
  })

  it('merges keystrokes into one step until the field loses focus', () => {
    const letters = ['A', 'AB', 'ABC'].reduce(
      (draft, value) => applyTyping(draft, 'number', value),
      createDraft(invoice),
    )
    expect(letters.pending).toEqual([set('number', 'ABC')])
    expect(undo(letters).reading).toEqual(invoice)
    const back = applyTyping(endTyping(letters), 'number', 'ABCD')
    expect(undo(back).reading).toMatchObject({ number: 'ABC' })
  })

  it('sends the inverse of changes already sent', () => {
    const draft = applyEdit(createDraft(invoice), [set('number', 'X')])
    const sent = { ...draft, pending: [] }
    expect(undo(sent).pending).toEqual([{ op: 'revert', path: 'number' }])
  })

  it('reapplies later changes on top of the server state', () => {
    const draft = applyEdit(createDraft(invoice), [set('number', 'X')])
    const theirs = correct(invoice, [set('currency', 'USD')]).reading
    expect(rebaseDraft(draft, theirs, draft.pending).reading).toMatchObject({
      number: 'X',
      currency: 'USD',
    })
  })
})

/** Applies a step, unless its line no longer exists. */
function tryStep(step: (draft: ReviewDraft) => ReviewDraft, draft: ReviewDraft): ReviewDraft {
  try {
    return step(draft)
  } catch {
    return draft
  }
}
