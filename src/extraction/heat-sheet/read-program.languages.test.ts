import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import { meetGrammar } from '../../../test/support/readings/meet-grammar.ts'
import { isHeatSheet } from './is-heat-sheet.ts'
import { toHeatSheetReading } from './read-heat-sheet.ts'
import { readProgram } from './read-program.ts'

describe('a sheet in another language', () => {
  it.each([
    ['1. versenyszám   Női, 50m gyors    Nyílt', '1. futam, összesen 2', '2. futam, összesen 2'],
    ['Yarış 1   Kızlar, 50m Serbest', 'Seri 1 / 2', 'Seri 2 / 2'],
    ['Disciplina 1   Žene, 50m Leđno', 'Grupa 1 od 2', 'Grupa 2 od 2'],
    ['Rungtis 1   Moterys, 50m nugara', 'Plaukimas 1 iš 2', 'Plaukimas 2 iš 2'],
    ['Proba 1   Fete, 50m spate', 'Seria 1 din 2', 'Seria 2 din 2'],
  ])('is read: %s', (title, first, second) => {
    const pages = drawnPages(`Spring Cup
${title}
14.03.2026 - 9:00
${first}
3  TAMM Ida            08    SK Lake        31.40
4  BERG Ada            09    SK Lake        32.40
${second}
3  ROE Ann             08    SK Lake        30.40
`)
    expect(isHeatSheet(pages, meetGrammar)).toBe(true)
    const { events, warnings } = toHeatSheetReading(readProgram(pages, meetGrammar), {})
    expect(warnings).toEqual([])
    expect(events).toMatchObject([
      { event_number: 1, heat_number: 1, heats_total: 2, lane: 3, swimmer_name: 'TAMM Ida' },
      { heat_number: 1, lane: 4, swimmer_name: 'BERG Ada', session_date: '2026-03-14' },
      { heat_number: 2, lane: 3, swimmer_name: 'ROE Ann', heats_total: 2 },
    ])
  })
})
