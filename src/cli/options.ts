import { type Command, InvalidArgumentError, Option } from 'commander'
import { DownloadFormat } from '../domain/mapping/output-formats.ts'

/** The server and the token that a command uses. */
export interface Connection {
  server: string
  token?: string
}

/** Fills in `--server` and `--token` from the environment, `.env` and the configuration file. */
export type ReadConnection = (given: { server?: string; token?: string }) => Promise<Connection>

/** Dependencies of every command. */
export interface CommandContext {
  /** Sets the exit code. */
  end: (exitCode: number) => void
  connection: ReadConnection
}

export function serverOption(): Option {
  return new Option(
    '--server <url>',
    'server URL (default: DOCKET_URL, otherwise http://127.0.0.1:3000)',
  )
}

export function tokenOption(): Option {
  return new Option(
    '--token <token>',
    'API key or token (default: DOCKET_TOKEN or the file DOCKET_TOKEN_FILE)',
  )
}

function outOption(): Option {
  return new Option(
    '-o, --out <path>',
    'where results go: a file, a folder (several documents), or - for standard output',
  )
}

function overwriteOption(): Option {
  return new Option(
    '--overwrite',
    'replace results of earlier runs in the folder (default: add a number to the name)',
  )
}

export function formatOption(): Option {
  return new Option(
    '--format <format>',
    'format of the result (default: the extension of -o, otherwise chosen by the mapping)',
  ).choices(DownloadFormat.options)
}

function paramOption(): Option {
  return new Option('--param <name=value>', 'mapping parameter; repeatable').argParser(collect)
}

function schemaOption(): Option {
  return new Option(
    '--schema <file>',
    'JSON Schema of the fields to read; the result is an object that matches it (see docs/fields.md)',
  )
}

export function referenceOption(): Option {
  return new Option(
    '--reference <text>',
    'your own id for the documents; "docket list --reference" finds them',
  )
}

export function jobsOption(meaning: string): Option {
  return new Option('--jobs <number>', meaning).argParser((text) => parseCount(text, 64))
}

/** Adds the options that control how a document is read. */
export function addReadingOptions(command: Command): Command {
  return command.addOption(paramOption()).addOption(schemaOption())
}

/** Adds the options for commands that print or save results. */
export function addResultOptions(command: Command): Command {
  return command.addOption(formatOption()).addOption(outOption()).addOption(overwriteOption())
}

/** Adds the options that all commands share. */
export function addOutputOptions(command: Command): void {
  if (command.commands.length > 0) {
    command.commands.forEach(addOutputOptions)
    return
  }
  command
    .option('--json', 'print one JSON document, for programs')
    .option('-q, --quiet', 'print only results and errors, without progress or remarks')
}

/**
 * Collects repeated options. Each occurrence takes a single value, because a variadic option would swallow the file
 * arguments.
 */
export function collect(value: string, before: string[] = []): string[] {
  return [...before, value]
}

export function parseCount(text: string, most: number): number {
  const count = Number(text)
  if (/^\d+$/.test(text) && count >= 1 && count <= most) return count
  throw new InvalidArgumentError(`Use a whole number from 1 to ${most}.`)
}
