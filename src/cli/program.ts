import { Command, Option } from 'commander'
import { autoMapping } from '../domain/mapping/mapping.ts'
import { DownloadFormat } from '../domain/mapping/output-formats.ts'
import type { ExtractOptions } from './extract.ts'
import { addCleanup, type Cleanup } from './cleanup.ts'
import { addMails, type ListMails } from './mails.ts'
import { addKeyCommands, type KeyCommands } from './keys.ts'
import type { JsonOption, LearnOptions } from './mappings.ts'
import { addStorageCommands, type StorageCommands } from './storage.ts'
import type { SubmitOptions } from './submit.ts'
import { serverOption, tokenOption, collect } from './options.ts'
import { addWatch, type WatchFolder } from './watch-command.ts'

/** Commands that use the database or the storage. Each module loads when its command runs, so `--help` stays fast. */
export interface Commands {
  roles: () => Promise<Roles>
  keys: () => Promise<KeyCommands>
  storage: () => Promise<StorageCommands>
  cleanup: () => Promise<Cleanup>
  mails: () => Promise<ListMails>
  watch: () => Promise<WatchFolder>
}

/** Server commands; each resolves to an exit code. */
export interface Roles {
  up(): Promise<number>
  serve(): Promise<number>
  work(): Promise<number>
  gateway(): Promise<number>
  migrate(): Promise<number>
  doctor(options: JsonOption): Promise<number>
  mcp(): Promise<number>
}

const descriptions: Record<keyof Roles, string> = {
  up: 'run everything on this machine: web app, API, worker, and a database unless DATABASE_URL is set',
  serve: 'run the web app and the API (needs DATABASE_URL)',
  work: 'run one worker (needs DATABASE_URL)',
  gateway: 'run a gateway that reads documents for remote workers; needs no database',
  migrate: 'migrate the database schema, then exit',
  doctor: 'check the installation and suggest fixes',
  mcp: 'serve the tools of the server at DOCKET_URL to AI assistants (MCP over stdio)',
}

/** The exit code is 0 on success, 1 on failure and 2 on a usage error. */
export interface Program {
  command: Command
  exitCode(): number
}

/** The `docket` command line. */
export function createProgram(commands: Commands): Program {
  const { roles, keys, storage, cleanup, mails, watch } = commands
  let code = 0
  const end = (exitCode: number) => {
    code = exitCode
  }
  const command = new Command('docket')
    .description('Converts PDFs into files that other software can import.')
    .showHelpAfterError('Try: docket --help')
  for (const [name, description] of Object.entries(descriptions)) {
    const added = command
      .command(name)
      .description(description)
      .addHelpText(
        'after',
        '\nSettings come from environment variables or a .env file; see docs/settings.md.',
      )
      .action(async (options: JsonOption) =>
        end(await (await roles())[name as keyof Roles](options)),
      )
    if (name === 'doctor') added.option('--json', 'print JSON')
  }
  command
    .command('extract')
    .description('read PDFs locally, without a server, database or network')
    .argument('<file...>', 'PDF files')
    .option('--mapping <name>', 'mapping to use: a name or a YAML file', autoMapping.name)
    .option('--param <name=value>', 'mapping parameter; repeatable', collect)
    .addOption(new Option('--format <format>', 'output format').choices(DownloadFormat.options))
    .option('--parties <file>', 'company directory, for the NPWP in Coretax XML')
    .option('--goods <file>', 'goods and service codes, for Coretax XML')
    .option('-o, --out <path>', 'output folder, or output file with --merge')
    .option('--merge', 'write all invoices to one XML, CSV or XLSX file, in the given order')
    .option(
      '--confirm <file>',
      'with --merge: a file whose warnings you checked, or "all"; repeatable',
      collect,
    )
    .addHelpText('after', '\nExit codes: 0 all files read, 1 some failed, 2 usage error.')
    .action(async (files: string[], options: ExtractOptions) => {
      const { extractFiles } = await import('./extract.ts')
      end(await extractFiles(files, options))
    })

  addSubmit(command, end)
  addWatch(command, watch, end)
  addKeyCommands(command, keys)
  addStorageCommands(command, storage, end)
  addCleanup(command, cleanup)
  addMails(command, mails)
  addMappings(command, end)
  return { command, exitCode: () => code }
}

function addSubmit(command: Command, end: (exitCode: number) => void): void {
  command
    .command('submit')
    .description('upload PDFs or URLs to a running server')
    .argument('<source...>', 'PDF files or https:// URLs')
    .addOption(serverOption())
    .addOption(tokenOption())
    .option('--mapping <name>', 'mapping to use (default: chosen by the server)')
    .option('--param <name=value>', 'mapping parameter; repeatable', collect)
    .option('--wait', 'wait until all documents are processed')
    .option('-o, --out <folder>', 'folder for the results (default for one document: stdout)')
    .addOption(
      new Option('--format <format>', 'format to download').choices(DownloadFormat.options),
    )
    .addHelpText(
      'after',
      '\nExit codes: 0 success (without --wait: all accepted), 1 some failed, 2 usage error, 130 interrupted.',
    )
    .action(async (sources: string[], options: SubmitOptions) => {
      const { submitDocuments } = await import('./submit.ts')
      end(await submitDocuments(sources, options))
    })
}

function addMappings(command: Command, end: (exitCode: number) => void): void {
  const load = () => import('./mappings.ts')
  const mappings = command
    .command('mappings')
    .description('list, show, check and learn mappings, which describe document layouts')
  mappings
    .command('list')
    .description('list available mappings')
    .option('--json', 'print JSON')
    .action(async (options: JsonOption) => end((await load()).listMappings(options)))
  mappings
    .command('show')
    .description('print a mapping, for example as a starting point')
    .argument('<name>', 'a name from `docket mappings list`')
    .action(async (name: string) => end((await load()).showMapping(name)))
  mappings
    .command('check')
    .description('check a mapping for errors and explain what it finds in PDFs')
    .argument('<file>', 'mapping file, e.g. my_layout_v1.yaml')
    .argument('[pdf...]', 'PDFs to test it with')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExit codes: 0 no errors and every PDF passes all checks, 1 otherwise, 2 usage error.',
    )
    .action(async (file: string, pdfs: string[], options: JsonOption) =>
      end(await (await load()).checkMapping(file, pdfs, options)),
    )
  mappings
    .command('learn')
    .description('learn a mapping from invoices and their corrected readings')
    .argument('<files...>', 'PDF and JSON in turn, e.g. invoice.pdf reading.json')
    .option('-o, --out <file>', 'file for the mapping (default: stdout)')
    .addHelpText('after', '\nExit codes: 0 learned, 1 not learned, 2 usage error.')
    .action(async (files: string[], options: LearnOptions) =>
      end(await (await load()).learnMapping(files, options)),
    )
}
