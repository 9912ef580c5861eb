import type { Command } from 'commander'
import type { OutputOptions } from './io/print.ts'
import type { LearnOptions } from './local/mappings.ts'
import type { CommandContext } from './options.ts'

export function addMappings(program: Command, { end }: CommandContext): void {
  const load = () => import('./local/mappings.ts')
  const mappings = program
    .command('mappings')
    .description('list, show, check and learn mappings, which describe document layouts')
  mappings
    .command('list')
    .description('list available mappings')
    .action(async (options: OutputOptions) => end((await load()).listMappings(options)))
  mappings
    .command('show')
    .description('print a mapping, for example as a starting point')
    .argument('<name>', 'a name from `docket mappings list`')
    .action(async (name: string, options: OutputOptions) =>
      end((await load()).showMapping(name, options)),
    )
  mappings
    .command('check')
    .description('check a mapping for errors and explain what it finds in PDFs')
    .argument('<file>', 'mapping file, such as my_layout_v1.yaml')
    .argument('[pdf...]', 'PDFs to test it with')
    .addHelpText('after', '\nExits with 1 if a PDF does not pass all checks.')
    .action(async (file: string, pdfs: string[], options: OutputOptions) =>
      end(await (await load()).checkMapping(file, pdfs, options)),
    )
  mappings
    .command('learn')
    .description('learn a mapping from invoices and their corrected readings')
    .argument('<files...>', 'pairs of a PDF and its reading, such as invoice.pdf reading.json')
    .option('-o, --out <file>', 'file for the mapping (default: standard output)')
    .action(async (files: string[], options: LearnOptions) =>
      end(await (await load()).learnMapping(files, options)),
    )
}
