import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLine, createInvoice, anyInvoice } from '../../../test/support/readings/invoice.ts'
import { loadDirectory } from '../directory/load.ts'
import { renderCsv as renderWith } from './invoice-csv.ts'

const directory = loadDirectory({
  parties: 'directory/parties.example.yaml',
  units: 'directory/units.yaml',
})
const renderCsv = (readings: Parameters<typeof renderWith>[0]) => renderWith(readings, directory)

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
      createLine(),
      createLine({ no: '2', description: 'Meja, "besar"', unit: null, taxable: false }),
    ]
    const head =
      'INV/2025/001,2025-03-14,IDR,PT Contoh Makmur,0012345674901000,PT Pembeli Setia,0098765431109000,1000000,916666.67,110000,1110000'
    const empty = createInvoice({
      number: 'INV/2',
      lines: [],
      review: { needed: true, reasons: [] },
    })
    expect(renderCsv([createInvoice({ lines }), empty])).toBe(
      [
        '\ufeffnumber,date,currency,seller,seller_npwp,buyer,buyer_npwp,subtotal,tax_base,tax,grand_total,needs_review,no,sku,hs_code,description,quantity,unit,unit_price,discount,amount,taxable',
        `${head},false,1,KR-01,,Kursi lipat,2,PCS,500000,,1000000,true`,
        `${head},false,2,KR-01,,"Meja, ""besar""",2,,500000,,1000000,false`,
        `${head.replace('INV/2025/001', 'INV/2')},true,,,,,,,,,,`,
        '',
      ].join('\r\n'),
    )
  })

  it.each(['=1+1', '+62 21', '-1+1', '@SUM(A1)', '\t=1', ' =1', '＝1'])(
    'escapes the formula %j',
    (description) => {
      const [, row] = parseCsv(renderCsv([createInvoice({ lines: [createLine({ description })] })]))
      expect(row?.[15]).toBe(`'${description}`)
    },
  )

  it.each(['a;=1+1', 'a; +1', 'a\n@SUM(A1)', 'a;＝1', 'a;b\n-1+1'])(
    'leaves no formula in %j if columns are separated by semicolons',
    (description) => {
      const csv = renderCsv([createInvoice({ lines: [createLine({ description })] })])
      const cells = csv.split(/[;\r\n]/).map((cell) => cell.trim())
      expect(cells.filter((cell) => /^[=+\-@＝]/.test(cell))).toEqual([])
    },
  )

  it('quotes text with semicolons and tabs, which some spreadsheets use as separators', () => {
    for (const description of ['a;b', 'a\tb']) {
      const csv = renderCsv([createInvoice({ lines: [createLine({ description })] })])
      expect(csv).toContain(`"${description}"`)
    }
  })

  it('keeps negative numbers unchanged', () => {
    const [, row] = parseCsv(
      renderCsv([createInvoice({ lines: [createLine({ amount: '-12.5' })] })]),
    )
    expect(row?.[20]).toBe('-12.5')
  })

  it('keeps its row and column structure for any reading', () => {
    fc.assert(
      fc.property(anyInvoice, (reading) => {
        const rows = parseCsv(renderCsv([reading]))
        expect(rows).toHaveLength(1 + Math.max(1, reading.lines.length))
        expect(rows.every((row) => row.length === 22)).toBe(true)
        const runs = rows.flat().filter((cell) => /^[=+@-]/.test(cell) && !/^-?[\d.]+$/.test(cell))
        expect(runs).toEqual([])
      }),
    )
  })
})
