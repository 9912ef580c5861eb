import { existsSync, readFileSync } from 'node:fs'
import { toAppError } from '../src/domain/errors/app-error.ts'
import type { InvoiceReading } from '../src/domain/invoice/invoice.ts'
import { extract } from '../src/extraction/extract.ts'
import { loadReferenceData } from '../src/extraction/reference-data/reference-data.ts'
import { scanPdf } from '../test/fixtures/scans.ts'
import { corpus, type CorpusInvoice, describedInvoices, unseenInvoices } from './invoice-corpus.ts'
import { findMisses } from './score-reading.ts'

/** The mapping that infers the layout; naming it excludes all other mappings. */
const mapping = 'invoice_v1'
const dpi = 200
const sampleSize = 20

interface Outcome {
  misses: string[]
  isFlagged: boolean
  pages: number
}

interface ScansBench {
  groups?: string[]
  isVerbose?: boolean
}

/**
 * Reads 20 invoices twice, with their text and as 200 dpi images. The layouts of 14 invoices (every seventh by id) have
 * no mapping; those of the other 6 (every eighth) have one.
 */
export async function benchScans({ groups = [], isVerbose = false }: ScansBench) {
  if (!existsSync(corpus)) return { skipped: `There is no corpus at ${corpus}.` }
  const counts = { documents: 0, text_right: 0, right: 0, flagged: 0, pages: 0, cpu_s: 0 }
  let slowest = 0
  const invoices = chooseInvoices().filter(
    ({ group }) => groups.length === 0 || groups.includes(group),
  )
  for (const invoice of invoices) {
    const pdf = readFileSync(invoice.file)
    const text = await readOutcome(pdf, invoice)
    const scan = await scanPdf(pdf, { dpi })
    const start = process.cpuUsage()
    const read = await readOutcome(scan, invoice)
    const { user, system } = process.cpuUsage(start)
    const seconds = (user + system) / 1e6
    counts.documents++
    counts.pages += read.pages
    counts.cpu_s += seconds
    slowest = Math.max(slowest, seconds / Math.max(1, read.pages))
    if (text.misses.length === 0) counts.text_right++
    if (read.misses.length === 0) counts.right++
    if (read.isFlagged) counts.flagged++
    if (isVerbose) printOutcome(invoice, { text, read, seconds })
  }
  return { ...counts, cpu_s_per_page: counts.cpu_s / counts.pages, slowest_s_per_page: slowest }
}

function chooseInvoices(): CorpusInvoice[] {
  const byId = (a: CorpusInvoice, b: CorpusInvoice) => (a.id < b.id ? -1 : 1)
  const isEvery = (step: number) => (_: unknown, index: number) => index % step === 0
  const unseen = unseenInvoices().filter(({ set }) => set !== 'words')
  return [
    ...unseen.toSorted(byId).filter(isEvery(7)),
    ...describedInvoices().toSorted(byId).filter(isEvery(8)),
  ].slice(0, sampleSize)
}

const referenceData = loadReferenceData({ folder: '.' })

async function readOutcome(pdf: Uint8Array, { truth }: CorpusInvoice): Promise<Outcome> {
  try {
    const { reading, review_reasons, page_count } = await extract(pdf, mapping, referenceData)
    return {
      misses: findMisses(truth, reading as InvoiceReading),
      isFlagged: review_reasons.length > 0,
      pages: page_count,
    }
  } catch (thrown) {
    return { misses: [toAppError(thrown).code], isFlagged: true, pages: 1 }
  }
}

function printOutcome(
  { id, group }: CorpusInvoice,
  { text, read, seconds }: { text: Outcome; read: Outcome; seconds: number },
): void {
  const verdict = ({ misses }: Outcome) => (misses.length === 0 ? 'right' : misses.join('; '))
  console.log(`${id} ${group}: ${read.pages} pages, ${seconds.toFixed(1)} s`)
  console.log(`  text: ${verdict(text)}`)
  console.log(`  scan: ${verdict(read)}${read.isFlagged ? '' : ' UNFLAGGED'}`)
}
