import { withDatabase } from '../app/database.ts'
import { openBlobs } from '../app/storage.ts'
import { printJson, printLine } from '../cli/io/print.ts'
import { UsageError } from '../cli/io/usage.ts'
import type { Recover } from '../cli/recover.ts'
import { recover as reconcile, type RecoverReport } from '../recovery/recover.ts'

export const recover: Recover = async ({ apply: isApplied = false, owner, json, quiet }) => {
  if (owner !== undefined && !/^(user|session|key):./.test(owner)) {
    throw new UsageError('--owner must be an owner as in "docket keys list", such as user:ada.')
  }
  await withDatabase(async (db, config) => {
    const blobs = await openBlobs(config)
    const adoption = {
      mapping: config.DEFAULT_MAPPING,
      maxRunning: config.MAX_CONCURRENT_JOBS_PER_BATCH,
    }
    const report = await reconcile({ db, blobs }, { isApplied, fallbackOwner: owner, ...adoption })
    if (json) printJson({ dry_run: !isApplied, ...report })
    else if (!quiet) printReport(report, isApplied)
  })
}

/** Prints one line per file, then the totals. */
function printReport(report: RecoverReport, isApplied: boolean): void {
  for (const [kind, files] of Object.entries(report)) {
    for (const { job_id, key } of files) printLine([kind, job_id, key].join('\t'))
  }
  const { adopted, unowned, missing_sources, missing_results } = report
  const [queued, marked] = isApplied ? ['queued again', 'marked'] : ['to queue again', 'to mark']
  printLine(
    `${adopted.length} uploads without a job ${queued}, ${unowned.length} of an unknown owner.`,
  )
  printLine(
    `${missing_sources.length} jobs without their upload and ${missing_results.length} missing result files ${marked}.`,
  )
  if (!isApplied) printLine('Nothing was changed. To apply this: docket recover --apply')
}
