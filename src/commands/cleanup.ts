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
    const files = `${results} results, ${uploads} uploads and ${orphans} files that nothing names`
    const verb = dryRun ? 'would be' : 'were'
    process.stdout.write(
      `${files} ${verb} deleted; the events of ${batches} batches ${verb} compacted; ${jobs} old jobs ${verb} forgotten\n`,
    )
  })
