import { withDatabase } from '../app/database.ts'
import { retentionPolicy } from '../app/retention.ts'
import { openBlobs } from '../app/storage.ts'
import { printJson, printLine } from '../cli/io/print.ts'
import type { Cleanup } from '../cli/cleanup.ts'
import { previewSweep, sweepNow } from '../retention/sweep.ts'

export const cleanup: Cleanup = ({ dryRun = false, json, quiet }) =>
  withDatabase(async (db, config) => {
    const retention = retentionPolicy({ config, db, blobs: await openBlobs(config) })
    const counts = await (dryRun ? previewSweep : sweepNow)(retention)
    if (json) return printJson({ dry_run: dryRun, ...counts })
    if (quiet) return
    const { results, uploads, orphans, batches, jobs } = counts
    const verb = dryRun ? 'Would delete' : 'Deleted'
    printLine(
      `${verb} ${results} results, ${uploads} uploads, ${orphans} orphaned files, the event history of ${batches} batches and ${jobs} old jobs.`,
    )
  })
