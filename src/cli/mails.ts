import type { Command } from 'commander'

/** Implementation of `docket mails`. */
export type ListMails = () => Promise<void>

export function addMails(program: Command, load: () => Promise<ListMails>): void {
  program
    .command('mails')
    .description('list undelivered emails (failed or unknown)')
    .action(async () => (await load())())
}
