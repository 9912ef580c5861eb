import { type Command, Option } from 'commander'
import { jobFilterQuery } from '../domain/api/routes/job-filter.ts'
import {
  addResultOptions,
  type CommandContext,
  jobsOption,
  parseCount,
  serverOption,
  tokenOption,
} from './options.ts'
import type { DownloadOptions } from './remote/download.ts'
import type { ListOptions } from './remote/jobs.ts'
import type { ServerOptions } from './remote/connect.ts'

/** Commands for jobs on a server. */
export function addJobCommands(program: Command, context: CommandContext): void {
  const { end, connection } = context
  const load = () => import('./remote/jobs.ts')
  addList(program, context)
  addServerOptions(program.command('show'))
    .description('show a job: its status, errors, review reasons and formats')
    .argument('<id>', 'job id')
    .action(async (id: string, options: ServerOptions) =>
      end(await (await load()).showJob(id, { ...options, ...(await connection(options)) })),
    )
  for (const action of ['retry', 'cancel'] as const) {
    addServerOptions(program.command(action))
      .description(action === 'retry' ? 'retry failed or cancelled jobs' : 'cancel unfinished jobs')
      .argument('<id...>', 'job ids')
      .action(async (ids: string[], options: ServerOptions) => {
        const connected = { ...options, ...(await connection(options)) }
        end(await (await load()).changeJobs(action, ids, connected))
      })
  }
  addResultOptions(addServerOptions(program.command('download')))
    .description('save the results of jobs, by default in the current folder')
    .argument('<id...>', 'job ids')
    .option('--source', 'save the PDF itself instead of the result')
    .addOption(jobsOption('files downloaded at the same time (default: 4)'))
    .action(async (ids: string[], options: Omit<DownloadOptions, 'server'>) => {
      const { downloadJobs } = await import('./remote/download.ts')
      end(await downloadJobs(ids, { ...options, ...(await connection(options)) }))
    })
}

function addList(program: Command, { end, connection }: CommandContext): void {
  addServerOptions(program.command('list'))
    .description('list jobs, newest first; with --quiet, only their ids')
    .addOption(
      new Option('--status <status>', 'only jobs with this status').choices(
        jobFilterQuery.status.unwrap().options,
      ),
    )
    .option('--search <words>', 'only jobs that contain all words: file, number, company, amount')
    .option('--needs-review', 'only jobs that need review')
    .option('--reference <text>', 'only jobs submitted with this --reference')
    .option('--mapping <name>', 'only jobs submitted or read with this mapping')
    .option('--number <text>', 'only invoices with this number')
    .option('--party <text>', 'only invoices whose seller or buyer contains this text')
    .option('--from <date>', 'only documents dated on or after this day, such as 2026-11-01')
    .option('--to <date>', 'only documents dated on or before this day')
    .option('--seller <name>', 'only invoices of this seller')
    .option('--period <month>', 'only invoices dated in this month, such as 2026-11')
    .addOption(
      new Option('--limit <number>', 'jobs per page')
        .argParser((text) => parseCount(text, 200))
        .default(20),
    )
    .option('--cursor <cursor>', 'next page: the value that the previous page printed')
    .action(async (options: Omit<ListOptions, 'server'>) => {
      const { listJobs } = await import('./remote/jobs.ts')
      end(await listJobs({ ...options, ...(await connection(options)) }))
    })
}

function addServerOptions(command: Command): Command {
  return command.addOption(serverOption()).addOption(tokenOption())
}
