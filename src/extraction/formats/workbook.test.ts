import { buffer } from 'node:stream/consumers'
import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { findXmlError } from '../../../test/support/docket/well-formed.ts'
import { type Sheet, writeWorkbook } from './workbook.ts'
import type { CsvCell } from './write-csv.ts'

function sheetOf(...rows: CsvCell[][]): Sheet {
  return {
    name: 'Faktur & <lain>',
    columns: [
      { name: 'name', kind: 'text', width: 20 },
      { name: 'amount', kind: 'number', width: 12 },
      { name: 'date', kind: 'date', width: 12 },
    ],
    async *rows() {
      yield* rows
    },
  }
}

const write = (...sheets: Sheet[]) => buffer(writeWorkbook(sheets))

async function cells(...rows: CsvCell[][]): Promise<string> {
  const files = unzipSync(await write(sheetOf(...rows)))
  return strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
}

it('contains only well-formed XML, and the same bytes for the same rows', async () => {
  const sheets = [sheetOf(['PT "Satu" & <Dua>\u0000\ud800', '1', '2026-01-05']), sheetOf()]
  const bytes = await write(...sheets)
  const files = unzipSync(bytes)
  expect(Object.keys(files)).toHaveLength(7)
  for (const [name, content] of Object.entries(files)) {
    expect(findXmlError(`${strFromU8(content)}\n`), name).toBeUndefined()
  }
  expect((await write(...sheets)).equals(bytes)).toBe(true)
})

it('stores amounts as numbers and dates as days, unless Excel would change them', async () => {
  const xml = await cells(
    ['0012345674901000', '-1621621622.25', '2026-01-05'],
    ['1', '1234567890123456', '2026-02-31'],
  )
  expect(xml).toContain('<t xml:space="preserve">0012345674901000</t>')
  expect(xml).toContain('<v>-1621621622.25</v>')
  expect(xml).toContain('<v>46027</v>')
  expect(xml).toContain('<t xml:space="preserve">1234567890123456</t>')
  expect(xml).toContain('<t xml:space="preserve">2026-02-31</t>')
})

it('writes formulas as text', async () => {
  const xml = await cells(['=HYPERLINK("http://x")', '=1+1', null])
  expect(xml).not.toContain('<f>')
  expect(xml).toContain('=HYPERLINK(&quot;http://x&quot;)')
})
