import type { Command } from 'commander'
import type { OutputOptions } from './io/print.ts'

/** Implementation of `docket mails`. */
export type ListMails = (options: OutputOptions) => Promise<void>

export function addMails(program: Command, load: () => Promise<ListMails>): void {
  program
    .command('mails')
    .description('list undelivered emails (failed or unknown)')
    .action(async (options: OutputOptions) => (await load())(options))
}
