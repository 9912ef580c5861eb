import { withDatabase } from '../app/database.ts'
import { retentionPolicy } from '../app/retention.ts'
import { openBlobs } from '../app/storage.ts'
import type { Cleanup } from '../cli/cleanup.ts'
import { previewSweep, sweepNow } from '../retention/sweep.ts'

export const cleanup: Cleanup = ({ dryRun = false }) =>
  withDatabase(async (db, config) => {
    const retention = retentionPolicy({ config, db, blobs: await openBlobs(config) })
    const { results, uploads, orphans, batches, jobs } = await (dryRun ? previewSweep : sweepNow)(
      retention,
    )
    const verb = dryRun ? 'Would delete' : 'Deleted'
    process.stdout.write(
      `${verb} ${results} results, ${uploads} uploads, ${orphans} orphaned files, the event history of ${batches} batches and ${jobs} old jobs.\n`,
    )
  })
