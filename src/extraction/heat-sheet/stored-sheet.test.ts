import { meetGrammar } from '../../../test/support/readings/meet-grammar.ts'
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { drawMeet, springSplash } from '../../../test/fixtures/meets.ts'
import { readPages } from '../pdf/pages.ts'
import { packSheet, readerVersion, unpackSheet } from './stored-sheet.ts'
import { toHeatSheetReading } from './read-heat-sheet.ts'
import { readProgram } from './read-program.ts'

const readSheet = async () => {
  const program = readProgram(await readPages(await drawMeet(springSplash)), meetGrammar)
  return { mapping: 'heat_sheet_v1', page_count: 1, word_count: 2, program, reasons: [] }
}

it('restores a sheet that yields the same reading', async () => {
  const sheet = await readSheet()
  const restored = unpackSheet(packSheet(sheet))
  expect(restored).toEqual(sheet)
  const params = { swimmer: 'Noemie Nunez' }
  expect(toHeatSheetReading(restored.program, params)).toEqual(
    toHeatSheetReading(sheet.program, params),
  )
})

// A changed hash means that the reader's results have changed: increment `readerVersion` as well.
it('rejects a sheet from another reader version', async () => {
  const { program } = await readSheet()
  const facts = JSON.stringify(program, (key, value) => (key === 'box' ? undefined : value))
  const hash = createHash('sha256').update(facts).digest('hex').slice(0, 16)
  expect([readerVersion, hash]).toEqual([6, 'd7990a2ec0260863'])
})
