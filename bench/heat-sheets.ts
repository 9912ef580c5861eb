import { meetGrammar } from '../test/support/readings/meet-grammar.ts'
import { packSheet, unpackSheet } from '../src/extraction/heat-sheet/stored-sheet.ts'
import { readProgram } from '../src/extraction/heat-sheet/read-program.ts'
import { readPages } from '../src/extraction/pdf/pages.ts'
import { writeSheet } from '../src/extraction/outputs/write-sheet.ts'
import { drawMeet, type Meet, type MeetEvent } from '../test/fixtures/meets.ts'

const runs = 5
const outputs = ['json', 'ics', 'csv'] as const

/**
 * Measures the median time to read a 60-page program in a warm process, for one swimmer and then for another, in
 * milliseconds.
 */
export async function benchHeatSheets() {
  const pdf = await drawMeet(longMeet())
  const metrics: { words: number; first: number; second: number }[] = []
  let pages = 0
  let entries = 0
  for (let run = 0; run <= runs; run++) {
    const started = performance.now()
    const words = await readPages(pdf)
    const haveWords = performance.now()
    const program = readProgram(words, meetGrammar)
    const sheet = { mapping: 'heat_sheet_v1', page_count: 0, word_count: 0, program, reasons: [] }
    writeSheet(sheet, outputs, { params: { swimmer: 'Given7 Family7' } })
    const haveFirst = performance.now()
    const packedSheet = packSheet(sheet)
    const isKept = performance.now()
    writeSheet(unpackSheet(packedSheet), outputs, { params: { swimmer: 'Family8, Given8' } })
    const second = performance.now() - isKept
    pages = words.length
    entries = program.heats.reduce((sum, heat) => sum + heat.entries.length, 0)
    if (run > 0) metrics.push({ words: haveWords - started, first: haveFirst - started, second })
  }
  const median = (of: 'words' | 'first' | 'second') =>
    Math.round(metrics.map((one) => one[of]).toSorted((a, b) => a - b)[runs >> 1] ?? 0)
  return {
    pages,
    entries,
    words: median('words'),
    first: median('first'),
    second: median('second'),
  }
}

function longMeet(): Meet {
  return {
    host: 'Invented Aquatics',
    title: 'Long Splash - 5/1/2026 to 5/3/2026',
    page_title: 'Meet Program - Saturday AM',
    more_head: [],
    columns: 2,
    event_word: 'Event ',
    names_first_heats: false,
    events: Array.from({ length: 64 }, (_, index) => event(index)),
  }
}

function event(index: number): MeetEvent {
  const swimmer = (heat: number, lane: number) => {
    const at = index * 7 + heat * 8 + lane
    return {
      lane,
      name: `Family${at % 300}, Given${at % 13}`,
      age: '12',
      team: 'AQUA-XX',
      seed: '1:02.33',
    }
  }
  const heats = Array.from({ length: 12 }, (_, heat) => ({
    round: 'Finals',
    start: null,
    swimmers: Array.from({ length: 8 }, (__, lane) => swimmer(heat, lane + 1)),
    relays: [],
    empty: [],
  }))
  const name = 'Girls 11-12 100 Yard Freestyle'
  return { number: index + 1, letter: '', name, notes: [], heats, alternates: [] }
}
