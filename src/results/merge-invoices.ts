import { open } from 'node:fs/promises'
import path from 'node:path'
import { type NumberedJob, findSameInvoices } from '../domain/results/batch-results.ts'
import { AppError, fault } from '../domain/errors/errors.ts'
import type { Job } from '../domain/job/job.ts'
import { toStorageError } from '../domain/errors/system-error.ts'
import type { Sandbox } from '../extraction/sandbox/sandbox.ts'
import type { Download } from './downloads.ts'
import { type LoadDeps, loadReading } from './load-reading.ts'
import { type DirectoryCache, writeDirectoryFile } from '../directory/owner-directory.ts'
import type { Scratch } from '../blobs/scratch.ts'
import { writeChunk } from '../blobs/stage-upload.ts'
import { detail } from '../domain/i18n/problem-detail.ts'

export interface MergeInvoicesDeps extends LoadDeps {
  scratch: Scratch
  directories: DirectoryCache
  /** Runs in a child process, because a thousand invoices take seconds. */
  writer: Pick<Sandbox, 'merge'>
}

/** Merges invoices into one Coretax file in job order. Rejects duplicate invoice numbers unless they are allowed. */
export function mergeInvoices(
  deps: MergeInvoicesDeps,
  jobs: readonly Job[],
  options: { owner_id: string; allowDuplicates: boolean; signal: AbortSignal },
): Promise<Pick<Download, 'stream' | 'bytes'>> {
  return deps.scratch.use(async (folder) => {
    const file = path.join(folder, 'readings.jsonl')
    const duplicates = findSameInvoices(await writeReadings(deps, jobs, file))
    if (duplicates.length > 0 && !options.allowDuplicates) throw duplicateNumbers(duplicates)
    const own = await writeDirectoryFile(deps.directories, options.owner_id, folder)
    const merged = await deps.writer.merge({ file, folder, own }, { signal: options.signal })
    // The open handle outlives its folder's removal.
    const handle = await open(merged.file)
    return { stream: handle.createReadStream(), bytes: merged.bytes }
  })
}

/** Streams the readings to a JSONL file and keeps only the fields needed to find duplicates. */
async function writeReadings(
  deps: MergeInvoicesDeps,
  jobs: readonly Job[],
  file: string,
): Promise<NumberedJob[]> {
  const handle = await open(file, 'wx').catch((cause: unknown) => {
    throw toStorageError(cause)
  })
  const invoices: NumberedJob[] = []
  try {
    for (const job of jobs) {
      const { reading } = await loadReading(deps, job)
      if (reading?.kind !== 'invoice') continue
      invoices.push({ job, number: reading.number, seller: reading.seller })
      await writeChunk(handle, Buffer.from(`${JSON.stringify(reading)}\n`))
    }
  } finally {
    await handle.close()
  }
  return invoices
}

function duplicateNumbers(duplicates: [Job, Job][]): AppError {
  const pairs = duplicates.map(([job, earlier]) => ({
    name: job.original_filename,
    earlier: earlier.original_filename,
  }))
  const errors = duplicates.flatMap(([job], index) => {
    const pair = pairs[index]
    return pair ? [fault(`/jobs/${job.id}`, detail('same_invoice_number', pair))] : []
  })
  return new AppError('SAME_NUMBERS', detail('same_invoice_numbers', { pairs }), { errors })
}
