import type { CleanupCounts } from '../../../domain/api/routes/admin/admin.ts'
import type { ActiveJob } from '../../../domain/api/routes/admin/active-jobs.ts'
import { formatCount } from '../locale/locale.ts'
import { count } from './count.ts'

/** UI text for the system status page. */
export const adminText = {
  title: 'System status',
  heading: 'System status',
  lead: 'Covers every process on this server. User documents are not shown.',
  key: {
    label: 'Admin key',
    hint: 'This server’s ADMIN_KEY setting. You’ll need to enter it again after you close or reload the page.',
    open: 'Sign in',
    leave: 'Sign out',
  },
  notLoaded: 'Couldn’t load the overview',
  queue: {
    heading: 'Queue',
    waiting: 'waiting',
    blocked: 'blocked',
    processing: 'processing',
    oldest: 'longest wait',
    workers: 'workers',
    freeDisk: 'free disk space',
    diskFull: (floor: string) =>
      `Uploads are rejected because less than ${floor} of disk space is free. Processing continues.`,
    paused: 'The queue is paused. No new jobs will start.',
    pause: 'Pause queue',
    resume: 'Resume queue',
  },
  alerts: {
    heading: 'Alerts',
    none: 'No active alerts.',
    since: (moment: string) => `since ${moment}`,
    pending: 'may resolve on its own',
  },
  hour: {
    heading: 'Last hour',
    throughput: 'Documents per minute',
    throughputSummary: (complete: number, failed: number, max: number) =>
      `${formatCount(complete)} complete and ${formatCount(failed)} failed in the last hour, peaking at ${formatCount(max)} per minute.`,
    latency: 'Processing time',
    latencySummary: (p50: string, p95: string) =>
      `Slowest minute: median ${p50}, 95th percentile ${p95}.`,
    nothing: 'No documents in the last hour.',
    complete: 'complete',
    failed: 'failed',
    median: 'median',
    most: '95th percentile',
    hourAgo: '1 hour ago',
    now: 'now',
    minuteSummary: (time: string, complete: number, failed: number) =>
      `${time}: ${formatCount(complete)} complete, ${formatCount(failed)} failed`,
  },
  workers: {
    heading: 'Workers',
    list: 'Worker list',
    none: 'No workers seen today.',
    columns: { name: 'Name', host: 'Host', jobs: 'Jobs', lastSeen: 'Last seen' },
    lost: 'not responding',
  },
  dependencies: {
    heading: 'External services',
    open: 'failing; jobs are waiting',
    closed: 'OK',
    running: (running: number, max: number) =>
      `${formatCount(running)} of ${formatCount(max)} calls in progress`,
  },
  activeJobs: {
    heading: 'Running and waiting jobs',
    none: 'No running or waiting jobs match.',
    count: (jobs: number) => count(jobs, 'job', 'jobs'),
    status: 'Status',
    anyStatus: 'Running and waiting',
    processing: 'Running',
    queued: 'Waiting',
    mapping: 'Mapping',
    owner: 'Owner',
    job: 'Job ID',
    find: 'Search',
    more: 'Show more',
    state: ({ status, blocked_by, progress }: ActiveJob) => {
      if (status === 'processing') return `Running, ${progress}%`
      if (blocked_by === 'time') return 'Waiting for its next attempt'
      return blocked_by === 'original' ? 'Waiting for an identical document' : 'Waiting'
    },
    priority: (priority: string) => `priority ${priority}`,
    reread: 'read again',
    attempts: (attempts: number) => count(attempts, 'attempt', 'attempts'),
    all: 'all matching jobs',
    one: (id: string) => `job ${id}`,
    cancel: 'Cancel',
    cancelAll: 'Cancel all',
    cancelOf: (subject: string) => `Cancel ${subject}`,
    cancelHeading: 'Cancel jobs?',
    cancelText:
      'Their owners see them as cancelled and can retry them. Documents being read again keep their current results.',
    cancelCount: (jobs: number) => `Cancel ${count(jobs, 'job', 'jobs')}`,
    cancelled: (jobs: number) => `${count(jobs, 'job', 'jobs')} cancelled.`,
    changePriority: 'Change priority',
    changePriorityOfAll: 'Change priority of all',
    changePriorityOf: (subject: string) => `Change priority of ${subject}`,
    priorityText:
      'Jobs with a higher priority start first. Standard is 0, premium 10. Running jobs are not affected.',
    priorityLabel: (min: number, max: number) => `Priority (${min} to ${max})`,
    save: 'Save',
    prioritized: (jobs: number) => `Priority of ${count(jobs, 'job', 'jobs')} changed.`,
    notLoaded: 'Couldn’t load the jobs',
  },
  failedJobs: {
    heading: 'Failed jobs',
    none: 'No failed jobs match.',
    count: (jobs: number) => count(jobs, 'failed job', 'failed jobs'),
    code: 'Code',
    mapping: 'Mapping',
    owner: 'Owner',
    since: 'Failed after',
    find: 'Search',
    more: 'Show more',
    attempts: (attempts: number) => count(attempts, 'attempt', 'attempts'),
    gone: 'file deleted',
    requeue: 'Retry all',
    confirm: (jobs: number) => `Retry ${count(jobs, 'job', 'jobs')}?`,
    confirmText:
      'The jobs will be queued again with a fresh set of attempts. Jobs whose files were deleted will be skipped.',
    confirmRetry: (jobs: number) => `Retry ${formatCount(jobs)}`,
    nothing: 'Nothing to retry: the files for these jobs were deleted.',
    done: (jobs: number) => `${count(jobs, 'job', 'jobs')} queued again.`,
    notLoaded: 'Couldn’t load the failed jobs',
  },
  cleanup: {
    heading: 'Cleanup',
    lead: 'Workers delete expired files every hour. You can preview or run the cleanup now.',
    preview: 'Preview',
    due: ({ results, uploads, orphans, batches, jobs }: CleanupCounts) =>
      `To delete: ${count(results, 'result', 'results')}, ${count(uploads, 'upload', 'uploads')}, ${count(orphans, 'orphaned file', 'orphaned files')}, event history for ${count(batches, 'batch', 'batches')}, ${count(jobs, 'old job', 'old jobs')}.`,
    run: 'Delete now',
    done: 'Cleanup complete.',
    nothing: 'Nothing to clean up.',
  },
  analytics: {
    heading: 'Usage',
    days: (days: number) => count(days, 'day', 'days'),
    period: 'Period',
    batches: 'batches',
    jobs: 'documents',
    pages: 'pages',
    failed: 'failed',
    cached: 'reused results',
    bytes: 'uploaded',
    cost: 'language model cost',
    calls: (calls: number) => count(calls, 'request', 'requests'),
    errors: 'Errors by code',
    mappings: 'By mapping',
    byDay: 'Documents per day',
    none: 'none',
    daySummary: (day: string, jobs: number, failed: number) =>
      `${day}: ${count(jobs, 'document', 'documents')}, ${formatCount(failed)} failed`,
    notLoaded: 'Couldn’t load the usage data',
  },
}
export type AdminText = typeof adminText
