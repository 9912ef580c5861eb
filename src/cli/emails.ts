import type { Command } from 'commander'
import type { OutputOptions } from './io/print.ts'

/** Implements `docket emails`. */
export type ListEmails = (options: OutputOptions) => Promise<void>

export function addEmails(program: Command, load: () => Promise<ListEmails>): void {
  program
    .command('emails')
    .description('list undelivered emails (failed or unknown)')
    .action(async (options: OutputOptions) => (await load())(options))
}
