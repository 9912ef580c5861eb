import type { Cleaned } from '../../../domain/api/routes/admin.ts'
import { formatCount } from '../locale/locale.ts'
import { count } from './count.ts'

/** The sentences of the operator's page. */
export const adminWords = {
  title: 'Operator',
  heading: 'Operator',
  lead: 'How this Docket fares, over all its processes. Nobody’s documents are shown here.',
  key: {
    label: 'The operator’s key',
    hint: 'The value of the setting ADMIN_KEY. It is forgotten when you close or reload the page.',
    open: 'Open',
    leave: 'Lock',
  },
  notLoaded: 'The overview could not be loaded',
  queue: {
    heading: 'Queue',
    waiting: 'waiting',
    held: 'held back',
    processing: 'being read',
    oldest: 'oldest waits',
    workers: 'workers',
    paused: 'The queue is paused: no worker begins another job.',
    pause: 'Pause the queue',
    resume: 'Let it go on',
  },
  alerts: {
    heading: 'Alerts',
    none: 'All is well.',
    since: (moment: string) => `since ${moment}`,
    pending: 'may pass by itself',
  },
  hour: {
    heading: 'The last hour',
    throughput: 'Documents by the minute',
    throughputIs: (complete: number, failed: number, most: number) =>
      `${count(complete, 'document', 'documents')} read and ${formatCount(failed)} failed within an hour; at most ${formatCount(most)} in a minute.`,
    latency: 'Time to read',
    latencyIs: (p50: string, p95: string) =>
      `At its slowest minute, half within ${p50}, 95 % within ${p95}.`,
    nothing: 'Nothing was read within the last hour.',
    complete: 'read',
    failed: 'failed',
    half: 'half within',
    most: '95 % within',
    hourAgo: 'an hour ago',
    now: 'now',
    minuteIs: (time: string, complete: number, failed: number) =>
      `${time}: ${formatCount(complete)} read, ${formatCount(failed)} failed`,
  },
  workers: {
    heading: 'Workers',
    list: 'List of workers',
    none: 'No worker has been heard of today.',
    columns: { name: 'Name', host: 'Machine', jobs: 'Reads', heard: 'Heard of' },
    lost: 'silent',
  },
  dependencies: {
    heading: 'Called from here',
    open: 'fails: jobs wait for it',
    closed: 'no trouble',
    running: (running: number, most: number) =>
      `${formatCount(running)} of ${formatCount(most)} at once`,
  },
  dead: {
    heading: 'Failed jobs',
    none: 'No failed job fits.',
    count: (jobs: number) => count(jobs, 'failed job', 'failed jobs'),
    code: 'Code',
    mapping: 'Mapping',
    owner: 'Owner',
    since: 'Failed since',
    find: 'Find',
    more: 'Show more',
    attempts: (attempts: number) => count(attempts, 'attempt', 'attempts'),
    gone: 'its file is gone',
    requeue: 'Try these again',
    confirm: (jobs: number) => `Try ${count(jobs, 'job', 'jobs')} again?`,
    confirmText:
      'They join the queue with all attempts anew. Jobs whose file is gone are left out.',
    yes: (jobs: number) => `Try ${formatCount(jobs)} again`,
    nothing: 'None of them can be tried again: their files are gone.',
    done: (jobs: number) => `${count(jobs, 'job was', 'jobs were')} queued again.`,
    notLoaded: 'The failed jobs could not be loaded',
  },
  cleanup: {
    heading: 'Cleanup',
    lead: 'Files past their time are deleted by workers every hour. Here you can look, or do it now.',
    look: 'See what is due',
    due: ({ results, uploads, orphans, batches, jobs }: Cleaned) =>
      `Due: ${count(results, 'result', 'results')}, ${count(uploads, 'upload', 'uploads')}, ${count(orphans, 'file that nothing names', 'files that nothing names')}, events of ${count(batches, 'batch', 'batches')}, ${count(jobs, 'old job', 'old jobs')}.`,
    run: 'Delete them now',
    done: 'Done. They are gone.',
    nothing: 'Nothing is due.',
  },
  analytics: {
    heading: 'What came',
    days: (days: number) => `${formatCount(days)} days`,
    period: 'Period',
    batches: 'batches',
    jobs: 'documents',
    pages: 'pages',
    failed: 'failed',
    cached: 'known already',
    bytes: 'sent',
    cost: 'language model',
    calls: (calls: number) => count(calls, 'question', 'questions'),
    errors: 'Errors by code',
    mappings: 'By mapping',
    byDay: 'Documents by day',
    none: 'none',
    dayIs: (day: string, jobs: number, failed: number) =>
      `${day}: ${count(jobs, 'document', 'documents')}, ${formatCount(failed)} failed`,
    notLoaded: 'The figures could not be loaded',
  },
}
export type AdminWords = typeof adminWords
