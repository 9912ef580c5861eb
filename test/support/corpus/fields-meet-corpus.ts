import { toHeatSheetReading } from '../../../src/extraction/heat-sheet/read-heat-sheet.ts'
import { readProgram } from '../../../src/extraction/heat-sheet/read-program.ts'
import type { Page } from '../../../src/domain/reading/reading.ts'
import { readPages } from '../../../src/extraction/pdf/pages.ts'
import { meetSchemas } from '../../fixtures/field-schemas.ts'
import { printRange, sessionDay } from '../../fixtures/sheets/draw-parts.ts'
import { sheetLanguages } from '../../fixtures/sheets/languages.ts'
import { sheetLayouts } from '../../fixtures/sheets/layouts.ts'
import { meetDays, randomSheet, toPsychSheet } from '../../fixtures/sheets/random-sheet.ts'
import {
  createScore,
  type ExpectedFields,
  type FieldsScore,
  isExactly,
  isText,
  readWithSchema,
  scoreDocument,
} from './fields-corpus.ts'
import { isSameInSwim, listCorpusSheets } from './heat-sheet-corpus.ts'
import { meetGrammar } from '../readings/meet-grammar.ts'
import { listTrueEntries, type TrueEntry } from './sheet-score.ts'

interface MeetDocument {
  id: string
  pdf: () => Promise<Buffer> | Buffer
  expected: ExpectedFields
  /** Values that depend on what the pages show: not every layout prints the venue or all days of the meet. */
  expectPrinted?: (shows: (text: string) => boolean) => ExpectedFields['fields']
}

/** Scores the sheets in the corpus and generated sheets, with every set of names. */
export async function scoreMeetFields(hasCorpus: boolean): Promise<FieldsScore[]> {
  const parts: [string, MeetDocument[]][] = [
    ['heat sheets', hasCorpus ? await listCorpusMeets() : []],
    ['generated sheets', listGeneratedMeets()],
  ]
  const scores = parts.flatMap(([part, documents]) =>
    meetSchemas.map((set) => ({ set, documents, score: createScore(`${part}, ${set.id}`) })),
  )
  for (const [, documents] of parts)
    for (const document of documents) {
      const pages = await readPages(await document.pdf())
      const reading = toHeatSheetReading(readProgram(pages, meetGrammar), {})
      for (const { set, documents: own, score } of scores.filter(
        (one) => one.documents === documents,
      ))
        if (own.includes(document)) {
          const read = readWithSchema(set, pages, { reading, mapping: 'heat_sheet_v1' })
          scoreDocument(score, document.id, set, read, addPrinted(document, pages))
        }
    }
  return scores.map(({ score }) => score).filter(({ documents }) => documents > 0)
}

function addPrinted({ expected, expectPrinted }: MeetDocument, pages: Page[]): ExpectedFields {
  const shows = (text: string) => pages.some((page) => page.text.includes(text))
  return { ...expected, fields: { ...expected.fields, ...expectPrinted?.(shows) } }
}

async function listCorpusMeets(): Promise<MeetDocument[]> {
  return (await listCorpusSheets()).map(({ id, pdf, meet_name, swims, event_count }) => ({
    id,
    pdf: () => pdf,
    expected: {
      fields: {
        ...(meet_name !== undefined && { meet_name: isText(meet_name) }),
        ...(event_count !== undefined && { event_count: isExactly(event_count) }),
        entry_count: isExactly(swims.length),
      },
      rows: swims.map(toRow),
      is_unordered: true,
    },
  }))
}

function listGeneratedMeets(): MeetDocument[] {
  return sheetLayouts.flatMap((layout) =>
    sheetLanguages.map((language, at) => {
      const random = randomSheet(at + 1, language, layout.style)
      const sheet = layout.is_psych ? toPsychSheet(random) : random
      const entries = listTrueEntries(sheet, layout)
      const { year, month, from, to } = meetDays
      const lastSession = Math.max(...sheet.sessions.map(sessionDay))
      const day = (date: number) =>
        new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10)
      return {
        id: `${layout.id} ${language.code}`,
        pdf: () => layout.draw(sheet, language),
        // Without the days of the meet, the sessions show how long it lasts.
        expectPrinted: (shows) => ({
          ...(shows(sheet.venue) && { venue: isText(sheet.venue) }),
          meet_end: isExactly(day(shows(printRange(language)) ? to : lastSession)),
        }),
        expected: {
          fields: {
            meet_name: isText(sheet.name),
            meet_start: isExactly(day(from)),
            entry_count: isExactly(entries.length),
          },
          rows: entries.map(toRow),
          is_unordered: true,
        },
      }
    }),
  )
}

const columns = [
  'event_number',
  'heat_number',
  'lane',
  'swimmer_name',
  'team',
  'seed_time',
] as const

function toRow(entry: TrueEntry) {
  return Object.fromEntries(
    columns.flatMap((column) => {
      const value = entry[column]
      if (value === undefined || value === null) return []
      return [[column, (read: unknown) => isSameInSwim(column, read, value)]]
    }),
  )
}
