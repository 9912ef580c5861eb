// Draws the images for docs/mappings.md, which show what the guide's mapping finds in the guide's invoice. Needs
// pdftoppm (Debian: poppler-utils). Run it after changing the guide or its fixture: npx tsx scripts/draw-guide.ts
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Box } from '../src/domain/reading/reading.ts'
import type { TraceStep } from '../src/extraction/layout/trace.ts'
import { explain } from '../src/extraction/mapping/explain.ts'
import { parseMapping } from '../src/extraction/mapping/load.ts'
import { readPages } from '../src/extraction/pdf/pages.ts'
import { guidePdf } from '../test/fixtures/guide.ts'
import { meetGrammar } from '../test/support/readings/meet-grammar.ts'
import { readGuideMapping } from '../test/support/docket/guide-text.ts'

/** The parts of the pages to draw, in points from the top. */
const pictures = [
  { name: 'mapping-fields', page: 1, top: 30, bottom: 178 },
  { name: 'mapping-table', page: 1, top: 186, bottom: 362 },
  { name: 'mapping-totals', page: 2, top: 44, bottom: 200 },
]
const pixelsPerInch = 110
const colours = { label: '#1d4ed8', value: '#15803d', column: '#c2410c', line: '#6b7280' }

const { file, yaml } = readGuideMapping()
const pages = await readPages(await guidePdf())
const { steps, reading } = explain(pages, parseMapping(yaml, file), {
  mappings: new Map(),
  meet_grammar: meetGrammar,
})
/** Page and position of each value, by path. */
const places = Object.entries(reading?.evidence ?? {}).flatMap(([key, { page, box }]) =>
  box ? [{ key, page, box }] : [],
)
const values = steps.filter((step) => step.step === 'value').filter(({ value }) => value !== null)

const pdf = await guidePdf((document, page) => {
  drawColumns(document, page)
  drawValues(document, page)
  for (const step of steps) if (step.step === 'line') drawLine(document, page, step)
})
renderPictures(pdf)

/** Frames labels in blue and values in green, and gives both the same number. */
function drawValues(document: PDFKit.PDFDocument, page: number): void {
  for (const [index, step] of values.entries()) {
    const evidence = places.find(({ key }) => key === step.path)
    const label = step.sightings.find(({ value }) => value === step.value)?.at
    const hasLabel = label && step.rule.text === undefined && step.rule.under === undefined
    if (hasLabel && label.page === page) frame(document, label.box, colours.label)
    if (evidence?.page === page) frame(document, evidence.box, colours.value)
    const first = hasLabel ? label : evidence
    if (first?.page === page) badge(document, first.box, String(index + 1))
  }
}

/** Frames each column, as wide as its header and cells. */
function drawColumns(document: PDFKit.PDFDocument, page: number): void {
  const head = steps.find((step) => step.step === 'head' && step.page === page)
  const heads = head?.step === 'head' ? head.columns : []
  const cells = places.filter((it) => it.key.startsWith('lines.') && it.page === page)
  const bottoms = cells.map(({ box }) => box[3])
  const top = head?.step === 'head' ? head.y - 11 : Math.min(...cells.map(({ box }) => box[1]))
  const known = steps.find((step) => step.step === 'columns')
  for (const { name, kind } of known?.step === 'columns' ? known.columns : []) {
    const columnCells = cells.filter(({ key }) => key.endsWith(`.${name}`))
    const spans = [
      ...columnCells.map(({ box: [left, , right] }) => ({ left, right })),
      ...heads.filter((it) => it.name === name),
    ]
    const left = Math.min(...spans.map((span) => span.left)) - 2
    const right = Math.max(...spans.map((span) => span.right)) + 2
    document.rect(left, top, right - left, Math.max(...bottoms) + 3 - top)
    document.fillOpacity(0.16).fill(colours.column).fillOpacity(1)
    document.fillColor(colours.column).font('Helvetica-Oblique').fontSize(7)
    const x = kind === 'number' ? right - document.widthOfString(name) : left
    document.text(name, x, top - 9, { lineBreak: false })
  }
}

function drawLine(
  document: PDFKit.PDFDocument,
  page: number,
  { page: linePage, y, role, item, text }: Extract<TraceStep, { step: 'line' }>,
): void {
  if (linePage !== page || text.startsWith('Page')) return
  const labels = {
    begins: `item ${item}`,
    adds: `+ item ${item}`,
    remark: '',
    skipped: 'skip',
    ends: 'end',
  }
  document.fillColor(role === 'begins' ? colours.value : colours.line)
  document.font('Helvetica-Oblique').fontSize(7)
  document.text(labels[role], 557, y - 6, { lineBreak: false })
}

function frame(
  document: PDFKit.PDFDocument,
  [left, top, right, bottom]: Box,
  colour: string,
): void {
  document
    .rect(left - 2, top - 2, right - left + 4, bottom - top + 4)
    .lineWidth(0.8)
    .stroke(colour)
}

function badge(document: PDFKit.PDFDocument, [left, top, , bottom]: Box, text: string): void {
  const [x, y] = [left - 9, (top + bottom) / 2]
  document.circle(x, y, 5.5).fill(colours.label)
  document.fillColor('white').font('Helvetica-Bold').fontSize(7)
  document.text(text, x - document.widthOfString(text) / 2, y - 2.8, { lineBreak: false })
}

function renderPictures(bytes: Buffer): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-guide-'))
  const source = path.join(folder, 'guide.pdf')
  const pixels = (points: number) => String(Math.round((points * pixelsPerInch) / 72))
  try {
    writeFileSync(source, bytes)
    for (const { name, page, top, bottom } of pictures) {
      const area = [
        '-x',
        pixels(30),
        '-y',
        pixels(top),
        '-W',
        pixels(565),
        '-H',
        pixels(bottom - top),
      ]
      const only = ['-f', String(page), '-l', String(page), '-singlefile', '-png']
      const target = path.resolve('docs/images', name)
      execFileSync('/usr/bin/pdftoppm', [
        '-r',
        String(pixelsPerInch),
        ...area,
        ...only,
        source,
        target,
      ])
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
