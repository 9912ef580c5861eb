import type { Command } from 'commander'
import type { OutputOptions } from './io/print.ts'
import type { CommandContext } from './options.ts'

/** Implements `docket backup` and `docket restore`; each resolves to an exit code. */
export interface BackupCommands {
  backup(file: string, options: OutputOptions): Promise<number>
  restore(file: string, options: OutputOptions): Promise<number>
}

const scope =
  '\nFor the database and the files in DATA_DIR. With DATABASE_URL or STORAGE_URL, see docs/runbook.md.'

const commands: Record<keyof BackupCommands, { file: string; description: string }> = {
  backup: {
    file: 'file to write (a zip); must not exist',
    description: 'write the database and all files to one file, even while Docket runs',
  },
  restore: {
    file: 'backup to read',
    description: 'verify a backup and restore it into DATA_DIR, which must be empty or not exist',
  },
}

export function addBackupCommands(
  program: Command,
  load: () => Promise<BackupCommands>,
  { end }: CommandContext,
): void {
  for (const [name, { file: meaning, description }] of Object.entries(commands)) {
    program
      .command(name)
      .argument('<file>', meaning)
      .description(description)
      .addHelpText('after', scope)
      .action(async (file: string, options: OutputOptions) =>
        end(await (await load())[name as keyof BackupCommands](file, options)),
      )
  }
}
