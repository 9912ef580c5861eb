import type { Command } from 'commander'
import type { OutputOptions } from './io/print.ts'

/** Implements `docket recover`. */
export type Recover = (options: RecoverOptions) => Promise<void>

export interface RecoverOptions extends OutputOptions {
  apply?: true
  owner?: string
}

export function addRecover(program: Command, load: () => Promise<Recover>): void {
  program
    .command('recover')
    .description(
      'compare the database with the stored files after a failover or a restore: list uploads without a job, and jobs without their files',
    )
    .option('--apply', 'queue those uploads again, and mark those jobs (default: only list them)')
    .option(
      '--owner <owner>',
      'owner for uploads whose owner is unknown, such as user:ada (default: only list them)',
    )
    .action(async (options: RecoverOptions) => (await load())(options))
}
