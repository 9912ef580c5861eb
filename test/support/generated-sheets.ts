import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { toHeatSheetReading } from '../../src/extraction/heat-sheet/read-heat-sheet.ts'
import { readProgram } from '../../src/extraction/heat-sheet/read-program.ts'
import { readPages } from '../../src/extraction/pdf/pages.ts'
import { drawMeet, type Meet } from '../fixtures/meets.ts'
import { sheetLanguages } from '../fixtures/sheets/languages.ts'
import { sheetLayouts } from '../fixtures/sheets/layouts.ts'
import { randomSheet } from '../fixtures/sheets/random-sheet.ts'
import { heatSheetFolder } from './heat-sheet-corpus.ts'
import { meetGrammar } from './meet-grammar.ts'
import { anyMeet, listSwims } from './meets.ts'
import { listTrueEntries, type Score, scoreEntries, type TrueEntry } from './sheet-score.ts'

export interface SheetScore extends Score {
  id: string
  /** Of 25 swimmers that are searched by name. */
  swimmers: { right: number; total: number }
  is_flagged: boolean
}

/** Swimmers searched by name in each document. */
const searchedSwimmers = 25
const documentsPerLayout = 3

/** Reads generated sheets of every layout and language, and the imitations in the corpus. */
export async function scoreGeneratedSheets(): Promise<SheetScore[]> {
  const scores: SheetScore[] = []
  for (const layout of sheetLayouts)
    for (const language of sheetLanguages) {
      const documents = Array.from({ length: documentsPerLayout }, (_, seed) => {
        const sheet = randomSheet(seed + 1, language, layout.style)
        return { pdf: layout.draw(sheet, language), truth: listTrueEntries(sheet, layout) }
      })
      scores.push(await scoreDocuments(`${layout.id} ${language.code}`, documents))
    }
  for (const [id, isPsych] of [
    ['meet-manager program', false],
    ['meet-manager psych', true],
  ] as const)
    scores.push(await scoreDocuments(id, sampleMeets(isPsych)))
  for (const imitation of listImitations())
    scores.push(await scoreDocuments(imitation.id, [imitation]))
  return scores
}

interface ScoredDocument {
  pdf: Promise<Buffer> | Buffer
  truth: TrueEntry[]
}

async function scoreDocuments(id: string, documents: ScoredDocument[]): Promise<SheetScore> {
  const total: SheetScore = {
    id,
    right: 0,
    missing: 0,
    wrong: 0,
    extra: 0,
    mistakes: [],
    swimmers: { right: 0, total: 0 },
    is_flagged: false,
  }
  for (const { pdf, truth } of documents) {
    const program = readProgram(await readPages(await pdf), meetGrammar)
    const score = scoreEntries(toHeatSheetReading(program, {}).events, truth)
    total.right += score.right
    total.missing += score.missing
    total.wrong += score.wrong
    total.extra += score.extra
    total.mistakes.push(...score.mistakes)
    total.is_flagged ||= program.warnings.length > 0
    for (const name of pickNames(truth)) {
      const own = truth.filter(({ swimmer_name }) => swimmer_name === name)
      const { events } = toHeatSheetReading(program, { swimmer: name })
      const { right, extra } = scoreEntries(events, own)
      total.swimmers.total += 1
      if (right === own.length && extra === 0) total.swimmers.right += 1
    }
  }
  return total
}

/** Names spread evenly over the sheet. */
function pickNames(truth: TrueEntry[]): string[] {
  const names = [...new Set(truth.flatMap(({ swimmer_name }) => swimmer_name ?? []))]
  const step = Math.max(1, names.length / searchedSwimmers)
  const count = Math.min(searchedSwimmers, names.length)
  return Array.from({ length: count }, (_, index) => names[Math.floor(index * step)] ?? '')
}

function sampleMeets(isPsych: boolean): ScoredDocument[] {
  const isWanted = ({ page_title }: Meet) => page_title.startsWith('Psych') === isPsych
  const meets = fc.sample(anyMeet.filter(isWanted), { numRuns: 12, seed: 7 })
  return meets.map((meet) => ({ pdf: drawMeet(meet), truth: listMeetEntries(meet, isPsych) }))
}

function listMeetEntries(meet: Meet, isPsych: boolean): TrueEntry[] {
  const ranks = meet.events.flatMap(({ heats }) =>
    heats.flatMap(({ swimmers, relays }) =>
      [
        ...swimmers.map(({ lane }) => ({ lane, legs: 1 })),
        ...relays.map(({ lane, legs }) => ({ lane, legs: legs.length })),
      ]
        .toSorted((a, b) => a.lane - b.lane)
        .flatMap(({ lane, legs }) => Array.from({ length: Math.max(1, legs) }, () => lane)),
    ),
  )
  return listSwims(meet).map(
    ({ event_number, heat_number, lane, leg, swimmer_name, age, team, seed_time, relay }, at) => ({
      event_number,
      heat_number,
      lane,
      ...(isPsych && { seed_rank: ranks[at] ?? null }),
      leg,
      swimmer_name,
      age,
      team,
      seed_time,
      relay,
    }),
  )
}

interface ImitatedEntry {
  event: number
  heat: number
  place: number
  name: string
  age: string
  team: string
  seed: string
}

/** Sheets in the corpus whose expected entries are stored beside them. */
function listImitations(): (ScoredDocument & { id: string })[] {
  const folder = path.join(heatSheetFolder, 'imitations')
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((file) => file.endsWith('.truth.json'))
  return files.map((file) => {
    const id = file.replace('.truth.json', '')
    const entries = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as ImitatedEntry[]
    const truth = entries.map(({ event, heat, place, name, age, team, seed }) => ({
      event_number: event,
      heat_number: heat,
      lane: place,
      swimmer_name: name,
      age,
      team,
      seed_time: seed,
    }))
    return { id, pdf: readFileSync(path.join(folder, `${id}.pdf`)), truth }
  })
}
