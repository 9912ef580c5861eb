import type { Command } from 'commander'

/** What `docket storage` does to the storage of this Docket; each resolves to an exit code. */
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
    .description('prepare where files are kept')
    .command('init')
    .description('make the bucket of STORAGE_URL, or the folder; may be repeated')
    .action(async () => end(await (await load()).init()))
}
