import { existsSync } from 'node:fs'
import path from 'node:path'
import { migrationsFolder } from '../app/database.ts'
import { packageVersion } from '../app/package-info.ts'
import { openBlobs } from '../app/storage.ts'
import { waitForStopSignal } from '../app/stop-signals.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { writeBackup } from '../backup/write-backup.ts'
import type { BackupCommands } from '../cli/backup-commands.ts'
import { note, type OutputOptions, printJson, printLine } from '../cli/io/print.ts'
import { createProgressBars } from '../cli/io/progress-bars.ts'
import { UsageError } from '../cli/io/usage.ts'
import { type Config, readConfig } from '../config.ts'
import { findRunningServer, startEmbedded } from '../db/embedded/server.ts'

export const backupCommands: BackupCommands = {
  backup: (file, options) =>
    untilStopped(file, options, async (progress) => {
      const config = requireEmbedded('back up')
      if (!existsSync(path.join(postgresFolder(config), 'cluster'))) {
        throw new UsageError(`There is no database in ${config.DATA_DIR}. Set DATA_DIR.`)
      }
      const blobs = await openBlobs(config)
      const version = await packageVersion()
      const report = await withServer(config, (databaseUrl) =>
        writeBackup({ databaseUrl, blobs, file, version, ...progress }),
      )
      const { bytes, tables, files, missing } = report
      if (options.json) printJson(report)
      else if (!options.quiet) {
        printLine(`${report.file}: ${tables} tables and ${files} files, ${bytes} bytes`)
      }
      return reportMissing(missing, options)
    }),
  restore: (file, options) =>
    untilStopped(file, options, async (progress) => {
      const { DATA_DIR: folder } = requireEmbedded('restore')
      const migrations = migrationsFolder
      const report = await restoreBackup({ file, folder, migrations, ...progress })
      const { created_at, rows, files, missing } = report
      if (options.json) printJson(report)
      else if (!options.quiet) {
        printLine(
          `Restored ${rows} rows and ${files} files to ${report.folder} (backup of ${created_at})`,
        )
      }
      return reportMissing(missing, options)
    }),
}

interface Progress {
  signal: AbortSignal
  onProgress: (done: number, total: number) => void
}

/** Runs the work and shows its progress. Ctrl-C aborts the work, which then deletes the files that it has written. */
async function untilStopped(
  name: string,
  options: OutputOptions,
  work: (progress: Progress) => Promise<number>,
): Promise<number> {
  const stop = new AbortController()
  void waitForStopSignal().then(() => stop.abort())
  const bars = createProgressBars([path.basename(name)], options)
  const onProgress = (done: number, total: number) =>
    bars.move(0, Math.floor((100 * done) / total), `${done} of ${total}`)
  try {
    return await work({ signal: stop.signal, onProgress })
  } catch (error) {
    if (!stop.signal.aborted) throw error
    note('Interrupted. Nothing was changed.', options)
    return 130
  } finally {
    bars.stop()
  }
}

function requireEmbedded(verb: string): Config {
  const config = readConfig()
  const external = (['DATABASE_URL', 'STORAGE_URL'] as const).find(
    (name) => config[name] !== undefined,
  )
  if (external === undefined) return config
  throw new UsageError(
    `${external} is set, so Docket's data is not in DATA_DIR. To ${verb} Postgres and a bucket, use their own tools: see "Back up" in docs/runbook.md.`,
  )
}

function postgresFolder({ DATA_DIR }: Config): string {
  return path.join(DATA_DIR, 'postgres')
}

/** Runs the work with the database server of a running Docket, or starts a database server if none is running. */
async function withServer<Result>(
  config: Config,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const url = await findRunningServer(postgresFolder(config))
  if (url !== undefined) return work(url)
  const server = await startEmbedded({ folder: postgresFolder(config) })
  try {
    return await work(server.url)
  } finally {
    await server.stop()
  }
}

function reportMissing(missing: string[], options: OutputOptions): number {
  if (missing.length === 0) return 0
  note(
    `${missing.length} files that the database refers to were missing: ${missing.join(', ')}`,
    options,
  )
  return 1
}
