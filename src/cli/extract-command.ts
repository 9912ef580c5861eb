import type { Command } from 'commander'
import { autoMapping } from '../domain/mapping/mapping.ts'
import type { ExtractOptions } from './local/extract.ts'
import {
  addReadingOptions,
  addResultOptions,
  collect,
  type CommandContext,
  jobsOption,
} from './options.ts'

export function addExtract(program: Command, { end }: CommandContext): void {
  const command = program
    .command('extract')
    .description('read PDFs on this machine, without a server')
    .argument('<source...>', 'PDF files, folders, "*.pdf" patterns, URLs, or - for standard input')
    .option('--mapping <name>', 'mapping to use: a name or a YAML file', autoMapping.name)
  addResultOptions(addReadingOptions(command))
    .addOption(jobsOption('documents read at the same time (default: the number of CPU cores)'))
    .option('--split', 'split PDFs with several invoices where Docket finds them')
    .option('--split-at <pages>', 'split one PDF into these pages, such as 1-2,3')
    .option('--merge', 'write all invoices to one XML, CSV or XLSX file, in the given order')
    .option('--parties <file>', 'company directory, for the NPWP in Coretax XML')
    .option('--goods <file>', 'goods and service codes, for Coretax XML')
    .option(
      '--confirm <source>',
      'for Coretax XML: a document whose warnings you checked, or "all"; repeatable',
      collect,
    )
    .action(async (sources: string[], options: ExtractOptions) => {
      const { extractFiles } = await import('./local/extract.ts')
      end(await extractFiles(sources, options))
    })
}
