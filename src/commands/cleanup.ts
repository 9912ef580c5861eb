import { openStore } from '../app/services.ts'
import type { Cleanup } from '../cli/cleanup.ts'
import { readConfig } from '../config.ts'
import { previewRetain, retainNow } from '../retention/retain.ts'
import { retentionOf } from '../app/retention.ts'
import { openBlobs } from '../app/storage.ts'
import { createLog } from '../app/log.ts'

export const cleanup: Cleanup = async ({ dryRun = false }) => {
  const config = readConfig()
  const store = await openStore(config, createLog(config.LOG_LEVEL ?? 'warn'))
  try {
    const retention = retentionOf({ config, db: store.db, blobs: await openBlobs(config) })
    const { results, uploads, orphans, batches, jobs } = await (dryRun ? previewRetain : retainNow)(
      retention,
    )
    const files = `${results} results, ${uploads} uploads and ${orphans} files that nothing names`
    const verb = dryRun ? 'would be' : 'were'
    process.stdout.write(
      `${files} ${verb} deleted; the events of ${batches} batches ${verb} compacted; ${jobs} old jobs ${verb} forgotten\n`,
    )
  } finally {
    await store.close()
  }
}
