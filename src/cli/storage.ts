import type { Command } from 'commander'
import type { OutputOptions } from './io/print.ts'
import type { CommandContext } from './options.ts'

/** Implements `docket storage`; resolves to an exit code. */
export interface StorageCommands {
  init(options: OutputOptions): Promise<number>
}

export function addStorageCommands(
  program: Command,
  load: () => Promise<StorageCommands>,
  { end }: CommandContext,
): void {
  program
    .command('storage')
    .description('prepare the file storage')
    .command('init')
    .description('create the bucket or folder that STORAGE_URL points to; safe to run again')
    .action(async (options: OutputOptions) => end(await (await load()).init(options)))
}
