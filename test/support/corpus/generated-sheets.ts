import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { toHeatSheetReading } from '../../../src/extraction/heat-sheet/read-heat-sheet.ts'
import { readProgram } from '../../../src/extraction/heat-sheet/read-program.ts'
import { readPages } from '../../../src/extraction/pdf/pages.ts'
import { drawMeet, type Meet } from '../../fixtures/meets.ts'
import type { Program } from '../../../src/extraction/heat-sheet/meet-program.ts'
import type { SheetLayout } from '../../fixtures/sheets/draw-parts.ts'
import { type SheetLanguage, sheetLanguages } from '../../fixtures/sheets/languages.ts'
import { sheetLayouts } from '../../fixtures/sheets/layouts.ts'
import { toLayout, variants } from '../../fixtures/sheets/variants.ts'
import { randomSheet, toPsychSheet } from '../../fixtures/sheets/random-sheet.ts'
import { heatSheetFolder } from './heat-sheet-corpus.ts'
import { meetGrammar } from '../readings/meet-grammar.ts'
import { anyMeet, listSwims } from '../readings/meets.ts'
import { listTrueEntries, type Score, scoreEntries, type TrueEntry } from './sheet-score.ts'

export interface SheetScore extends Score {
  id: string
  documents: number
  swimmers: NameScore
  /** Documents with mistakes but no warning. */
  silent: number
  /** Warnings on documents without mistakes. */
  false_flags: number
}

/** Number of swimmers whose events were exactly right in a search by name. */
interface NameScore {
  right: number
  total: number
}

/** Swimmers searched by name in each document. */
const searchedSwimmers = 25
const documentsPerLayout = 3

/** Reads generated sheets in every layout and language, and the imitations in the corpus. */
export async function scoreGeneratedSheets(): Promise<SheetScore[]> {
  const scores: SheetScore[] = []
  for (const layout of [...sheetLayouts, ...variants.map(toLayout)])
    for (const language of sheetLanguages) {
      const seeds = Array.from({ length: documentsPerLayout }, (_, index) => index + 1)
      const documents = seeds.map((seed) => drawSheet(layout, language, seed))
      scores.push(await scoreDocuments(`${layout.id} ${language.code}`, documents))
    }
  for (const [id, isPsych] of meetManagerKinds)
    scores.push(await scoreDocuments(id, sampleMeets(isPsych)))
  for (const imitation of listImitations())
    scores.push(await scoreDocuments(imitation.id, [imitation]))
  return scores
}

/** Searches for 25 swimmers by name in one large document per layout, with 14 layouts and all languages. */
export async function scoreSearchOnGeneratedSheets(): Promise<SheetScore[]> {
  const layouts = [...sheetLayouts, ...variants.map(toLayout)].slice(0, 14)
  const scores: SheetScore[] = []
  for (const [index, layout] of layouts.entries()) {
    const language = sheetLanguages[index % sheetLanguages.length] as SheetLanguage
    const isLarge = ({ truth }: ScoredDocument) => pickNames(truth).length === searchedSwimmers
    const document = Array.from({ length: 20 }, (_, seed) =>
      drawSheet(layout, language, seed),
    ).find(isLarge)
    if (document) scores.push(await scoreDocuments(`${layout.id} ${language.code}`, [document]))
  }
  return scores
}

const meetManagerKinds = [
  ['meet-manager program', false],
  ['meet-manager psych', true],
] as const

interface ScoredDocument {
  pdf: () => Promise<Buffer> | Buffer
  truth: TrueEntry[]
  /** Names as parents would type them, by printed name. */
  spoken?: ReadonlyMap<string, string>
}

function drawSheet(layout: SheetLayout, language: SheetLanguage, seed: number): ScoredDocument {
  const random = randomSheet(seed, language, layout.style)
  const sheet = layout.is_psych ? toPsychSheet(random) : random
  const entries = sheet.sessions.flatMap(({ events }) =>
    events.flatMap(({ heats }) => heats.flatMap((heat) => heat.entries)),
  )
  return {
    pdf: () => layout.draw(sheet, language),
    truth: listTrueEntries(sheet, layout),
    spoken: new Map(entries.map(({ name, spoken }) => [name ?? '', spoken])),
  }
}

async function scoreDocuments(id: string, documents: ScoredDocument[]): Promise<SheetScore> {
  const total: SheetScore = {
    id,
    documents: documents.length,
    right: 0,
    missing: 0,
    wrong: 0,
    extra: 0,
    mistakes: [],
    swimmers: { right: 0, total: 0 },
    silent: 0,
    false_flags: 0,
  }
  for (const { pdf, truth, spoken } of documents) {
    const program = readProgram(await readPages(await pdf()), meetGrammar)
    const score = scoreEntries(toHeatSheetReading(program, {}).events, truth)
    for (const kind of ['right', 'missing', 'wrong', 'extra'] as const) total[kind] += score[kind]
    total.mistakes.push(...score.mistakes)
    if (score.mistakes.length > 0 && program.warnings.length === 0) total.silent += 1
    if (score.mistakes.length === 0) total.false_flags += program.warnings.length
    const { right, total: asked } = searchNames(program, truth, spoken)
    total.swimmers.right += right
    total.swimmers.total += asked
  }
  return total
}

/** Searches for every second swimmer by the printed name, and for the others by the name that a parent would type. */
function searchNames(
  program: Program,
  truth: TrueEntry[],
  spoken: ReadonlyMap<string, string> = new Map(),
): NameScore {
  const names = pickNames(truth)
  const right = names.filter((name, index) => {
    const own = truth.filter(({ swimmer_name }) => swimmer_name === name)
    const swimmer = index % 2 === 0 ? name : (spoken.get(name) ?? name)
    const score = scoreEntries(toHeatSheetReading(program, { swimmer }).events, own)
    return score.right === own.length && score.extra === 0
  })
  return { right: right.length, total: names.length }
}

/** Picks names spread evenly over the sheet. */
function pickNames(truth: TrueEntry[]): string[] {
  const names = [...new Set(truth.flatMap(({ swimmer_name }) => swimmer_name ?? []))]
  const step = Math.max(1, names.length / searchedSwimmers)
  const count = Math.min(searchedSwimmers, names.length)
  return Array.from({ length: count }, (_, index) => names[Math.floor(index * step)] ?? '')
}

function sampleMeets(isPsych: boolean): ScoredDocument[] {
  const isWanted = ({ page_title }: Meet) => page_title.startsWith('Psych') === isPsych
  const meets = fc.sample(anyMeet.filter(isWanted), { numRuns: 12, seed: 7 })
  return meets.map((meet) => ({ pdf: () => drawMeet(meet), truth: listMeetEntries(meet, isPsych) }))
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
    return { id, pdf: () => readFileSync(path.join(folder, `${id}.pdf`)), truth }
  })
}
