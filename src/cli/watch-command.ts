import type { Command } from 'commander'
import type { DownloadFormat } from '../domain/mapping/output-formats.ts'
import type { OutputOptions } from './io/print.ts'
import {
  addReadingOptions,
  type CommandContext,
  formatOption,
  jobsOption,
  referenceOption,
  serverOption,
  tokenOption,
} from './options.ts'

export interface WatchOptions extends OutputOptions {
  server: string
  token?: string
  mapping?: string
  param?: string[]
  schema?: string
  reference?: string
  out?: string
  format?: DownloadFormat
  once?: true
  jobs?: number
}

/** Watches a folder, or follows jobs by their IDs. */
export type Watch = (targets: string[], options: WatchOptions) => Promise<number>

export function addWatch(
  command: Command,
  load: () => Promise<Watch>,
  { end, connection }: CommandContext,
): void {
  const watch = command
    .command('watch')
    .description(
      'send each new PDF in a folder to a server and save the results, or follow jobs until they end',
    )
    .argument(
      '<target...>',
      'a folder, without its subfolders, in which finished PDFs move to done, review or failed; or job ids',
    )
    .addOption(serverOption())
    .addOption(tokenOption())
    .option('--mapping <name>', 'mapping to use (default: chosen by the server)')
  addReadingOptions(watch)
    .addOption(referenceOption())
    .option('-o, --out <folder>', 'folder for the results (default: the watched folder)')
    .addOption(formatOption())
    .option('--once', 'process the PDFs that are in the folder, then exit')
    .addOption(jobsOption('documents processed at the same time (default: 15)'))
    .action(async (targets: string[], options: Omit<WatchOptions, 'server'>) =>
      end(await (await load())(targets, { ...options, ...(await connection(options)) })),
    )
}
