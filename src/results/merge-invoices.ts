import { open } from 'node:fs/promises'
import path from 'node:path'
import type { Scratch } from '../blobs/scratch.ts'
import { writeChunk } from '../blobs/stage-upload.ts'
import { jakartaDay } from '../domain/coretax/tax-period.ts'
import { toStorageError } from '../domain/errors/system-error.ts'
import type { InvoiceReading } from '../domain/invoice/invoice.ts'
import type { Job } from '../domain/job/job.ts'
import { findFiledHashes } from '../db/jobs/exports.sql.ts'
import { type DirectoryCache, writeDirectoryFile } from '../directory/owner-directory.ts'
import type {
  MergeCandidate,
  MergedDocument,
  MergeOptions,
} from '../extraction/coretax/merge-filings.ts'
import type { Sandbox } from '../extraction/sandbox/sandbox.ts'
import type { Download } from './downloads.ts'
import { invoiceKey } from '../extraction/outputs/invoice-key.ts'
import { findDuplicates } from './invoice-history.ts'
import { type LoadDeps, loadReading } from './load-reading.ts'

export interface MergeInvoicesDeps extends LoadDeps {
  scratch: Scratch
  directories: DirectoryCache
  /** Writes the file in a child process, because a thousand invoices take seconds. */
  writer: Pick<Sandbox, 'merge'>
  /** Clock used to check deadlines. */
  now?: () => Date
}

export interface MergeRequest extends Pick<MergeOptions, 'period' | 'write'> {
  owner_id: string
  /**
   * Jobs that the user confirmed, with the version that the user saw, if known. If any job has a version, the user saw
   * the whole file, and no other job is written.
   */
  confirmed: ReadonlyMap<string, string | undefined>
  /** Whether several invoices may have the same number. */
  allow_duplicates: boolean
  signal: AbortSignal
}

export interface MergedInvoices {
  documents: MergedDocument[]
  /** The file, or null if none was written. */
  file: Pick<Download, 'stream' | 'bytes'> | null
  /** Normalised seller and number of each job's invoice. */
  keys: ReadonlyMap<string, string>
}

/** Checks invoices, and writes them to one Coretax file in job order. */
export function mergeInvoices(
  deps: MergeInvoicesDeps,
  jobs: readonly Job[],
  { owner_id, confirmed, allow_duplicates, signal, period, write }: MergeRequest,
): Promise<MergedInvoices> {
  return deps.scratch.use(async (folder) => {
    const file = path.join(folder, 'invoices.jsonl')
    const { duplicates, keys, exportedHashes } = await readHistory(deps, owner_id, jobs)
    const unlisted = [...confirmed.values()].some((version) => version !== undefined)
      ? null
      : undefined
    await writeCandidates(deps, jobs, file, (job, reading) => ({
      id: job.id,
      filename: job.original_filename,
      reading,
      duplicate: allow_duplicates ? null : (duplicates.get(job.id) ?? null),
      exported: job.exported && {
        file: job.exported.filename,
        date: jakartaDay(new Date(job.exported.exported_at)),
      },
      exported_hash: exportedHashes.get(job.id),
      is_confirmed: confirmed.has(job.id),
      confirmed_version: confirmed.has(job.id) ? confirmed.get(job.id) : unlisted,
    }))
    const own = await writeDirectoryFile(deps.directories, owner_id, folder)
    const today = jakartaDay(deps.now?.() ?? new Date())
    const task = { file, folder, own, today, period, write }
    const { documents, output } = await deps.writer.merge(task, { signal })
    if (!output) return { documents, file: null, keys }
    // The open handle stays usable after the folder is removed.
    const handle = await open(output.file)
    return { documents, file: { stream: handle.createReadStream(), bytes: output.bytes }, keys }
  })
}

/** Reads the history from job summaries, so that no reading has to be kept in memory. */
async function readHistory({ db }: MergeInvoicesDeps, ownerId: string, jobs: readonly Job[]) {
  const invoices = jobs.flatMap((job) => {
    const { summary } = job
    if (summary?.kind !== 'invoice') return []
    const { number, seller } = summary
    return [{ id: job.id, filename: job.original_filename, number, seller }]
  })
  const duplicates = await findDuplicates(db, ownerId, invoices)
  const ids = jobs.filter(({ exported }) => exported !== null).map(({ id }) => id)
  const exports = await findFiledHashes(db, ownerId, ids)
  const exportedHashes = new Map(exports.map(({ job_id, filed_hash }) => [job_id, filed_hash]))
  return {
    duplicates,
    exportedHashes,
    keys: new Map(invoices.map((one) => [one.id, invoiceKey(one)])),
  }
}

/**
 * Values whose evidence is loaded. Rules about these values include the source, so an approval matches a rule only if
 * both state the same source.
 */
const sourcedPaths = ['seller.tin', 'buyer.tin']

/** Streams the readings to a JSONL file. */
async function writeCandidates(
  deps: MergeInvoicesDeps,
  jobs: readonly Job[],
  file: string,
  toCandidate: (job: Job, reading: InvoiceReading) => MergeCandidate,
): Promise<void> {
  const handle = await open(file, 'wx').catch((cause: unknown) => {
    throw toStorageError(cause)
  })
  try {
    for (const job of jobs) {
      const { reading } = await loadReading(deps, job, sourcedPaths)
      if (reading?.kind !== 'invoice') continue
      await writeChunk(handle, Buffer.from(`${JSON.stringify(toCandidate(job, reading))}\n`))
    }
  } finally {
    await handle.close()
  }
}
