import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { isXlsx, readXlsx } from './read-xlsx.ts'

async function zip(files: Record<string, string>, compress = true) {
  const archive = new ZipFile()
  for (const [name, text] of Object.entries(files))
    archive.addBuffer(Buffer.from(text), name, { compress })
  archive.end()
  return new Uint8Array(await buffer(archive.outputStream as NodeJS.ReadableStream))
}

const sharedStrings =
  '<sst><si><t>Nama</t></si><si><t>NPWP</t></si><si><r><t>PT Maju </t></r><r><t xml:space="preserve">&amp; Jaya</t></r></si></sst>'
const sheet = `<worksheet><sheetData>
  <row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>
  <row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2" s="1"/><c r="C2"><v>1.23456782012E+14</v></c></row>
  <row r="3"><c r="A3" t="inlineStr"><is><t>"PT"
Dua</t></is></c><c r="C3" t="str"><v>01.234</v></c></row>
</sheetData></worksheet>`

describe('an XLSX file', () => {
  it.each([true, false])('is read as a table (compressed: %s)', async (isCompressed) => {
    const files = { 'xl/sharedStrings.xml': sharedStrings, 'xl/worksheets/sheet1.xml': sheet }
    const bytes = await zip(files, isCompressed)
    expect(isXlsx(bytes)).toBe(true)
    expect(await readXlsx(bytes)).toBe(
      'Nama\t\tNPWP\nPT Maju & Jaya\t\t123456782012000\n"""PT""\nDua"\t\t01.234',
    )
  })

  it('is rejected if it is damaged, has no sheet or unpacks to too much data', async () => {
    await expect(readXlsx(new Uint8Array([0x50, 0x4b, 1, 2]))).rejects.toThrow('Not a ZIP')
    await expect(readXlsx(await zip({ 'a.txt': 'x' }))).rejects.toThrow('no sheet')
    const bomb = await zip({ 'xl/worksheets/sheet1.xml': 'x'.repeat(51 * 1024 * 1024) })
    expect(bomb.length).toBeLessThan(100_000)
    await expect(readXlsx(bomb)).rejects.toThrow('too large')
  })
})
