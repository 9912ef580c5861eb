import type { Command } from 'commander'
import type { OutputOptions } from './io/print.ts'

/** Deletes expired data or, on a dry run, only counts it. */
export type Cleanup = (options: CleanupOptions) => Promise<void>

export interface CleanupOptions extends OutputOptions {
  dryRun?: true
}

export function addCleanup(program: Command, load: () => Promise<Cleanup>): void {
  program
    .command('cleanup')
    .description('delete expired and orphaned files now; workers also do this every hour')
    .option('--dry-run', 'show what would be deleted')
    .action(async (options: CleanupOptions) => (await load())(options))
}
