import { Command, Option } from 'commander'
import { automatic, OutputFormat } from '../domain/mapping/mapping.ts'
import type { ExtractOptions } from './extract.ts'
import { addCleanup, type Cleanup } from './cleanup.ts'
import { addMails, type ListMails } from './mails.ts'
import { addKeyCommands, type KeyCommands } from './keys.ts'
import type { AsJson } from './mappings.ts'
import { addStorageCommands, type StorageCommands } from './storage.ts'
import type { SubmitOptions } from './submit.ts'

/**
 * What commands do to the database and the storage of this Docket. All is loaded when its command runs: a word of
 * help must not wait for servers and databases.
 */
export interface Commands {
  roles: () => Promise<Roles>
  keys: () => Promise<KeyCommands>
  storage: () => Promise<StorageCommands>
  cleanup: () => Promise<Cleanup>
  mails: () => Promise<ListMails>
}

/** The commands that run Docket itself; each resolves to an exit code. */
export interface Roles {
  up(): Promise<number>
  serve(): Promise<number>
  work(): Promise<number>
  gateway(): Promise<number>
  migrate(): Promise<number>
  doctor(options: AsJson): Promise<number>
  mcp(): Promise<number>
}

const descriptions: Record<keyof Roles, string> = {
  up: 'run everything here: web app, API, worker and, without DATABASE_URL, the database',
  serve: 'run the web app and the API against DATABASE_URL',
  work: 'run one worker against DATABASE_URL',
  gateway: 'run a server that reads documents for workers elsewhere; needs no database',
  migrate: "bring the database's tables up to date, then end",
  doctor: 'check that this machine has what Docket needs, and say what to do if not',
  mcp: 'give assistants the Docket at DOCKET_URL as tools (MCP, on standard input and output)',
}

/** Set by the command that ran: 0 all well, 1 something failed; 2 is for a wrong command line. */
export interface Program {
  command: Command
  exitCode(): number
}

/** The `docket` command line. */
export function createProgram({ roles, keys, storage, cleanup, mails }: Commands): Program {
  let code = 0
  const end = (exitCode: number) => {
    code = exitCode
  }
  const command = new Command('docket')
    .description('Turns PDFs into files that other software can import.')
    .showHelpAfterError('Try: docket --help')
  for (const [name, description] of Object.entries(descriptions)) {
    const added = command
      .command(name)
      .description(description)
      .addHelpText(
        'after',
        '\nSettings are environment variables, or lines of .env; see docs/settings.md.',
      )
      .action(async (options: AsJson) => end(await (await roles())[name as keyof Roles](options)))
    if (name === 'doctor') added.option('--json', 'for programs')
  }
  command
    .command('extract')
    .description('read PDFs here and now: no server, no database, no network')
    .argument('<file...>', 'PDF files')
    .option('--mapping <name>', 'how to read them', automatic.name)
    .option('--param <name=value>', "a parameter of the mapping's; may be repeated", collect)
    .addOption(new Option('--format <format>', 'what to write').choices(OutputFormat.options))
    .option('--parties <file>', 'your sellers and buyers, for the tax numbers in xml')
    .option('--goods <file>', 'codes of your goods and services, for xml')
    .option('-o, --out <path>', 'a folder for files named after each PDF, or the file of --merge')
    .option('--merge', 'write one file of all invoices, in the order given: xml or csv')
    .addHelpText('after', '\nExit codes: 0 all read, 1 some failed, 2 the command line is wrong.')
    .action(async (files: string[], options: ExtractOptions) => {
      const { extractFiles } = await import('./extract.ts')
      end(await extractFiles(files, options))
    })

  addSubmit(command, end)
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
    .description('send PDFs, or their addresses, to a Docket that runs')
    .argument('<source...>', 'PDF files, and addresses that begin with https://')
    .addOption(
      new Option('--server <url>', 'where it runs')
        .env('DOCKET_URL')
        .default('http://127.0.0.1:3000'),
    )
    .addOption(new Option('--token <token>', 'a token or API key').env('DOCKET_TOKEN'))
    .option('--mapping <name>', 'how to read them; left out, the server decides')
    .option('--param <name=value>', "a parameter of the mapping's; may be repeated", collect)
    .option('--wait', 'wait until all have been read')
    .option('-o, --out <folder>', 'where to write the results; with one document: or to the screen')
    .addOption(new Option('--format <format>', 'what to fetch').choices(OutputFormat.options))
    .addHelpText(
      'after',
      '\nExit codes: 0 all read (without --wait: taken), 1 some were not, 2 the command line is wrong, 130 stopped.',
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
    .description('list, show and check mappings: how documents of each layout are read')
  mappings
    .command('list')
    .description('list the mappings that can be asked for')
    .option('--json', 'for programs')
    .action(async (options: AsJson) => end((await load()).listMappings(options)))
  mappings
    .command('show')
    .description('print a mapping, to learn from it or to begin with')
    .argument('<name>', 'one that is listed')
    .action(async (name: string) => end((await load()).showMapping(name)))
  mappings
    .command('check')
    .description('find mistakes in a mapping, and explain step by step what it reads in PDFs')
    .argument('<file>', 'a mapping: my_layout_v1.yaml')
    .argument('[pdf...]', 'documents to read by it')
    .option('--json', 'for programs')
    .addHelpText(
      'after',
      '\nExit codes: 0 no mistakes, and every PDF recognised, read and proved; 1 not so; 2 the command line is wrong.',
    )
    .action(async (file: string, pdfs: string[], options: AsJson) =>
      end(await (await load()).checkMapping(file, pdfs, options)),
    )
}

/** One value for each time the option stands there, so that it never takes a file for its own. */
function collect(value: string, before: string[] = []): string[] {
  return [...before, value]
}
