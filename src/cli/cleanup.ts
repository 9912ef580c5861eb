import type { Command } from 'commander'

/** Lets go of what has outlived its time, or only says what that is. */
export type Cleanup = (options: { dryRun?: true }) => Promise<void>

export function addCleanup(program: Command, load: () => Promise<Cleanup>): void {
  program
    .command('cleanup')
    .description(
      'delete what has outlived its time, and files that nothing names; workers do it too',
    )
    .option('--dry-run', 'only say what would be deleted')
    .action(async (options: { dryRun?: true }) => (await load())(options))
}
