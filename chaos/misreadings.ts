import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { InvoiceReading } from '../src/domain/invoice/invoice.ts'
import { parseJson } from '../src/domain/values/json.ts'
import { createSandbox, type Sandbox } from '../src/extraction/sandbox/sandbox.ts'
import { exampleInvoice } from '../test/fixtures/invoices/any-invoice.ts'
import { invoicePdf } from '../test/fixtures/invoices/draw.ts'
import { ruled } from '../test/fixtures/invoices/english.ts'
import { damagePdf } from '../test/fixtures/malformed-pdfs.ts'

type Outcome = 'same' | 'rejected' | 'not an invoice' | 'flagged' | 'as printed' | 'silent'

export interface MisreadingReport {
  pdfs: number
  outcomes: Partial<Record<Outcome, number>>
  /** PDFs that were not flagged for review although their reading matches neither the original nor pdf.js. */
  silent: string[]
  seconds: number
}

/** Damages copies of an invoice and compares their readings with that of the original and with the text that pdf.js finds. */
export async function findMisreadings(seed: number, count: number): Promise<MisreadingReport> {
  const startedAt = performance.now()
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-misreadings-'))
  const sandbox = createSandbox({ size: 2, referenceData: { folder: path.resolve('.') } })
  const report: Omit<MisreadingReport, 'seconds'> = { pdfs: 0, outcomes: {}, silent: [] }
  try {
    const original = await drawInvoice()
    const wanted = await read(sandbox, folder, original)
    if (!wanted || typeof wanted === 'string' || wanted.review.needed) {
      throw new Error('The original invoice cannot be read without review')
    }
    const numbers = Array.from({ length: count }, (_, index) => index)
    const judgeNext = async () => {
      for (let index = numbers.shift(); index !== undefined; index = numbers.shift()) {
        const { name, pdf } = damagePdf([original], seed, index)
        const outcome = await judge(await read(sandbox, folder, pdf), wanted, pdf)
        report.pdfs++
        report.outcomes[outcome] = (report.outcomes[outcome] ?? 0) + 1
        if (outcome === 'silent') report.silent.push(name)
      }
    }
    await Promise.all([judgeNext(), judgeNext()])
  } finally {
    await sandbox.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { ...report, seconds: Math.round((performance.now() - startedAt) / 1000) }
}

function drawInvoice(): Promise<Buffer> {
  const style = { numbers: '1,234.56', dates: '05/01/2026', per_page: 8 } as const
  return invoicePdf(exampleInvoice(ruled, 20), ruled, { ...style, hasTotalsApart: false })
}

async function read(
  sandbox: Sandbox,
  folder: string,
  pdf: Uint8Array,
): Promise<InvoiceReading | 'rejected' | 'not an invoice'> {
  const own = await mkdtemp(path.join(folder, 'work-'))
  const file = path.join(own, 'damaged.pdf')
  await writeFile(file, pdf)
  try {
    const task = { file, mapping: 'auto', params: {}, folder: own }
    const { outputs } = await sandbox.extract(task, {})
    const json = outputs.find(({ format }) => format === 'json')
    const text = json ? await readFile(json.file, 'utf8') : ''
    return InvoiceReading.safeParse(parseJson(text)).data ?? 'not an invoice'
  } catch {
    // `npm run chaos -- pdfs` checks which rejections are acceptable.
    return 'rejected'
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

async function judge(
  reading: InvoiceReading | 'rejected' | 'not an invoice',
  wanted: InvoiceReading,
  pdf: Uint8Array,
): Promise<Outcome> {
  if (typeof reading === 'string') return reading
  const [found, expected] = [listValues(reading), listValues(wanted)]
  if (JSON.stringify(found) === JSON.stringify(expected)) return 'same'
  if (reading.review.needed) return 'flagged'
  return (await isPrinted(pdf, found)) ? 'as printed' : 'silent'
}

/** Lists the values that affect amounts or identify the invoice, as text. */
function listValues({ number, date, currency, lines, totals }: InvoiceReading): string[] {
  const { subtotal, tax, grand_total } = totals
  return [
    number,
    date,
    currency,
    ...lines.flatMap(({ description, quantity, amount }) => [
      toPlain(description),
      quantity,
      amount,
    ]),
    subtotal,
    tax,
    grand_total,
  ].map(String)
}

/** Removes accented letters, because every viewer guesses them if the encoding of a font is damaged. */
function toPlain(text: string | null): string {
  return (text ?? '').replace(/[^\x20-\x7E]/g, '')
}

/** True if pdf.js finds the same amounts, so that the damaged page really shows them. */
async function isPrinted(pdf: Uint8Array, values: string[]): Promise<boolean> {
  try {
    const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
    const texts: string[] = []
    for (let number = 1; number <= document.numPages; number++) {
      const { items } = await (await document.getPage(number)).getTextContent()
      texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
    }
    await document.destroy()
    const page = texts.join(' ')
    const printed = new Set((page.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map(toNumber))
    const amounts = values.filter((value) => /^-?\d+(?:\.\d+)?$/.test(value))
    return amounts.every((amount) => printed.has(Math.abs(Number(amount))))
  } catch {
    return false
  }
}

function toNumber(text: string): number {
  return Number(text.replaceAll(',', ''))
}
