import type { Command } from 'commander'
import type { OutputOptions } from './io/print.ts'
import type { CommandContext, Connection } from './options.ts'

/** Commands that start servers; each resolves to an exit code. */
export interface ServerCommands {
  up(options: OutputOptions): Promise<number>
  serve(options: OutputOptions): Promise<number>
  work(options: OutputOptions): Promise<number>
  gateway(options: OutputOptions): Promise<number>
  migrate(options: OutputOptions): Promise<number>
  doctor(options: OutputOptions): Promise<number>
}

/** Serves MCP over standard input and output. */
export type ServeMcp = (connection: Connection) => Promise<number>

const descriptions: Record<keyof ServerCommands, string> = {
  up: 'run everything on this machine: web app, API, worker, and a database unless DATABASE_URL is set',
  serve: 'run the web app and the API (requires DATABASE_URL)',
  work: 'run one worker (requires DATABASE_URL)',
  gateway: 'run a gateway that reads documents for remote workers; requires no database',
  migrate: 'migrate the database schema, then exit',
  doctor: 'check the installation and suggest fixes',
}

const settingsHelp =
  '\nSettings come from environment variables or a .env file; see docs/settings.md.'

export function addServerCommands(
  program: Command,
  load: () => Promise<ServerCommands>,
  { end }: CommandContext,
): void {
  for (const [name, description] of Object.entries(descriptions)) {
    program
      .command(name)
      .description(description)
      .addHelpText('after', settingsHelp)
      .action(async (options: OutputOptions) =>
        end(await (await load())[name as keyof ServerCommands](options)),
      )
  }
}

export function addMcp(
  program: Command,
  load: () => Promise<ServeMcp>,
  { end, connection }: CommandContext,
): void {
  program
    .command('mcp')
    .description('serve the tools of a server to AI assistants (MCP over stdio)')
    .addHelpText('after', settingsHelp)
    .action(async () => end(await (await load())(await connection({}))))
}
