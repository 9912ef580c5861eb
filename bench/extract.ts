import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readPages } from '../src/extraction/pdf/pages.ts'
import type { Mapping } from '../src/domain/mapping/mapping.ts'
import {
  type ReferenceData,
  loadReferenceData,
} from '../src/extraction/reference-data/reference-data.ts'
import { exampleInvoice } from '../test/fixtures/invoices/any-invoice.ts'
import { invoicePdf } from '../test/fixtures/invoices/draw.ts'
import { layouts } from '../test/fixtures/invoices/layouts.ts'
import type { Layout } from '../test/fixtures/invoices/layout.ts'
import { corpusFiles, corpusFolder } from '../test/support/corpus/corpus.ts'
import { bareEngine } from './bare-engine.ts'
import { loadBuilt } from './built.ts'
import { measureCpuMs, median, measureMs } from './clock.ts'
import { benchLongInvoice, type LongInvoiceMetrics } from './long-invoice.ts'
import { benchPool, type PoolMetrics } from './pool.ts'

type Extract = typeof import('../src/extraction/extract.ts')

export interface ExtractMetrics extends Comparison {
  over: string
  documents: number
  long_invoice: LongInvoiceMetrics
  pool: PoolMetrics
}

/** Times for reading all documents once. */
interface Comparison {
  bare_cpu_ms: number
  /** Covers words, rules, checks and XML; `files` also covers JSON, CSV and UBL. */
  whole_cpu_ms: number
  whole_to_bare: number
  files_to_bare: number
  /** Ratio of wall-clock times, because pdftotext is another process; null if it is not installed. */
  whole_to_pdftotext: number | null
}

const rounds = 9
/** Warm-up documents, which load the engine and compile hot code. */
const warmUps = 3

/** Measures single and parallel reading speed on real invoices from the corpus, otherwise on generated ones. */
export async function benchExtract(): Promise<ExtractMetrics> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-bench-'))
  try {
    await Promise.all([
      cp('mappings', path.join(folder, 'mappings'), { recursive: true }),
      cp('directory', path.join(folder, 'directory'), { recursive: true }),
    ])
    await cp('test/fixtures/invoices/mappings', path.join(folder, 'mappings'), { recursive: true })
    const real = await withText(corpusFiles())
    const [over, files] =
      real.length > 0 ? ['the corpus', real] : ['drawn invoices', await drawnFiles(folder)]
    if (real.length === 0) console.error(`NO CORPUS at ${corpusFolder}: measuring ${over}.`)
    return {
      over,
      documents: files.length,
      ...(await compare(files, folder)),
      long_invoice: await benchLongInvoice(folder),
      pool: await benchPool(folder, files),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Alternates between the methods, so that other load affects all of them alike. `pdftotext` is measured separately from
 * the engine, because starting a process copies the memory pages of its parent.
 */
async function compare(files: string[], folder: string): Promise<Comparison> {
  const pdfs = await Promise.all(files.map((file) => readFile(file)))
  const referenceData = loadReferenceData({ folder })
  const { extract } = await loadBuilt<Extract>('extraction/extract.js')
  const readBare = await bareEngine()
  const bare = () => forEachInOrder(pdfs, readBare)
  const xml = keepXmlOutput(referenceData)
  const whole = () => forEachInOrder(pdfs, (pdf) => extract(pdf, 'auto', xml))
  const withFiles = () => forEachInOrder(pdfs, (pdf) => extract(pdf, 'auto', referenceData))
  const cpu = await runAlternately([bare, whole, withFiles], measureCpuMs)
  const clock = await runAlternately([withFiles, () => forEachInOrder(files, pdftotext)], measureMs)
  const hasPdftotext = spawnSync('pdftotext', ['-v']).error === undefined
  return {
    bare_cpu_ms: median(cpu.map(([time = 0]) => time)),
    whole_cpu_ms: median(cpu.map(([, time = 0]) => time)),
    whole_to_bare: median(cpu.map(([one = 1, other = 0]) => other / one)),
    files_to_bare: median(cpu.map(([one = 1, , other = 0]) => other / one)),
    whole_to_pdftotext: hasPdftotext
      ? median(clock.map(([one = 0, other = 1]) => one / other))
      : null,
  }
}

type Task = () => Promise<void>

/** Returns the times of each round. */
async function runAlternately(
  works: Task[],
  measure: (work: Task) => Promise<number>,
): Promise<number[][]> {
  const times: number[][] = []
  for (let round = 0; round < warmUps + rounds; round++) {
    const roundMs: number[] = []
    for (const work of works) roundMs.push(await measure(work))
    times.push(roundMs)
  }
  return times.slice(warmUps)
}

function keepXmlOutput(referenceData: ReferenceData): ReferenceData {
  const mappings = [...referenceData.mappings].map(([name, mapping]) => {
    const outputs = mapping.outputs.filter((format) => format === 'xml')
    return [name, { ...mapping, outputs } as Mapping] as const
  })
  return { ...referenceData, mappings: new Map(mappings) }
}

/** Excludes scans, because OCR takes seconds and is not measured here. */
async function withText(files: string[]): Promise<string[]> {
  const counts = await Promise.all(
    files.map(async (file) =>
      (await readPages(await readFile(file))).flatMap(({ words }) => words),
    ),
  )
  return files.filter((_, index) => (counts[index]?.length ?? 0) > 0)
}

async function forEachInOrder<T>(values: T[], use: (value: T) => unknown): Promise<void> {
  for (const value of values) await use(value)
}

function pdftotext(file: string): void {
  spawnSync('pdftotext', ['-bbox-layout', file, '-'], { maxBuffer: 2 ** 28 })
}

async function drawnFiles(folder: string): Promise<string[]> {
  return Promise.all(
    layouts.flatMap((layout) => [3, 8, 20].map((lines) => drawnFile(folder, layout, lines))),
  )
}

async function drawnFile(folder: string, layout: Layout, lines: number): Promise<string> {
  const file = path.join(folder, `${layout.name}-${lines}.pdf`)
  const style = { numbers: '1.234,56', dates: '05/01/2026', per_page: 15 } as const
  const invoice = exampleInvoice(layout, lines)
  await writeFile(file, await invoicePdf(invoice, layout, { ...style, hasTotalsApart: false }))
  return file
}
