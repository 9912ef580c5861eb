import { open } from 'node:fs/promises'
import path from 'node:path'
import { type NumberedJob, sameInvoices } from '../domain/results/batch-results.ts'
import { AppError, type Fault } from '../domain/errors/errors.ts'
import type { Job } from '../domain/job/job.ts'
import { asStorageError } from '../domain/errors/system-error.ts'
import type { Sandbox } from '../extraction/sandbox/sandbox.ts'
import type { Download } from './deliver.ts'
import { type Loading, loadReading } from './load-reading.ts'
import { type Directories, directoryFile } from '../directory/owner-directory.ts'
import type { Scratch } from '../blobs/scratch.ts'
import { writeChunk } from '../blobs/stage.ts'

export interface MergingInvoices extends Loading {
  scratch: Scratch
  directories: Directories
  /** Writes in a child process: a thousand invoices take seconds. */
  writer: Pick<Sandbox, 'merge'>
}

/** One file for the tax office, in the order of the jobs. Two invoices of one number are refused, unless allowed. */
export function mergeInvoices(
  from: MergingInvoices,
  jobs: readonly Job[],
  order: { owner_id: string; allowDuplicates: boolean; signal: AbortSignal },
): Promise<Pick<Download, 'stream' | 'bytes'>> {
  return from.scratch.use(async (folder) => {
    const file = path.join(folder, 'readings.jsonl')
    const same = sameInvoices(await collect(from, jobs, file))
    if (same.length > 0 && !order.allowDuplicates) throw sameNumbers(same)
    const own = await directoryFile(from.directories, order.owner_id, folder)
    const merged = await from.writer.merge({ file, folder, own }, { signal: order.signal })
    // Open, it can be read to its end although the folder is removed.
    const handle = await open(merged.file)
    return { stream: handle.createReadStream(), bytes: merged.bytes }
  })
}

/** Writes what was read from each to the file, a line for each, so that only what is compared is held. */
async function collect(
  from: MergingInvoices,
  jobs: readonly Job[],
  file: string,
): Promise<NumberedJob[]> {
  const handle = await open(file, 'wx').catch((cause: unknown) => {
    throw asStorageError(cause)
  })
  const invoices: NumberedJob[] = []
  try {
    for (const job of jobs) {
      const { reading } = await loadReading(from, job)
      if (reading?.kind !== 'invoice') continue
      invoices.push({ job, number: reading.number, seller: reading.seller })
      await writeChunk(handle, Buffer.from(`${JSON.stringify(reading)}\n`))
    }
  } finally {
    await handle.close()
  }
  return invoices
}

function sameNumbers(same: [Job, Job][]): AppError {
  const errors = same.map(([job, earlier]): Fault => {
    const detail = `${job.original_filename} has the same invoice number as ${earlier.original_filename}.`
    return { pointer: `/jobs/${job.id}`, detail }
  })
  const sentence = `${errors.map(({ detail }) => detail).join(' ')} Leave one of each out, or allow it by allow_duplicates.`
  return new AppError('SAME_NUMBERS', sentence, { errors })
}
