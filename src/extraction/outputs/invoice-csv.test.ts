import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aLine, anInvoice, anyInvoice } from '../../../test/support/invoice.ts'
import { renderCsv } from './invoice-csv.ts'

function parseCsv(csv: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of csv.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g,
  )) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

describe('renderCsv', () => {
  it("writes a row per line item with its invoice's header fields", () => {
    const lines = [
      aLine(),
      aLine({ no: '2', description: 'Meja, "besar"', unit: null, taxable: false }),
    ]
    const empty = anInvoice({ number: 'INV/2', lines: [], review: { needed: true, reasons: [] } })
    expect(renderCsv([anInvoice({ lines }), empty])).toBe(
      [
        'number,date,currency,seller,buyer,needs_review,no,sku,hs_code,description,quantity,unit,unit_price,discount,amount,taxable',
        'INV/2025/001,2025-03-14,IDR,PT Contoh Makmur,PT Pembeli Setia,false,1,KR-01,,Kursi lipat,2,PCS,500000,,1000000,true',
        'INV/2025/001,2025-03-14,IDR,PT Contoh Makmur,PT Pembeli Setia,false,2,KR-01,,"Meja, ""besar""",2,,500000,,1000000,false',
        'INV/2,2025-03-14,IDR,PT Contoh Makmur,PT Pembeli Setia,true,,,,,,,,,,',
        '',
      ].join('\r\n'),
    )
  })

  it.each(['=1+1', '+62 21', '-1+1', '@SUM(A1)', '\t=1', ' =1', '＝1'])(
    'escapes the formula %j',
    (description) => {
      const [, row] = parseCsv(renderCsv([anInvoice({ lines: [aLine({ description })] })]))
      expect(row?.[9]).toBe(`'${description}`)
    },
  )

  it('keeps negative numbers unchanged', () => {
    const [, row] = parseCsv(renderCsv([anInvoice({ lines: [aLine({ amount: '-12.5' })] })]))
    expect(row?.[14]).toBe('-12.5')
  })

  it('keeps its rows and columns for any reading', () => {
    fc.assert(
      fc.property(anyInvoice, (reading) => {
        const rows = parseCsv(renderCsv([reading]))
        expect(rows).toHaveLength(1 + Math.max(1, reading.lines.length))
        expect(rows.every((row) => row.length === 16)).toBe(true)
        const runs = rows.flat().filter((cell) => /^[=+@-]/.test(cell) && !/^-?[\d.]+$/.test(cell))
        expect(runs).toEqual([])
      }),
    )
  })
})
