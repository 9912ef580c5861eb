import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import { meetGrammar } from '../../../test/support/readings/meet-grammar.ts'
import { toHeatSheetReading } from './read-heat-sheet.ts'
import { readProgram } from './read-program.ts'

const read = (drawing: string) =>
  toHeatSheetReading(readProgram(drawnPages(drawing), meetGrammar), {})

const heat = (event: number) => `Wettkampf ${event} - 50m Freistil weiblich
Lauf 1 von 1
   3  Tamm, Ida           2008  SV Lake           1:12.40
   4  Berg, Ada           2009  SV Lake           1:13.40
`

const titles = [
  'Samstag, 07.11.2026 - 1. Abschnitt',
  'Abschnitt 1: Sa., 07.11.26, 09:00',
  'Veranstaltungsabschnitt 1 - 07.11.2026',
  'Session 1: Saturday 7 November',
  'Session One - Saturday 7th November 2026',
  'Saturday AM Session - 7 November 2026',
  'Sesi Pagi, Sabtu 7 November 2026',
  'SABTU, 7 NOVEMBER 2026 (SESI PAGI)',
  'Hari Pertama : Sabtu, 7 November 2026',
  'HARI / TANGGAL : SABTU, 7 NOVEMBER 2026',
  'Sobota, 7.11.2026 - blok I',
  'Zaterdag 7 november 2026 - sessie 1',
  'Sabato 7 novembre 2026 - Mattina',
  'Jornada 1ª - Sábado 7 de noviembre de 2026',
  'Day One - Saturday, November 7, 2026',
]

describe('a session title', () => {
  it.each(titles)('gives its day to the events below it: %s', (title) => {
    const cover = 'Invented Cup 2026\n06.11.2026 - 08.11.2026\n'
    for (const drawing of [
      `${cover}${title}\n${heat(2)}`,
      `${cover}Abschnitt 9 - Freitag 06.11.2026\n${heat(1)}${title}\n${heat(2)}`,
    ]) {
      const { events, warnings } = read(drawing)
      expect(warnings).toEqual([])
      expect(events.at(-1)).toMatchObject({
        event_number: 2,
        session: title,
        session_date: '2026-11-07',
      })
    }
  })

  it('is not the day below an event title', () => {
    const { events } = read(`Invented Cup 2026
06.11.2026 - 08.11.2026
Wettkampf 1 - 50m Freistil weiblich
Saturday 7 November 2026
Lauf 1 von 1
   3  Tamm, Ida           2008  SV Lake           1:12.40
`)
    expect(events).toMatchObject([{ event_number: 1, swimmer_name: 'Tamm, Ida' }])
  })
})
