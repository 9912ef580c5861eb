import { open } from 'node:fs/promises'
import path from 'node:path'
import { type NumberedJob, sameInvoices } from '../domain/results/batch-results.ts'
import { AppError, type Fault } from '../domain/errors/errors.ts'
import type { Job } from '../domain/job/job.ts'
import { asStorageError } from '../domain/errors/system-error.ts'
import type { Sandbox } from '../extraction/sandbox/sandbox.ts'
import type { Download } from './downloads.ts'
import { type LoadDeps, loadReading } from './load-reading.ts'
import { type DirectoryCache, writeDirectoryFile } from '../directory/owner-directory.ts'
import type { Scratch } from '../blobs/scratch.ts'
import { writeChunk } from '../blobs/stage.ts'

export interface MergeInvoicesDeps extends LoadDeps {
  scratch: Scratch
  directories: DirectoryCache
  /** Runs in a child process, because a thousand invoices take seconds. */
  writer: Pick<Sandbox, 'merge'>
}

/**
 * Merges invoices into one Coretax file in job order. Rejects duplicate invoice numbers unless they are
 * allowed.
 */
export function mergeInvoices(
  deps: MergeInvoicesDeps,
  jobs: readonly Job[],
  options: { owner_id: string; allowDuplicates: boolean; signal: AbortSignal },
): Promise<Pick<Download, 'stream' | 'bytes'>> {
  return deps.scratch.use(async (folder) => {
    const file = path.join(folder, 'readings.jsonl')
    const duplicates = sameInvoices(await writeReadings(deps, jobs, file))
    if (duplicates.length > 0 && !options.allowDuplicates) throw duplicateNumbers(duplicates)
    const own = await writeDirectoryFile(deps.directories, options.owner_id, folder)
    const merged = await deps.writer.merge({ file, folder, own }, { signal: options.signal })
    // The open handle outlives the removal of its folder.
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
    throw asStorageError(cause)
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
  const errors = duplicates.map(([job, earlier]): Fault => {
    const detail = `${job.original_filename} has the same invoice number as ${earlier.original_filename}.`
    return { pointer: `/jobs/${job.id}`, detail }
  })
  const sentence = `${errors.map(({ detail }) => detail).join(' ')} Leave one of each out, or allow it by allow_duplicates.`
  return new AppError('SAME_NUMBERS', sentence, { errors })
}
