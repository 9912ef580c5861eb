import { Command } from 'commander'
import { addBackupCommands, type BackupCommands } from './backup-commands.ts'
import { addCleanup, type Cleanup } from './cleanup.ts'
import { addExtract } from './extract-command.ts'
import { exitCodes } from './io/exit-codes.ts'
import { printJson, printLine, type OutputOptions } from './io/print.ts'
import { addJobCommands } from './job-commands.ts'
import { addKeyCommands, type KeyCommands } from './keys.ts'
import { addEmails, type ListEmails } from './emails.ts'
import { addMappings } from './mapping-commands.ts'
import { addOutputOptions, type CommandContext, type ReadConnection } from './options.ts'
import { addRecover, type Recover } from './recover.ts'
import { addReference } from './reference-commands.ts'
import { addMcp, addServerCommands, type ServerCommands, type ServeMcp } from './server-commands.ts'
import { addStorageCommands, type StorageCommands } from './storage.ts'
import { addSubmit } from './submit-command.ts'
import { addWatch, type Watch } from './watch-command.ts'

/**
 * Commands that use the database or the storage. Their modules load only when a command runs, so that `--help` stays
 * fast.
 */
export interface Commands {
  version: string
  connection: () => Promise<ReadConnection>
  servers: () => Promise<ServerCommands>
  mcp: () => Promise<ServeMcp>
  keys: () => Promise<KeyCommands>
  storage: () => Promise<StorageCommands>
  cleanup: () => Promise<Cleanup>
  backup: () => Promise<BackupCommands>
  recover: () => Promise<Recover>
  emails: () => Promise<ListEmails>
  watch: () => Promise<Watch>
}

export interface Program {
  command: Command
  exitCode(): number
}

/** Builds the `docket` command line. */
export function createProgram(commands: Commands): Program {
  let code = 0
  const context: CommandContext = {
    end: (exitCode) => {
      code = exitCode
    },
    connection: async (given) => (await commands.connection())(given),
  }
  const command = new Command('docket')
    .description('Converts PDFs into files that other software can import.')
    .version(commands.version, '-V, --version', 'print the version')
    .addHelpText('after', `\nExit codes:\n${listExitCodes()}`)
  addExtract(command, context)
  addSubmit(command, context)
  addJobCommands(command, context)
  addWatch(command, commands.watch, context)
  addMappings(command, context)
  addMcp(command, commands.mcp, context)
  addServerCommands(command, commands.servers, context)
  addKeyCommands(command, commands.keys)
  addStorageCommands(command, commands.storage, context)
  addCleanup(command, commands.cleanup)
  addBackupCommands(command, commands.backup, context)
  addRecover(command, commands.recover)
  addEmails(command, commands.emails)
  addReference(command, commands.version)
  addVersion(command, commands.version)
  command.commands.forEach(addOutputOptions)
  addHelpHint(command, 'docket')
  return { command, exitCode: () => code }
}

/** Adds a hint to argument errors that points to the command's help. */
function addHelpHint(command: Command, name: string): void {
  command.showHelpAfterError(`Try: ${name} --help`)
  for (const inner of command.commands) addHelpHint(inner, `${name} ${inner.name()}`)
}

function addVersion(program: Command, version: string): void {
  program
    .command('version')
    .description('print the version')
    .action(({ json }: OutputOptions) => {
      if (json) printJson({ version, node: process.versions.node })
      else printLine(version)
    })
}

function listExitCodes(): string {
  return Object.entries(exitCodes)
    .map(([code, meaning]) => `  ${code.padEnd(4)} ${meaning}`)
    .join('\n')
}
