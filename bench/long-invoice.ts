import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { exampleInvoice } from '../test/fixtures/invoices/any-invoice.ts'
import { invoicePdf } from '../test/fixtures/invoices/draw.ts'
import { ruled } from '../test/fixtures/invoices/english.ts'
import { measureMs } from './clock.ts'
import { builtSandbox } from './pool.ts'

export interface LongInvoiceMetrics {
  lines: number
  pages: number
  /** Time to read the invoice in a new child process, and again in the same process. */
  cold_ms: number
  warm_ms: number
  /** The child's peak memory. */
  peak_rss_mb: number
}

const lines = 510

export async function benchLongInvoice(folder: string): Promise<LongInvoiceMetrics> {
  const file = path.join(folder, 'long.pdf')
  const style = { numbers: '1,234.56', dates: '05/01/2026', per_page: 40 } as const
  const invoice = exampleInvoice(ruled, lines)
  await writeFile(file, await invoicePdf(invoice, ruled, { ...style, hasTotalsApart: false }))
  const sandbox = await builtSandbox(folder, 1)
  try {
    let pages = 0
    const read = async () => {
      const { page_count } = await sandbox.extract(
        { file, mapping: ruled.name, params: {}, folder },
        {},
      )
      pages = page_count
    }
    const cold_ms = Math.round(await measureMs(read))
    const peak_rss_mb = Math.max(...listChildren(process.pid).map(peakMegabytes))
    const warm_ms = Math.round(await measureMs(read))
    return { lines, pages, cold_ms, warm_ms, peak_rss_mb }
  } finally {
    await sandbox.close()
  }
}

function listChildren(pid: number): string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
}

function peakMegabytes(pid: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024)
}
