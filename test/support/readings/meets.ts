import fc from 'fast-check'
import { familyNames, givenNames } from '../../fixtures/sheets/random-sheet.ts'
import type { Meet, MeetEvent, MeetHeat, MeetRelay, MeetSwimmer } from '../../fixtures/meets.ts'

/** The expected reading of each swim. */
export interface ExpectedSwim {
  event_number: number
  event_letter: string | null
  event_name: string
  heat_number: number | null
  heats_total: number | null
  lane: number | null
  swimmer_name: string | null
  age: string | null
  team: string | null
  seed_time: string | null
  qualifier: string | null
  alternate: number | null
  relay: string | null
  leg: number | null
  printed_start: string | null
}

/** Returns all swims in a meet, in sheet order. */
export function listSwims({ events, page_title }: Meet): ExpectedSwim[] {
  const isPsych = page_title.startsWith('Psych')
  return events.flatMap((event) => [
    ...event.heats.flatMap((heat, index) =>
      heatSwims(event, heat, isPsych ? null : { number: index + 1, total: event.heats.length }),
    ),
    ...event.alternates.map((swimmer) => ({
      ...eventFacts(event),
      ...swimmerFacts(swimmer),
      heat_number: null,
      heats_total: null,
      lane: null,
      alternate: swimmer.lane,
      printed_start: null,
    })),
  ])
}

function heatSwims(
  event: MeetEvent,
  heat: MeetHeat,
  place: { number: number; total: number } | null,
): ExpectedSwim[] {
  const facts = {
    ...eventFacts(event),
    heat_number: place?.number ?? null,
    heats_total: place?.total ?? null,
    alternate: null,
    printed_start: place && heat.start,
  }
  const swims = [
    ...heat.swimmers.map((swimmer) => ({
      at: swimmer.lane,
      swims: [{ ...facts, ...swimmerFacts(swimmer) }],
    })),
    ...heat.relays.map((relay) => ({
      at: relay.lane,
      swims: relaySwims(relay).map((swim) => ({ ...facts, ...swim })),
    })),
  ]
  return swims
    .toSorted((a, b) => a.at - b.at)
    .flatMap(({ at, swims: own }) => own.map((swim) => ({ ...swim, lane: place ? at : null })))
}

function eventFacts({ number, letter, name }: MeetEvent) {
  return { event_number: number, event_letter: letter || null, event_name: name }
}

function swimmerFacts({ name, age, team, seed, tag }: MeetSwimmer) {
  const swimmer_name = name.replace(/^\*/, '')
  return {
    swimmer_name,
    age,
    team,
    seed_time: seed,
    qualifier: tag ?? null,
    relay: null,
    leg: null,
  }
}

function relaySwims({ team, letter, seed, legs }: MeetRelay) {
  const facts = { team, seed_time: seed, qualifier: null, relay: letter }
  if (legs.length === 0) return [{ ...facts, swimmer_name: null, age: null, leg: null }]
  return legs.map(({ name, age }, index) => ({ ...facts, swimmer_name: name, age, leg: index + 1 }))
}

const family = fc.constantFrom(...familyNames)
const given = fc.constantFrom(...givenNames)
const initial = fc.constantFrom('', '', ' B', ' Q.')
const plainName = fc
  .tuple(family, given, initial)
  .map(([last, first, middle]) => `${last}, ${first}${middle}`)
const oddName = fc.constantFrom(
  'Heat 3 Lane 5,',
  'Heat 2 of 3,',
  'Rower 7,',
  'Wave 12 Rider, .',
  '*Orsi, Anaïs',
  'Event 9 Girls Fan,',
  'Orsi, Bea or Beatrix',
)
const name = fc.oneof({ weight: 8, arbitrary: plainName }, { weight: 1, arbitrary: oddName })
const team = fc.constantFrom(
  'AQUA-XX',
  'QQ',
  'UN-01-XX',
  'Maple Boys & G-XX',
  'Unattached',
  'H2O-ZZ',
)
const seconds = fc.tuple(fc.integer({ min: 14, max: 59 }), fc.integer({ min: 0, max: 99 }))
const time = fc
  .tuple(fc.integer({ min: 0, max: 20 }), seconds)
  .map(
    ([minutes, [whole, part]]) =>
      `${minutes > 0 ? `${minutes}:` : ''}${whole}.${String(part).padStart(2, '0')}`,
  )
const seed = fc.oneof(
  { weight: 6, arbitrary: time },
  { weight: 1, arbitrary: fc.constantFrom('NT', 'XNT') },
  { weight: 1, arbitrary: time.map((one) => `X${one}`) },
  { weight: 1, arbitrary: time.map((one) => `${one}Y`) },
)
const age = fc.oneof(fc.integer({ min: 5, max: 18 }).map(String), fc.constantFrom('FR', 'SR'))
const tag = fc.option(fc.constantFrom('QUAL', 'B', 'ALL*'), { nil: undefined })

const none = fc.constant([]).map((empty) => [...empty])

/** Mixed events show the sex next to the age. */
const mixedAge = fc
  .tuple(fc.constantFrom('W', 'M'), fc.integer({ min: 5, max: 18 }))
  .map(([sex, years]) => `${sex}${years}`)

const swimmer = (lane: number, isMixed: boolean): fc.Arbitrary<MeetSwimmer> =>
  fc
    .record({ name, age: isMixed ? mixedAge : age, team, seed, tag })
    .map(({ tag: mark, ...facts }) => ({ lane, ...facts, ...(mark && { tag: mark }) }))

const relay = (lane: number): fc.Arbitrary<MeetRelay> =>
  fc.record({
    lane: fc.constant(lane),
    team,
    letter: fc.constantFrom('A', 'B', 'C'),
    seed,
    legs: fc.oneof(
      none,
      fc.array(fc.record({ name: plainName, age: fc.integer({ min: 8, max: 18 }).map(String) }), {
        minLength: 4,
        maxLength: 4,
      }),
    ),
    are_numbered: fc.boolean(),
  })

const lanes = fc.uniqueArray(fc.integer({ min: 0, max: 10 }), { minLength: 1, maxLength: 8 })

const heat = (title: string, isPsych: boolean) =>
  lanes
    .map((taken) => (isPsych ? taken.map((_, index) => index + 1) : taken))
    .chain((taken) =>
      fc.record({
        swimmers: /Relay/.test(title)
          ? none
          : fc.tuple(...taken.map((lane) => swimmer(lane, title.startsWith('Mixed')))),
        relays: /Relay/.test(title) ? fc.tuple(...taken.map(relay)) : none,
        empty: isPsych ? none : fc.constantFrom<number[]>([], [11, 12]),
      }),
    )

const eventName = fc.constantFrom(
  'Girls 8 & Under 25 SC Meter Freestyle',
  'Boys 11-12 100 Yard IM',
  'Mixed 13 & Over 200 LC Meter Breaststroke',
  'Women 1650 Yard Freestyle',
  'Girls 200 Yard Medley Relay',
  'Mixed 12 & Under 4x50 SC Meter Freestyle Relay',
)
const notes = fc.array(
  fc.constantFrom(
    'Pool Record: 15.16 7/4/2009 T Invented',
    '20.25 ALL*',
    '1:20.00 QUAL Qualifying Time',
  ),
  { maxLength: 2 },
)

const event = (round: string, isPsych: boolean): fc.Arbitrary<Omit<MeetEvent, 'number'>> =>
  eventName.chain((title) => {
    const alternate = (place: number) => swimmer(place, title.startsWith('Mixed'))
    const hasNone = isPsych || /Relay/.test(title)
    const heats = fc.array(heat(title, isPsych), { minLength: 1, maxLength: isPsych ? 1 : 5 })
    return fc.record({
      letter: fc.constantFrom('', '', '', 'A'),
      name: fc.constant(title),
      notes,
      heats: heats.map((all) => all.map((one) => ({ ...one, round, start: null }))),
      alternates: hasNone ? none : fc.oneof(none, fc.tuple(alternate(1), alternate(2))),
    })
  })

/** Programs and psych sheets with one or more pages. */
export const anyMeet: fc.Arbitrary<Meet> = fc
  .tuple(
    fc.constantFrom('Meet Program - Saturday AM', 'Meet Program - All Events', 'Psych Sheet'),
    fc.constantFrom('Finals', 'Prelims'),
  )
  .chain(([page_title, round]) => {
    const isPsych = page_title === 'Psych Sheet'
    return fc.record({
      host: fc.constantFrom('Invented Aquatics', 'Lake Club - Site License'),
      title: fc.constant('Spring Splash - 5/1/2026 to 5/3/2026'),
      page_title: fc.constant(page_title),
      more_head: fc.constantFrom<string[]>(
        [],
        ['Sanction #: XX-26-1'],
        ['Held at Invented Natatorium'],
      ),
      columns: fc.constantFrom(1, 2, 3),
      event_word: fc.constantFrom('Event ', '#'),
      names_first_heats: fc.boolean(),
      repeats_header: fc.boolean(),
      header_shift: fc.constantFrom(0, 0, 3.6, -3.6),
      has_starts: fc.boolean(),
      events: fc.array(event(round, isPsych), { minLength: 3, maxLength: 12 }),
    })
  })
  .map(({ has_starts, events, ...meet }) => {
    const numbered = events.map((one, index) => ({ ...one, number: index * 3 + 1 }))
    return { ...meet, events: has_starts ? withStarts(numbered) : numbered }
  })

/** One heat every four minutes, starting at one o'clock. */
function withStarts(events: MeetEvent[]): MeetEvent[] {
  let minutes = 0
  const next = () => {
    const time = `${String(1 + Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')} PM`
    minutes += 4
    return time
  }
  return events.map((one) => ({
    ...one,
    heats: one.heats.map((own) => ({ ...own, start: next() })),
  }))
}
