import type { Command } from 'commander'

/** Implementation of `docket storage`; resolves to an exit code. */
export interface StorageCommands {
  init(): Promise<number>
}

export function addStorageCommands(
  program: Command,
  load: () => Promise<StorageCommands>,
  end: (exitCode: number) => void,
): void {
  program
    .command('storage')
    .description('prepare the file storage')
    .command('init')
    .description('create the bucket or folder of STORAGE_URL; safe to run again')
    .action(async () => end(await (await load()).init()))
}
