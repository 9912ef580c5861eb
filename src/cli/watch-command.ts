import { type Command, Option } from 'commander'
import { DownloadFormat } from '../domain/mapping/output-formats.ts'
import { collect, serverOption, tokenOption } from './options.ts'

export interface WatchOptions {
  server: string
  token?: string
  mapping?: string
  param?: string[]
  out?: string
  format?: DownloadFormat
  once?: true
}

export type WatchFolder = (folder: string, options: WatchOptions) => Promise<number>

export function addWatch(
  command: Command,
  load: () => Promise<WatchFolder>,
  end: (exitCode: number) => void,
): void {
  command
    .command('watch')
    .description('send each new PDF in a folder to a running server and save the results')
    .argument('<folder>', 'folder to watch; finished PDFs move to done, review or failed inside it')
    .addOption(serverOption())
    .addOption(tokenOption())
    .option('--mapping <name>', 'mapping to use (default: chosen by the server)')
    .option('--param <name=value>', 'mapping parameter; repeatable', collect)
    .option('-o, --out <folder>', 'folder for the results (default: the watched folder)')
    .addOption(
      new Option('--format <format>', 'format to download').choices(DownloadFormat.options),
    )
    .option('--once', 'process the PDFs that are there, then exit')
    .addHelpText(
      'after',
      '\nExit codes: 0 success (--once), 1 some documents failed, 2 usage error, 130 interrupted.',
    )
    .action(async (folder: string, options: WatchOptions) =>
      end(await (await load())(folder, options)),
    )
}
