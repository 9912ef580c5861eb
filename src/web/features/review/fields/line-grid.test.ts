import { describe, expect, it } from 'vitest'
import { createLine, createInvoice } from '../../../../../test/support/readings/invoice.ts'
import { correct } from '../../../../domain/review/correct.ts'
import { findNeighbour, parseBlock, toPasteChanges } from './line-grid.ts'

describe('arrow keys', () => {
  const invoice = createInvoice({ lines: [createLine(), createLine(), createLine()] })

  it('move between line item cells', () => {
    const from = (direction: 'up' | 'down' | 'left' | 'right', path = 'lines.1.quantity') =>
      findNeighbour(invoice, path, direction)
    expect([from('up'), from('down'), from('left'), from('right')]).toEqual([
      'lines.0.quantity',
      'lines.2.quantity',
      'lines.1.description',
      'lines.1.unit',
    ])
  })

  it('stop at the edges and do nothing in other fields', () => {
    expect(findNeighbour(invoice, 'lines.0.sku', 'left')).toBeUndefined()
    expect(findNeighbour(invoice, 'lines.0.sku', 'up')).toBeUndefined()
    expect(findNeighbour(invoice, 'lines.2.goods_code', 'down')).toBeUndefined()
    expect(findNeighbour(invoice, 'lines.2.goods_code', 'right')).toBeUndefined()
    expect(findNeighbour(invoice, 'number', 'down')).toBeUndefined()
  })
})

describe('a block copied from a spreadsheet', () => {
  it('is split into rows and cells', () => {
    expect(parseBlock('a\tb\r\nc\t\r\n')).toEqual([
      ['a', 'b'],
      ['c', ''],
    ])
    expect(parseBlock('"two\nlines"\t"5"" pipe"\n')).toEqual([['two\nlines', '5" pipe']])
    expect(parseBlock('one value')).toBeUndefined()
    expect(parseBlock('one value\n')).toBeUndefined()
  })

  const invoice = createInvoice({ lines: [createLine(), createLine()] })

  it('fills cells to the right and down, and adds lines', () => {
    const rows = [
      ['Meja', '3'],
      ['Lemari', '1'],
      ['Rak', '1,250.5'],
    ]
    const changes = toPasteChanges(invoice, 'lines.1.description', rows)
    if (!Array.isArray(changes)) throw new Error('The block is rejected')
    const { lines } = correct(invoice, changes).reading
    expect(lines.map(({ description, quantity }) => [description, quantity])).toEqual([
      ['Kursi lipat', '2'],
      ['Meja', '3'],
      ['Lemari', '1'],
      ['Rak', '1250.5'],
    ])
    expect(lines[1]?.unit).toBe('PCS')
  })

  it('changes only cells whose value differs', () => {
    expect(toPasteChanges(invoice, 'lines.0.quantity', [['2'], ['']])).toEqual([
      { op: 'set', path: 'lines.1.quantity', value: null },
    ])
  })

  it('may fill the PPnBM rates of luxury goods', () => {
    const luxury = createInvoice({ lines: [createLine({ luxury_rate: '20' }), createLine()] })
    expect(toPasteChanges(luxury, 'lines.0.luxury_rate', [['20'], ['40']])).toEqual([
      { op: 'set', path: 'lines.1.luxury_rate', value: '40' },
    ])
    expect(findNeighbour(luxury, 'lines.0.goods_code', 'right')).toBe('lines.0.luxury_rate')
  })

  it('is rejected as a whole if a number is wrong or the block is too wide', () => {
    expect(toPasteChanges(invoice, 'lines.0.quantity', [['2'], ['two']])).toEqual({
      fault: 'not_a_number',
      text: 'two',
    })
    expect(toPasteChanges(invoice, 'lines.0.goods_code', [['A940100', 'x']])).toEqual({
      fault: 'too_wide',
    })
  })
})
