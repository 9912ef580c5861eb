import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import { meetGrammar } from '../../../test/support/readings/meet-grammar.ts'
import type { Page } from '../../domain/reading/reading.ts'
import { buildLines } from '../text/build-lines.ts'
import { findFurniture } from './furniture.ts'
import { isHeatSheet } from './is-heat-sheet.ts'
import { toHeatSheetReading } from './read-heat-sheet.ts'
import { readProgram } from './read-program.ts'

const readPagesOf = (pages: Page[]) => toHeatSheetReading(readProgram(pages, meetGrammar), {})
const read = (...drawings: string[]) => readPagesOf(drawnPages(...drawings))
const codes = (...drawings: string[]) => read(...drawings).warnings.map(({ code }) => code)
const isSheet = (drawing: string) => isHeatSheet(drawnPages(drawing), meetGrammar)
const swims = (...drawings: string[]) =>
  read(...drawings).events.map((one) =>
    [one.heat_number, one.lane ?? one.seed_rank, one.swimmer_name, one.team, one.seed_time].join(
      ' | ',
    ),
  )

const head = (
  title: string,
) => `Lake Club        HY-TEK's MEET MANAGER 8.0 - 4:41 PM  1/31/2026 Page 1
          Spring Splash - 5/2/2026
               ${title}

Event 1 Girls 11-12 50 Yard Freestyle
     Name                        Age Team            Seed Time
`

describe('finals', () => {
  const finals = `${head('Meet Program - Saturday Finals')}
Heat 1 B - Final
 1   Ahlgren, Ada                11  AQUA-XX             31.02
Heat 2 A - Championship
 1   Tamm, Ida                   12  LAKE-XX             30.40
Alternates
 1   Ng, Lí                      11  AQUA-XX             32.00
`
  it('reads heats that are named by letter after their number', () => {
    expect(swims(finals)).toEqual([
      '1 | 1 | Ahlgren, Ada | AQUA-XX | 31.02',
      '2 | 1 | Tamm, Ida | LAKE-XX | 30.40',
      ' |  | Ng, Lí | AQUA-XX | 32.00',
    ])
    expect(codes(finals)).toEqual([])
  })

  it('reads rounds that are the titles of heats, and reserves without a number', () => {
    const semifinals = `Event 13        Men, 50m Butterfly                 Open
03.07.2025 - 17:00                           Startlist Semifinals

Semifinal 1
 4   SHAM Ivan            01    Lake                 24.49
 5   TAMM Ott             07    Aqua                 25.13
Semifinal 2
 4   PEKK Grigori         98    Lake                 23.75
 5   NAUM Jan             06    Aqua                 24.87
Reserves
     GRAF Georg           04    Lake                 26.07
`
    expect(swims(semifinals)).toEqual([
      '1 | 4 | SHAM Ivan | Lake | 24.49',
      '1 | 5 | TAMM Ott | Aqua | 25.13',
      '2 | 4 | PEKK Grigori | Lake | 23.75',
      '2 | 5 | NAUM Jan | Aqua | 24.87',
      ' |  | GRAF Georg | Lake | 26.07',
    ])
    expect(codes(semifinals)).toEqual([])
    expect(isSheet(semifinals)).toBe(true)
  })

  it('reads the only heat of a final without a number', () => {
    const final = `Event 13        Men, 50m Butterfly                 Open
03.07.2025 - 18:11                           Startlist Final

Final
 4   SHAM Ivan            01    Lake                 24.49
 5   TAMM Ott             07    Aqua                 25.13
`
    expect(swims(final)[1]).toBe('1 | 5 | TAMM Ott | Aqua | 25.13')
  })
})

it('does not mistake a round above an entry list for a heat', () => {
  const rows = Array.from(
    { length: 14 },
    (_, at) => `${at + 1}    TAMM Ott             07    Aqua                 25.${at + 10}`,
  )
  const sheet = `Event 13        Men, 50m Butterfly                 Open
03.07.2025 - 18:11                           Entry list

Finals
${rows.join('\n')}
`
  expect(read(sheet).events.at(-1)).toMatchObject({ heat_number: null, seed_rank: 14 })
})

describe('cells that touch', () => {
  it('separates a standard from the time, and an exhibition mark from the team', () => {
    const sheet = `${head('Psych Sheet')}
 1   Ahlgren, Ada                11  AQUA-XX         31.02YZONE
 2   Tamm, Ida                   12  LAKE-XX         X1:02.40LB
 3   Ng, Lí                      11  LAKE-XXX33.00
`
    expect(swims(sheet)).toEqual([
      ' | 1 | Ahlgren, Ada | AQUA-XX | 31.02Y',
      ' | 2 | Tamm, Ida | LAKE-XX | X1:02.40L',
      ' | 3 | Ng, Lí | LAKE-XX | X33.00',
    ])
  })

  it('reads the end of a long name that is printed over the age', () => {
    const pages = drawnPages(`${head('Psych Sheet')}
 1   Holli Ivanich, Declan  15  R AQUA-XX            31.02
 2   Tamm, Ida                12  LAKE-XX            31.40
`)
    const words = pages[0]?.words ?? []
    const age = words.find(({ text }) => text === '15')
    const initial = words.find(({ text }) => text === 'R')
    if (age && initial) initial.box = [age.box[0] + 2, age.box[1], age.box[0] + 7, age.box[3]]
    expect(readPagesOf(pages).events[0]).toMatchObject({
      swimmer_name: 'Holli Ivanich, Declan R',
      age: '15',
      team: 'AQUA-XX',
    })
  })

  it('reports the end of a name that was read with the team', () => {
    const sheet = `${head('Psych Sheet')}
 1   Ahlgren, Ada                11  AQUA-XX             31.02
 2   Tamm, Ida                   12  Ann AQUA-XX         31.40
`
    expect(codes(sheet)).toEqual(['names_suspect'])
  })

  it('reports names in a font that the PDF does not describe', () => {
    const sheet = `${head('Psych Sheet')}
 1   Ahlgren, V¶7¢               11  AQUA-XX             31.02
`
    expect(codes(sheet)).toEqual(['names_suspect'])
  })
})

describe('columns with unknown titles', () => {
  it('skips exceptions before the name and drops a sport class after it', () => {
    const sheet = `Para Open - 5/2/2026
               Psych Sheet
Event 1 Women 400 LC Meter Freestyle
     ID#          Name                        Age Team            Seed Time
 1   A, 12+       Winn, Taylor S10            27  S10-LAKE          4:49.17
 2                Sado, Piper                 20  AQUA-XX           5:06.30
`
    expect(swims(sheet)).toEqual([
      ' | 1 | Winn, Taylor | S10-LAKE | 4:49.17',
      ' | 2 | Sado, Piper | AQUA-XX | 5:06.30',
    ])
  })

  it('skips a rank between year of birth and club, in a language with a number sign for the lane', () => {
    const sheet = `Дистанция 1       Женщины, 50m Вольный стиль        Открытые
02.07.2025 - 10:00                       Стартовый протокол

 №   Фамилия Имя           г/р   Разряд   Клуб               Заяв.рез.
Заплыв 1 из 2, 10:00
 3   Бернат Анна           08    КМС      Минск              NT
Заплыв 2 из 2, 10:01
 4   Лас Диана             09    МС       Гомель             30.64
`
    expect(swims(sheet)).toEqual([
      '1 | 3 | Бернат Анна | Минск | NT',
      '2 | 4 | Лас Диана | Гомель | 30.64',
    ])
    expect(read(sheet).events[1]).toMatchObject({ age: '09', heat_start_time: '10:01' })
  })
})

describe('titles on shared lines', () => {
  it('recognises the only event title beside a long heat title of the next column', () => {
    const sheet = `Event 1 Women 1650 Yard Freestyle         Heat 2 Finals (#7 Mixed 12 & Under 4x50 SC Meter Freestyle Relay)
Heat 1 of 2 Finals
 4   Tamm, Ida                11  LAKE-XX             NT
`
    expect(isSheet(sheet)).toBe(true)
  })

  it('reads an event and its heat on one line, and a numbered session', () => {
    const heat = (event: number, series: number) => `
Épreuve n° ${event}   50 Papillon Dames            Série ${series} / 2      09h0${series}
 1   DUPONT Marie         2009   CN Lac               33.10
 2   LEFÈVRE Zoé          2010   CN Lac               34.20
`
    const sheet = `Meeting du Lac
CRÉTEIL du Samedi 21 au Dimanche 22 Mars 2026
Liste de départ
Réunion n° 1 : Samedi 21 Mars 2026
${heat(1, 1)}${heat(1, 2)}`
    expect(swims(sheet).map((swim) => swim.slice(0, 12))).toEqual([
      '1 | 1 | DUPO',
      '1 | 2 | LEFÈ',
      '2 | 1 | DUPO',
      '2 | 2 | LEFÈ',
    ])
    expect(read(sheet).events[2]).toMatchObject({
      event_number: 1,
      event_name: '50 Papillon Dames',
      session_date: '2026-03-21',
      heat_start_time: '09:02',
    })
  })

  it('accepts an entry list whose title follows the day of the event', () => {
    const sheet = (title: string) => `Event 1        Women, 50m Freestyle            Open
14.03.2026 - 9:00                             ${title}

1.   TAMM, Ida            11   Lake            29.10
2.   NG, Lí               10   Aqua            30.20
3.   PAGE, Ada            12   Lake            31.30
`
    expect(isSheet(sheet('Entry list'))).toBe(true)
    expect(isSheet(sheet('Results'))).toBe(false)
  })
})

describe('rows that are not entries', () => {
  const heat = (notes: string, foot: string) => `Event 1        Women, 50m Freestyle            Open
14.03.2026 - 9:00                             Startlist
${notes}
Heat 1 of 1
 4   TAMM, Ida            11   Lake            29.10

${foot}`

  it('skips standards with a colon before the time', () => {
    const sheet = heat('1 junior Open: 41.80 / 2 junior Open: 48.80', '')
    expect(swims(sheet)).toEqual(['1 | 4 | TAMM, Ida | Lake | 29.10'])
    expect(codes(sheet)).toEqual([])
  })

  it('does not report notes about the pool below the last entry', () => {
    expect(codes(heat('', 'Swimming pool with electronic timing'))).toEqual([])
    expect(codes(heat('', 'Somebody else entirely'))).toEqual(['unread_rows'])
  })

  it('does not mistake a club whose name means club for a table of counts', () => {
    const { parseCountTable } = meetGrammar
    expect(parseCountTable('Klub plavcu Mel 2/ 2 0/ 0 9/ 0 19/ 0')).toBeUndefined()
    expect(parseCountTable('Verein DSV-Id Teilnehmer Abs.1 Abs.2 Gesamt')).toBeDefined()
  })

  it('keeps the times of a column that share a line with the table header of another', () => {
    const page = (time: string) => `Lake Club   HY-TEK's MEET MANAGER 8.0  Page 1
Spring Splash
                 LAKE-XX   ${time}        Lane Name      Age Team       Seed Time
`
    const pages = drawnPages(page('31.41'), page('32.52')).map((one) => ({
      page: one,
      lines: buildLines(one.words),
    }))
    const furniture = findFurniture(pages, [], meetGrammar)
    const kept = pages.map(({ lines }) => lines.filter((line) => !furniture.has(line)).length)
    expect(kept).toEqual([1, 1])
  })
})

it('reads times with quotation marks and no minutes', () => {
  const sheet = `Trofeo Lago
Gara n. 1 - 100 Stile Libero Femmine
Serie 1
Corsia   Atleta               Anno   Società           Tempo
 3       Rossi Giulia         2009   Rari Lago         59"33
 4       Bianchi Anna         2010   Rari Lago         1'02"10
`
  expect(swims(sheet)).toEqual([
    '1 | 3 | Rossi Giulia | Rari Lago | 59"33',
    `1 | 4 | Bianchi Anna | Rari Lago | 1'02"10`,
  ])
})

describe('a list made by hand', () => {
  it('reads entries without lanes', () => {
    const { events, warnings } = read(`Spring Gala, 14 March 2026
Event 1 Girls 50m Freestyle
Heat 1
Ida Tamm            2014   Lake SC       31.40
Mia Roe             2013   Town Swim     NT
Heat 2
Ann Lee             2012   Lake SC       29.40
`)
    expect(warnings).toEqual([])
    expect(events.map((one) => [one.heat_number, one.lane, one.swimmer_name, one.team])).toEqual([
      [1, null, 'Ida Tamm', 'Lake SC'],
      [1, null, 'Mia Roe', 'Town Swim'],
      [2, null, 'Ann Lee', 'Lake SC'],
    ])
  })

  it('reads the team in brackets, and the year before it', () => {
    const { events, warnings } = read(`Klubový závod – 9. 5. 2026
1. 50 m znak ženy

Rozplavba 1
dráha 1: Ida Tamm (PK Voda)
dráha 2: Mia Roe (2013, Klub Jezero)
`)
    expect(warnings).toEqual([])
    expect(events).toMatchObject([
      { swimmer_name: 'Ida Tamm', team: 'PK Voda', session_date: '2026-05-09' },
      { swimmer_name: 'Mia Roe', age: '2013', team: 'Klub Jezero' },
    ])
  })

  it('recognises numbered titles with an empty line before the first heat', () => {
    expect(
      isSheet('1. Women 50m Freestyle\n\nHT 1/2 9:00 AM\nLN 1 Ann Roe   12 Lake SC   31.40'),
    ).toBe(true)
  })

  it('reports a team that only the order of the words separates from the name', () => {
    const sheet = (row: string) => `Event 1 Girls 50m Freestyle\nHeat 1\n${row}\n`
    expect(codes(sheet('1 Ann Roe Lake Club 31.40'))).toEqual(['names_suspect'])
    expect(codes(sheet('1 Ann Roe LAKE 31.40'))).toEqual([])
    expect(codes(sheet('1 Ann Roe (Lake 31.40'))).toEqual(['names_suspect'])
  })

  it('reads the session beside the name of the meet above its heats', () => {
    const heat = (event: number, day: string) => `INVENTED INTERNATIONAL SPRING MEET     ${day}
EVENT ${event} WOMEN 50M FREESTYLE     HEAT 1 OF 1
 1  ROE Ann        2012  LAKE SC     31.40
`
    const { events, warnings } = read(
      heat(1, 'SATURDAY 09 MAY 2026   SESSION 1') + heat(2, 'SUNDAY 10 MAY 2026    SESSION 2'),
    )
    expect(warnings).toEqual([])
    expect(events.map((one) => one.session_date)).toEqual(['2026-05-09', '2026-05-10'])
  })

  it('does not take the time of printing for a swim', () => {
    const page = (number: number) => `heats.txt      Thu May 07 20:14:33 2026     ${number}

Event ${number} Girls 50m Freestyle
Heat 1
1  Roe, Ann       12  LAKE     31.40
`
    expect(codes(page(1), page(2), page(3))).toEqual([])
  })
})
