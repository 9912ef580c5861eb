import type { Command } from 'commander'

/** What `docket mails` shows of the database of this Docket. */
export type ListMails = () => Promise<void>

export function addMails(program: Command, load: () => Promise<ListMails>): void {
  program
    .command('mails')
    .description('list e-mails that did not arrive (failed), or of which nobody can tell (unknown)')
    .action(async () => (await load())())
}
