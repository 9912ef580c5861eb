import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import { meetGrammar } from '../../../test/support/readings/meet-grammar.ts'
import { isHeatSheet } from './is-heat-sheet.ts'
import { toHeatSheetReading } from './read-heat-sheet.ts'
import { readProgram } from './read-program.ts'

const read = (...drawings: string[]) =>
  toHeatSheetReading(readProgram(drawnPages(...drawings), meetGrammar), {})

describe('an Indonesian sheet', () => {
  const book = (title: string, header: string) => `KEJUARAAN RENANG ANTAR KLUB 2026
Hari 2 - Minggu, 08/11/2026
ACARA 103   ${title}
Seri : 1
${header}
   4   IDA WIJAYA            2011   PRSI KOTA LAUT     01:12.40
   5   ADA MADE SARI         2012   JAWA BARAT         01:14.10
`
  it('reads an individual medley as single swims', () => {
    const { events, warnings } = read(
      book('100 M GAYA GANTI PUTRI', 'Lint.  NAMA               Lahir   Klub            Limit'),
    )
    expect(events.map((one) => one.swimmer_name)).toEqual(['IDA WIJAYA', 'ADA MADE SARI'])
    expect(warnings).toEqual([])
  })

  it('reads teams below a title of several words', () => {
    const { events } = read(
      book('50 M GAYA BEBAS PUTRI', 'Lint.  NAMA               Lahir  KLUB / DAERAH   Limit'),
    )
    expect(events.map(({ age, team }) => [age, team])).toEqual([
      ['2011', 'PRSI KOTA LAUT'],
      ['2012', 'JAWA BARAT'],
    ])
  })

  it('reads the years below an unknown title between name and team', () => {
    const { events } = read(
      book('50 M GAYA BEBAS PUTRI', 'Lint.  NAMA               Xyz.    Klub            Limit'),
    )
    expect(events.map(({ age, team }) => [age, team])).toEqual([
      ['2011', 'PRSI KOTA LAUT'],
      ['2012', 'JAWA BARAT'],
    ])
  })

  it('treats a numbered day with its date as a session', () => {
    const { events } = read(
      book('50 M GAYA BEBAS PUTRI', 'Lint.  NAMA               Lahir   Klub            Limit'),
    )
    expect(events.map(({ session, session_date }) => [session, session_date])).toEqual([
      ['Hari 2 - Minggu, 08/11/2026', '2026-11-08'],
      ['Hari 2 - Minggu, 08/11/2026', '2026-11-08'],
    ])
  })
})

describe('relay swimmers', () => {
  const relay = (legs: string) => `Dolphins @ Marlins
Saturday, June 6, 2026
#1 Girls 9-10 100m Medley Relay
Heat 1 of 1
1   DOLP A                           1:29.56
${legs}
2   MRLN B                           1:31.20
`
  it.each([
    ['one per row', '    1. Tamm, Ida\n    2. Ng, Li\n    3. Roe, Ann\n    4. Berg, Mia'],
    ['two per row', '    1. Tamm, Ida     2. Ng, Li\n    3. Roe, Ann      4. Berg, Mia'],
    ['with ages', '    1. Tamm, Ida 9   2. Ng, Li 10\n    3. Roe, Ann 10   4. Berg, Mia 9'],
  ])('are read if a full stop follows their number, %s', (_, legs) => {
    const { events, warnings } = read(relay(legs))
    expect(warnings).toEqual([])
    expect(events.map(({ lane, leg, swimmer_name }) => [lane, leg, swimmer_name])).toEqual([
      [1, 1, 'Tamm, Ida'],
      [1, 2, 'Ng, Li'],
      [1, 3, 'Roe, Ann'],
      [1, 4, 'Berg, Mia'],
      [2, null, null],
    ])
  })
})

describe('an entry list that numbers events without a word for event', () => {
  const list = (numbers: string[]) => `Autumn Open - Entry List
Saturday 7 November 2026
${numbers[0]} Women 50m Freestyle                  ${numbers[1]} Men 100m Backstroke
  1 Ida Tamm          2009 Leeds      31.00    2 Bo Berg           2010 Bath     1:13.00
  2 Ann Roe           2010 Bath       32.00    3 Jo Ng             2008 Leeds    1:14.00
${numbers[2]} Men 100m Backstroke                  ${numbers[3]} Women 200m Medley
  1 Bo Tamm           2009 Leeds    1:11.00    1 Li Ng             2010 Bath     2:33.00
`
  it.each([
    ['full stops', ['1.', '2.', '2.', '3.']],
    ['nothing', ['1 ', '2 ', '2 ', '3 ']],
  ])('is read in two columns, with %s after the numbers', (_, numbers) => {
    const pages = drawnPages(list(numbers), list(['4.', '5.', '5.', '6.']))
    expect(isHeatSheet(pages, meetGrammar)).toBe(true)
    const { events, warnings } = toHeatSheetReading(readProgram(pages, meetGrammar), {})
    expect(warnings).toEqual([])
    expect(
      events.slice(0, 6).map((one) => [one.event_number, one.seed_rank, one.swimmer_name]),
    ).toEqual([
      [1, 1, 'Ida Tamm'],
      [1, 2, 'Ann Roe'],
      [2, 1, 'Bo Tamm'],
      [2, 2, 'Bo Berg'],
      [2, 3, 'Jo Ng'],
      [3, 1, 'Li Ng'],
    ])
  })
})

describe('a sheet in two columns', () => {
  it('keeps an entry beside the session title', () => {
    const { events } = read(`Invented Championships 2026
SESSION 1 - Saturday 7th November 2026           5. Ida Tamm       (14)  Bath      1:19.87
EVENT 1 Female 11/12 Yrs 100m Freestyle          6. Ann Roe        (12)  Leeds     1:15.20
Heat 1                                           Heat 2
4. Bo Ng           (11)  Leeds     1:12.40       1. Mia Berg       (12)  Bath      1:18.00
`)
    expect(events.map((one) => [one.heat_number, one.lane, one.swimmer_name])).toEqual([
      [1, 4, 'Bo Ng'],
      [1, 5, 'Ida Tamm'],
      [1, 6, 'Ann Roe'],
      [2, 1, 'Mia Berg'],
    ])
  })
})

describe('a column whose first row is slightly above the first title', () => {
  it('is read from that row', () => {
    const [page] = drawnPages(`Dolphins @ Marlins - June 6, 2026

#1 Girls 9-10 100m Medley Relay                  2. Roe, Ann
Heat 1 of 1                                      3. Berg, Mia
1   DOLP A                           1:29.56     4. Ng, Li
    1. Tamm, Ida                                 Heat 2 of 2
                                                 1   MRLN A                     1:39.56
`)
    if (!page) throw new Error('Expected a page')
    const raise = (by: number) => (word: (typeof page.words)[number]) => {
      const [left, top, right, bottom] = word.box
      const up = left > 240 ? by : 0
      return {
        ...word,
        baseline: word.baseline - up,
        box: [left, top - up, right, bottom - up] as typeof word.box,
      }
    }
    const raised = { ...page, words: page.words.map(raise(10)) }
    const { events } = toHeatSheetReading(readProgram([raised], meetGrammar), {})
    expect(events.map((one) => [one.heat_number, one.leg, one.swimmer_name])).toEqual([
      [1, 1, 'Tamm, Ida'],
      [1, 2, 'Roe, Ann'],
      [1, 3, 'Berg, Mia'],
      [1, 4, 'Ng, Li'],
      [2, null, null],
    ])
  })
})

describe('a school year that touches a long name', () => {
  it.each(['FR', 'SO', 'JR', 'SR'])('is separated from the name: %s', (year) => {
    const { events } = read(`Invented Classic - 11/8/2026
Event 1 Women 100 Yard Freestyle
Heat 1 of 1 Finals
Lane Name                      Age Team            Seed Time
   1 Fitzgerald-Montgomery, Jo${year} LAKE-XX           1:12.40
   2 Berg, Ada                  ${year} LAKE-XX           1:13.40
`)
    expect(events.map(({ swimmer_name, age }) => [swimmer_name, age])).toEqual([
      ['Fitzgerald-Montgomery, Jo', year],
      ['Berg, Ada', year],
    ])
  })
})

describe('a footer with a version number', () => {
  it('is not reported as an unread row', () => {
    const page = (number: number) => `Nikolausschwimmen   Seite ${number}
Wettkampf ${number} - 50m Freistil weiblich
Lauf 1 von 1
Bahn 1   Tamm, Ida        2010   SV Lake    00:31,40
${'\n'.repeat(58)}Sheet Program 5.14 - Invented Author`
    expect(read(page(1), page(2), page(3)).warnings).toEqual([])
  })
})

describe('a relay team named by number', () => {
  it('is separate from its club', () => {
    const { events } = read(`Nikolausschwimmen
Abschnitt 1 - Samstag 03.12.2022
Wettkampf 1 - 4x50m Freistil weiblich
Lauf 1 von 1
Bahn 1   SV Lake 04 2. Mannschaft           02:31,40
`)
    expect(events.map(({ team, relay }) => [team, relay])).toEqual([['SV Lake 04', '2']])
  })
})

describe('a sheet in Estonian or Finnish', () => {
  it.each([
    [
      'Ala 1   Naised, 100m Selili',
      'Ujumine 1 / 1',
      'Rada  Nimi            SA    Klubi        Ülesandmisaeg',
    ],
    [
      'Laji 1  Naiset, 100m selkäuinti',
      'Erä 1/1',
      'Rata  Nimi            Synt  Seura        Ilm.aika',
    ],
  ])('is read: %s', (title, heat, header) => {
    const pages = drawnPages(`Sügiskarikas 2026
Tallinn, 7. - 8.11.2026
${title}
07.11.2026 - 9:00
${heat}
${header}
   3  TAMM Ida            08    Kalev        1:12.40
   4  BERG Ada            09    Kalev        1:13.40
`)
    expect(isHeatSheet(pages, meetGrammar)).toBe(true)
    const { events, warnings } = toHeatSheetReading(readProgram(pages, meetGrammar), {})
    expect(warnings).toEqual([])
    expect(events).toMatchObject([
      { heat_number: 1, heats_total: 1, lane: 3, swimmer_name: 'TAMM Ida', age: '08' },
      { lane: 4, swimmer_name: 'BERG Ada', team: 'Kalev', session_date: '2026-11-07' },
    ])
  })

  it('learns the number of heats after a slash from an unknown language', () => {
    const { events } = read(`Invented Cup
Zyla 1   Abc, 100m defghi
Vuno 1 / 2
   3  TAMM Ida            08    Kalev        1:12.40
Vuno 2 / 2
   4  BERG Ada            09    Kalev        1:13.40
Zyla 2   Abc, 50m jklmn
Vuno 1 / 1
   3  ROE Ann             08    Kalev          32.40
`)
    expect(events.map((one) => [one.heat_number, one.heats_total])).toEqual([
      [1, 2],
      [2, 2],
      [1, 1],
    ])
  })
})

describe('a name with an @', () => {
  const program = (title: string, rows: string) => `Invented Classic - 11/18/2026
Event 1 ${title}
Heat 1 of 1 Finals
Lane Name                      Age Team            Seed Time
${rows}
`
  it('is reported, because it contains an address', () => {
    const { warnings } = read(
      program(
        'Women 100 Yard Freestyle',
        `   1 Tamm, Ida office@lake        14 LAKE-XX           1:12.40
   2 Berg, Ada                  15 LAKE-XX           1:13.40`,
      ),
    )
    expect(warnings).toMatchObject([{ code: 'names_suspect', params: { count: 1, page: 1 } }])
  })

  it('is not a relay swimmer', () => {
    const { events } = read(
      program(
        'Women 200 Yard Medley Relay',
        `   1 LAKE-XX                     A                  2:12.40
     1) Tamm, Ida 14    2) Berg, Ada 15
     3) office@lake`,
      ),
    )
    expect(events.map((one) => one.swimmer_name)).toEqual(['Tamm, Ida', 'Berg, Ada'])
  })
})

const rows = `   3  Tamm, Ida           2008  SV Lake           1:12.40
   4  Berg, Ada           2009  SV Lake           1:13.40`

describe('titles that start with an ordinal number', () => {
  it.each([
    ['1ª PROVA - 50 METROS LIVRE FEMININO', '1ª SÉRIE', '2ª SÉRIE'],
    ['1. Wettkampf: 50m Freistil weiblich', '1. Lauf', '2. Lauf'],
  ])('are read: %s', (event, first, second) => {
    const pages = drawnPages(`Copa Inventada - 08.11.2026
${event}
${first}
${rows}
${second}
${rows}
`)
    expect(isHeatSheet(pages, meetGrammar)).toBe(true)
    const { events, warnings } = toHeatSheetReading(readProgram(pages, meetGrammar), {})
    expect(warnings).toEqual([])
    expect(events.map((one) => [one.event_number, one.heat_number, one.lane])).toEqual([
      [1, 1, 3],
      [1, 1, 4],
      [1, 2, 3],
      [1, 2, 4],
    ])
  })
})

describe('a heat named after its round', () => {
  it('is read above a table header', () => {
    const { events, warnings } = read(`Nikolausschwimmen
Abschnitt 1 - Samstag 03.12.2022
Wettkampf 1 - 50m Freistil weiblich
Vorlauf 1/2 (ca. 09:00 Uhr)
Bahn  Name                Jg.   Verein            Meldezeit
${rows}
Vorlauf 2/2 (ca. 09:03 Uhr)
Bahn  Name                Jg.   Verein            Meldezeit
${rows}
`)
    expect(warnings).toEqual([])
    expect(events.map((one) => [one.heat_number, one.heat_start_time])).toEqual([
      [1, '09:00'],
      [1, '09:00'],
      [2, '09:03'],
      [2, '09:03'],
    ])
  })
})

describe('the day of a session', () => {
  const sheet = (session: string) => `Invented Level 3 Meet
Licence 3ER261234   7th/8th November 2026
${session}
EVENT 101  GIRLS 10/11 YEARS 50m FREESTYLE
HEAT 1
${rows}
`
  it.each(['Session 1 Sat 07/11/2026', '1 день соревнований - 07.11.2026', 'Day 1: Saturday'])(
    'is a day of the meet, even if it could be read both ways: %s',
    (session) => {
      const { events, venue } = read(sheet(session))
      expect(events.map((one) => [one.session, one.session_date])).toEqual([
        [session, '2026-11-07'],
        [session, '2026-11-07'],
      ])
      expect(venue).toBe(null)
    },
  )
})

describe('a sheet in Czech', () => {
  it('is read', () => {
    const { events, warnings } = read(`Podzimní cena 2026
Brno, 7. - 8.11.2026
Disciplína 1   Ženy, 100m volný způsob
Rozplavba 1 z 1
Dráha Jméno               RN    Klub               Čas
${rows}
`)
    expect(warnings).toEqual([])
    expect(events).toMatchObject([
      { heats_total: 1, lane: 3, age: '2008' },
      { lane: 4, team: 'SV Lake' },
    ])
  })
})

describe('an unknown code instead of a time', () => {
  it('is reported, because it is read with the team', () => {
    const timed = Array.from(
      { length: 10 },
      (_, at) =>
        `${String(at + 1).padStart(4)}  Tamm, Ida           2008  SV Lake           1:12.40`,
    )
    const { warnings } = read(`Nikolausschwimmen
Abschnitt 1 - Samstag 03.12.2022
Wettkampf 1 - 50m Freistil weiblich
Lauf 1 von 1
${timed.join('\n')}
  11  Berg, Ada           2009  SV Lake ENGAGEE
`)
    expect(warnings).toMatchObject([{ code: 'names_suspect', params: { count: 1 } }])
  })
})
