import type { Readable } from 'node:stream'
import type { Job } from '../domain/job/job.ts'
import { type NamedReading, renderWorkbook } from '../extraction/outputs/invoice-workbook.ts'
import { type LoadDeps, loadReading } from './load-reading.ts'

/** Streams invoices as an XLSX file. Holds one reading in memory at a time. */
export function createWorkbook(deps: LoadDeps, jobs: readonly Job[]): Readable {
  return renderWorkbook(() => readInvoices(deps, jobs))
}

async function* readInvoices(deps: LoadDeps, jobs: readonly Job[]): AsyncGenerator<NamedReading> {
  for (const job of jobs) {
    const { reading } = await loadReading(deps, job)
    if (reading?.kind === 'invoice') yield { filename: job.original_filename, reading }
  }
}
