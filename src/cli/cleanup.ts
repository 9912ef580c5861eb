import type { Command } from 'commander'

/** Deletes expired data, or counts it on a dry run. */
export type Cleanup = (options: { dryRun?: true }) => Promise<void>

export function addCleanup(program: Command, load: () => Promise<Cleanup>): void {
  program
    .command('cleanup')
    .description('delete expired and orphaned files now; workers also do this every hour')
    .option('--dry-run', 'show what would be deleted')
    .action(async (options: { dryRun?: true }) => (await load())(options))
}
