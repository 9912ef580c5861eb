import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import { germanHeats } from '../../../test/fixtures/german-heats.ts'
import { meetGrammar } from '../../../test/support/readings/meet-grammar.ts'
import { readProgram } from './read-program.ts'

const warnings = (...drawings: string[]) =>
  readProgram(drawnPages(...drawings), meetGrammar).warnings.map(({ code, params }) => ({
    code,
    ...params,
  }))

const counts = `Frühlingsschwimmen                                  Seite 1
Anzahl Meldungen
Teilnehmer: weiblich/männlich   Meldungen: Einzel/Staffel
Verein                DSV-Id     Teilnehmer     Abs.1      Abs.2     Gesamt
Seeverein               12         1/ 1          2/ 0       0/ 0       2/ 0
Gesamt für den Verband             1/ 1          2/ 0       0/ 0       2/ 0
Verein                DSV-Id     Teilnehmer     Abs.1      Abs.2     Gesamt
TuS Nord 04             13         0/ 1          1/ 0       0/ 1       1/ 1
Gesamt für den Verband             0/ 1          1/ 0       0/ 1       1/ 1
Gesamtzahl der Meldungen
Verein                DSV-Id     Teilnehmer     Abs.1      Abs.2     Gesamt
Alle Vereine                       1/ 2          3/ 0       0/ 1       3/ 1
`
const first = `Frühlingsschwimmen                                  Seite 2
Abschnitt 1 - Samstag 02.05.2026
Wettkampffolge für Abschnitt 1
Wettkampf 1 - 50m Brust männlich (2 Läufe)
Pause Siegerehrungen 50m Brust (12 min)
${germanHeats}
Siegerehrungen 50m Brust
`
const second = `Frühlingsschwimmen                                  Seite 3
Abschnitt 2 - Samstag 02.05.2026
Pause 16:45 - Beginn der Staffeln - start of relays
Wettkampf 2 - 4x50m Lagen mixed
Lauf 1 (ca. 14:00 Uhr)
Bahn     Schwimmer           Jg.    Verein              Meldezeit
Bahn 3   1. Mannschaft (X)   2014   TuS Nord 04          03:51,02
`

describe('stated entries per session', () => {
  it('equal the number of entries and withdrawals', () => {
    expect(warnings(counts, first, second)).toEqual([])
  })

  it('reveal a lost entry or relay, with the page of the count', () => {
    const mismatch = { code: 'count_differs', part: 'session', unit: 'entries', page: 1 }
    const lost = first.replace(/^Bahn 2 {3}Orsi.*\n/m, '')
    expect(warnings(counts, lost, second)).toEqual([
      { ...mismatch, number: '1', stated: 3, found: 2 },
    ])
    const withoutRelay = second.replace(/^Bahn 3.*\n/m, '')
    expect(warnings(counts, first, withoutRelay)).toEqual([
      { ...mismatch, number: '2', stated: 1, found: 0 },
    ])
  })

  it('are ignored for sessions that are not on the sheet', () => {
    expect(warnings(counts, first)).toEqual([])
  })
})

describe('session dates', () => {
  it('cause a warning if they are out of order', () => {
    const earlier = second.replace('Samstag 02.05', 'Samstag 02.04')
    expect(warnings(counts, first, earlier)).toEqual([
      {
        code: 'session_days',
        session: 'Abschnitt 2 - Samstag 02.04.2026',
        date: '2026-04-02',
        before: '2026-05-02',
      },
    ])
  })
})

describe('a break', () => {
  it('is not reported as an unread row, unlike an entry that cannot be read', () => {
    const torn = first.replace('Siegerehrungen 50m Brust\n', 'Kraulbeine\n')
    expect(warnings(counts, torn, second)).toEqual([
      { code: 'unread_rows', count: 1, page: 2, text: 'Kraulbeine' },
    ])
  })
})

describe('stated heat counts', () => {
  it('reveal a lost heat or event, in event lists and in heat titles', () => {
    const list = first.replace('(2 Läufe)', '(3 Läufe)')
    expect(warnings(list)).toEqual([
      { code: 'heats_missing', event: '1', total: 3, found: 2, page: 1 },
    ])
    const other = first.replace(
      '(2 Läufe)\n',
      '(2 Läufe)\nWettkampf 9 - 50m Rücken weiblich (4 Läufe)\n',
    )
    expect(warnings(other)).toEqual([{ code: 'event_missing', event: '9', total: 4 }])
    const contradicting = first
      .replace('Lauf 1 (ca', 'Lauf 1/2 (ca')
      .replace('Lauf 2 (', 'Lauf 2/3 (')
    expect(warnings(contradicting)).toEqual([
      { code: 'heats_missing', event: '1', total: 3, found: 2, page: 1 },
    ])
  })
})

const program = `Spring Splash - 5/23/2026
Meet Program - Saturday AM
Event 1 Girls 11-12 50 Yard Freestyle (2 entries)
Lane Name                        Age Team            Seed Time
Heat 1 of 1 Finals
 1 Ahlgren, Ada                11  AQUA-XX             31.02
 2 Tamm, Ida                   12  LAKE-XX             31.40
Event 2 Boys 11-12 50 Yard Freestyle
Entries: 1
Heat 1 of 1 Finals
 1 Tamm, Ivo                   11  LAKE-XX             31.02
`

describe('stated entries per event', () => {
  it('are not part of the event name', () => {
    const { heats, warnings: found } = readProgram(drawnPages(program), meetGrammar)
    expect(heats.map(({ event }) => event.name)).toEqual([
      'Girls 11-12 50 Yard Freestyle',
      'Boys 11-12 50 Yard Freestyle',
    ])
    expect(found).toEqual([])
  })

  it('reveal a missing entry', () => {
    const params = { code: 'count_differs', part: 'event', unit: 'entries', page: 1 }
    expect(warnings(program.replace('(2 entries)', '(1 heat, 3 entries)'))).toEqual([
      { ...params, number: '1', stated: 3, found: 2 },
    ])
    expect(warnings(program.replace('Entries: 1', '4 entries'))).toEqual([
      { ...params, number: '2', stated: 4, found: 1 },
    ])
  })
})

const report = `Spring Splash - 5/23/2026 to 5/24/2026
Session Report
Session: 1 Saturday AM
Day of Meet: 1 Starts at 08:30 AM Heat Interval: 25 Seconds
Round   Event                              Entries  Heats   Starts at
Finals  1 Girls 11-12 50 Freestyle           16       2 u   08:30 AM  _____
Finals  2 Boys 11-12 50 Freestyle            10       1 u   08:36 AM  _____
        Swimmers Counts for Warm-ups: 26    ====    ====
        Entry / Heat Totals:                 26       3
        Finish Time                                         08:40 AM  _____
`

describe('a session report', () => {
  it('causes a warning if its events do not add up to its totals', () => {
    expect(warnings(report)).toEqual([])
    const lost = report.replace(/^Finals {2}2.*\n/m, '').replace('   26       3', '1,026       3')
    expect(warnings(lost)).toEqual([
      {
        code: 'count_differs',
        part: 'session',
        number: '1',
        unit: 'entries',
        stated: 1026,
        found: 16,
        page: 1,
      },
      {
        code: 'count_differs',
        part: 'session',
        number: '1',
        unit: 'heats',
        stated: 3,
        found: 2,
        page: 1,
      },
    ])
  })

  it('keeps every session date, even at the same height on every page', () => {
    const next = report.replace('Session: 1', 'Session: 2').replace('Meet: 1', 'Meet: 2')
    const { sessions } = readProgram(drawnPages(report, next), meetGrammar)
    expect(sessions).toEqual([
      { name: '1 Saturday AM', date: '2026-05-23' },
      { name: '2 Saturday AM', date: '2026-05-24' },
    ])
  })
})
