import { describe, expect, it } from 'vitest'
import { createLine, createInvoice } from '../../../test/support/readings/invoice.ts'
import { checkInvoice } from '../invoice/check-invoice.ts'
import type { Change } from './change.ts'
import { correct } from './correct.ts'
import { reapply } from './reapply.ts'

const first = createLine({ description: 'Kertas' })
const second = createLine({ description: 'Tinta' })
const invoice = checkInvoice(createInvoice({ lines: [first, second] }))

/** Applies changes to the first reading and returns the corrections that are recorded. */
const made = (changes: Change[]) => correct(invoice, changes).made

describe('corrections', () => {
  it('give the same result when reapplied to the same reading', () => {
    const changes: Change[] = [
      { op: 'set', path: 'buyer.name', value: 'PT Lain' },
      { op: 'remove', path: 'lines.0' },
      { op: 'set', path: 'lines.0.description', value: 'Tinta hitam' },
      { op: 'insert', path: 'lines.1', value: { description: 'Ongkos' } },
    ]
    const { reading, made: corrections } = correct(invoice, changes)
    expect(reapply(invoice, corrections)).toEqual({ reading, lost: 0 })
  })

  it('override a field that is now read differently', () => {
    const corrections = made([{ op: 'set', path: 'number', value: 'INV-9' }])
    const { reading, lost } = reapply({ ...invoice, number: 'INV-8' }, corrections)
    expect([reading.number, reading.evidence['number']?.source, lost]).toEqual([
      'INV-9',
      'human',
      0,
    ])
  })

  it('are lost for a line that is now read differently, and never change another line', () => {
    const corrections = made([
      { op: 'set', path: 'lines.0.description', value: 'Kertas A4' },
      { op: 'remove', path: 'lines.1' },
    ])
    const moved = { ...invoice, lines: [second, first] }
    const { reading, lost } = reapply(moved, corrections)
    expect([reading.lines, lost]).toEqual([moved.lines, 2])
  })

  it('are not needed if the reading already has the value, unless it was learned from them', () => {
    const corrections = made([{ op: 'set', path: 'number', value: 'INV-9' }])
    const better = { ...invoice, number: 'INV-9' }
    expect(reapply(better, corrections)).toEqual({ reading: better, lost: 0 })
    const evidence = { page: 1, box: null, text: '', confidence: 1, source: 'learned' as const }
    const learned = { ...better, evidence: { ...better.evidence, number: evidence } }
    expect(reapply(learned, corrections).reading.evidence['number']?.source).toBe('human')
  })
})
