import type { Command } from 'commander'
import {
  addReadingOptions,
  addResultOptions,
  type CommandContext,
  jobsOption,
  referenceOption,
  serverOption,
  tokenOption,
} from './options.ts'
import type { SubmitOptions } from './remote/submit.ts'

export function addSubmit(program: Command, { end, connection }: CommandContext): void {
  const command = program
    .command('submit')
    .description('upload PDFs to a server and, with --wait, fetch the results')
    .argument('<source...>', 'PDF files, folders, "*.pdf" patterns, URLs, or - for standard input')
    .addOption(serverOption())
    .addOption(tokenOption())
    .option('--mapping <name>', 'mapping to use (default: chosen by the server)')
  addReadingOptions(command)
    .addOption(referenceOption())
    .option(
      '--callback-url <url>',
      'URL that the server calls with the outcome, signed like a webhook',
    )
    .option('--wait', 'wait until all documents are processed, and print or save the results')
  addResultOptions(command)
    .addOption(jobsOption('results downloaded at the same time (default: 4)'))
    .action(async (sources: string[], options: Omit<SubmitOptions, 'server'>) => {
      const { submitDocuments } = await import('./remote/submit.ts')
      end(await submitDocuments(sources, { ...options, ...(await connection(options)) }))
    })
}
