import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Blobs } from '../blobs/blobs.ts'
import { openDecompressed } from '../blobs/compression.ts'
import type { Db } from '../db/db.ts'
import type { ClaimedJob } from '../db/jobs/transitions.sql.ts'
import { findEarlierSheet, saveSheetChanges } from '../db/review/sheet-changes.sql.ts'
import { HeatSheetReading } from '../domain/heat-sheet/heat-sheet.ts'
import { parseJson } from '../domain/values/json.ts'
import { toStorageError } from '../domain/errors/system-error.ts'
import { diffSheets } from '../extraction/meet/diff-sheets.ts'
import type { OutputFile, SandboxResult } from '../extraction/sandbox/sandbox.ts'

/** Maximum size in bytes. A larger sheet has more swimmers than any user follows. */
const maxBytes = 4 * 1024 * 1024

/**
 * Compares a heat sheet with the owner's previous sheet for the same session, if any. Returns the changes to save when
 * the job completes, or undefined for all other documents.
 */
export async function compareSheets(
  { db, blobs }: { db: Db; blobs: Blobs },
  { id: job_id, owner_id }: ClaimedJob,
  { meet_key, outputs }: Pick<SandboxResult, 'meet_key' | 'outputs'>,
): Promise<((tx: Db) => Promise<unknown>) | undefined> {
  const json = outputs.find(({ format }) => format === 'json')
  if (meet_key === undefined || json === undefined || json.bytes > maxBytes) return undefined
  const newer = readSheet(await readOutput(json))
  const [earlier] = await findEarlierSheet(db, { owner_id, meet_key, job_id })
  const older = earlier && earlier.bytes <= maxBytes ? await load(blobs, earlier.key) : undefined
  const isCompared = earlier !== undefined && older !== undefined && newer !== undefined
  const row = {
    job_id,
    owner_id,
    meet_key,
    since_job_id: isCompared ? earlier.id : null,
    changes: isCompared ? diffSheets(older, newer) : [],
  }
  return (tx) => saveSheetChanges(tx, row)
}

async function readOutput({ file, isCompressed }: OutputFile): Promise<string> {
  const bytes = await readFile(file).catch(throwDiskError)
  return (isCompressed ? await promisify(gunzip)(bytes) : bytes).toString()
}

function throwDiskError(error: unknown): never {
  throw toStorageError(error)
}

/** Returns undefined if the sheet has been deleted. */
async function load(blobs: Blobs, key: string): Promise<HeatSheetReading | undefined> {
  try {
    return readSheet(await text(await openDecompressed(blobs, key)))
  } catch {
    return undefined
  }
}

function readSheet(json: string): HeatSheetReading | undefined {
  return HeatSheetReading.safeParse(parseJson(json)).data
}
