import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sheetLanguages } from '../../../test/fixtures/sheets/languages.ts'
import { sheetLayouts } from '../../../test/fixtures/sheets/layouts.ts'
import { randomSheet } from '../../../test/fixtures/sheets/random-sheet.ts'
import { meetGrammar } from '../../../test/support/readings/meet-grammar.ts'
import { listTrueEntries, scoreEntries } from '../../../test/support/corpus/sheet-score.ts'
import { readPages } from '../pdf/pages.ts'
import { isHeatSheet } from './is-heat-sheet.ts'
import { toHeatSheetReading } from './read-heat-sheet.ts'
import { readProgram } from './read-program.ts'

const runs = sheetLayouts.flatMap((layout) =>
  sheetLanguages.map((language) => [layout.id, language.code, layout, language] as const),
)

describe('a generated sheet', () => {
  it.each(runs)(
    '%s in %s is read back exactly, with the day of each session',
    async (_id, _code, layout, language) => {
      await fc.assert(
        fc.asyncProperty(fc.nat(), async (seed) => {
          const sheet = randomSheet(seed, language, layout.style)
          const pages = await readPages(await layout.draw(sheet, language))
          const program = readProgram(pages, meetGrammar)
          const { events, meet_name } = toHeatSheetReading(program, {})
          const { mistakes } = scoreEntries(events, listTrueEntries(sheet, layout))
          expect(isHeatSheet(pages, meetGrammar)).toBe(true)
          expect(mistakes.slice(0, 5)).toEqual([])
          expect(program.warnings).toEqual([])
          expect(meet_name).toBe(sheet.name)
        }),
        { numRuns: 4 },
      )
    },
  )
})
