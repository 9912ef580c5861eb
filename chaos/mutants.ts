import { cp, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Drill } from './drill.ts'

/** A defect to inject into a copy of the built program, which the harness must detect. */
export interface Mutant {
  name: string
  /** The drill that reveals the defect within seconds. The storm finds most defects too. */
  drill: Drill
  changes: { file: string; from: string | RegExp; to: string }[]
}

const jobs = 'dist/db/jobs/transitions.sql.js'
const leases = 'dist/db/jobs/renew-leases.sql.js'
const rescue = 'dist/db/queue/rescue.sql.js'
const schema = 'migrations/0001_schema.sql'
const queue = 'migrations/0002_queue.sql'
const enqueue = 'migrations/0003_enqueue.sql'
const claim = 'migrations/0004_claim.sql'
const fence = /and epoch = \$2 and status = 'processing'/g
const completionFence = "and job.epoch = done.epoch and coalesce(job.status = 'processing', false)"
const renewal = 'join jobs on jobs.id = lease.id and jobs.epoch = lease.epoch'
const withoutEpoch = 'join jobs on jobs.id = lease.id'

export const mutants: Mutant[] = [
  {
    name: 'the fence is the status alone',
    drill: 'a frozen worker finishes while the next one runs its job',
    changes: [
      { file: jobs, from: fence, to: `and $2::int > 0 and status = 'processing'` },
      { file: claim, from: 'and job.epoch = done.epoch and coalesce', to: 'and coalesce' },
      { file: leases, from: renewal, to: withoutEpoch },
    ],
  },
  {
    name: 'the fence is the id alone',
    drill: 'a frozen worker finishes after the next one has',
    changes: [
      { file: jobs, from: fence, to: 'and $2::int > 0' },
      { file: claim, from: completionFence, to: '' },
      { file: leases, from: renewal, to: withoutEpoch },
    ],
  },
  {
    name: 'all attempts write to the same keys',
    drill: 'a frozen worker finishes while the next one runs its job',
    changes: [
      { file: 'dist/blobs/blob-keys.js', from: /(results\S+\$\{id\})\.\$\{epoch\}/, to: '$1.1' },
    ],
  },
  {
    name: 'bytes are deleted although their row may be committed',
    drill: 'the response to a commit is lost',
    changes: [
      { file: 'dist/blobs/store-files.js', from: "code !== 'UNAVAILABLE'", to: "code !== ''" },
    ],
  },
  {
    name: 'claims are not serialised',
    drill: 'two claims run concurrently',
    changes: [
      { file: queue, from: 'select pg_advisory_xact_lock(702117002)', to: 'select 1' },
      { file: claim, from: 'perform pg_advisory_xact_lock(702117006)', to: 'perform 1' },
      { file: schema, from: 'check (processing <= max_running)', to: 'check (processing >= 0)' },
    ],
  },
  {
    name: 'claims without completions are not serialised',
    drill: 'two claims run concurrently',
    changes: [
      { file: claim, from: 'perform pg_advisory_xact_lock(702117006)', to: 'perform 1' },
      { file: schema, from: 'check (processing <= max_running)', to: 'check (processing >= 0)' },
    ],
  },
  {
    name: 'claims of different owners ignore the caps of dependencies',
    drill: 'two claims run concurrently',
    changes: [
      {
        file: claim,
        from: /and first\.dependency = 'none'\s+and \(first.*\) = \(last.*\)/,
        to: '',
      },
      { file: claim, from: "where owners is null or name = 'none'", to: '' },
    ],
  },
  {
    name: 'a batch is announced as finished while jobs run',
    drill: 'batches exceed their cap and contain duplicates',
    changes: [
      {
        file: queue,
        from: /batches\.queued \+ delta\.queued \+ batches\.processing \+ delta\.processing = 0/g,
        to: 'batches.queued + delta.queued = 0',
      },
      { file: queue, from: /delta\.queued \+ delta\.processing < 0/g, to: 'delta.queued < 0' },
      {
        file: queue,
        from: 'batches.queued + batches.processing = 0 as ends',
        to: 'batches.queued = 0 as ends',
      },
    ],
  },
  {
    name: 'event numbers have gaps',
    drill: 'batches exceed their cap and contain duplicates',
    changes: [
      {
        file: queue,
        from: 'last_event_id = batches.last_event_id + delta.events + (',
        to: 'last_event_id = batches.last_event_id + 1 + delta.events + (',
      },
    ],
  },
  {
    name: "a batch's last event has the number of the one before",
    drill: 'batches exceed their cap and contain duplicates',
    changes: [{ file: queue, from: 'select id, last, null,', to: 'select id, last - 1, null,' }],
  },
  {
    name: 'a claim is numbered before the completion that made room for it',
    drill: 'batches exceed their cap and contain duplicates',
    changes: [
      {
        file: queue,
        from: "order by changed.status = 'processing',",
        to: "order by changed.status <> 'processing',",
      },
    ],
  },
  {
    name: 'caps are ignored',
    drill: 'batches exceed their cap and contain duplicates',
    changes: [
      { file: schema, from: 'check (processing <= max_running)', to: 'check (processing >= 0)' },
      { file: queue, from: 'max_running - processing + given.ending as room', to: '100 as room' },
      { file: claim, from: /<= batch\.max_running as is_under_cap/g, to: '> 0 as is_under_cap' },
      { file: enqueue, from: '<= max_running as claimable', to: '<= 100 as claimable' },
    ],
  },
  {
    name: 'a job that ends frees two places',
    drill: 'batches exceed their cap and contain duplicates',
    changes: [
      { file: schema, from: 'check (processing <= max_running)', to: 'check (processing >= 0)' },
      {
        file: queue,
        from: 'max_running - processing + given.ending as room',
        to: 'max_running - processing + 2 * given.ending as room',
      },
      { file: claim, from: /- coalesce\(ending\.jobs, 0\)/g, to: '- 2 * coalesce(ending.jobs, 0)' },
    ],
  },
  {
    name: 'the rescue ignores the lease',
    drill: 'a job takes longer than its lease',
    changes: [
      {
        file: rescue,
        from: /and lease_expires_at < now\(\)/g,
        to: 'and lease_expires_at is not null',
      },
    ],
  },
  {
    name: 'no job is rescued',
    drill: 'a worker dies',
    changes: [
      { file: rescue, from: /and lease_expires_at < now\(\)/g, to: 'and lease_expires_at is null' },
    ],
  },
  {
    name: 'a batch never admits further jobs',
    drill: 'batches exceed their cap and contain duplicates',
    changes: [
      { file: queue, from: 'perform admit_jobs(batches_with_room);', to: 'null;' },
      { file: claim, from: 'perform admit_jobs(ending_batches, ending_counts);', to: 'null;' },
    ],
  },
  {
    name: 'duplicates are never released',
    drill: 'batches exceed their cap and contain duplicates',
    changes: [
      {
        file: queue,
        from: "update jobs set blocked_by = null where blocked_by = 'original' and duplicate_of = any (originals);",
        to: 'null;',
      },
    ],
  },
  {
    name: 'a release counts as an attempt',
    drill: 'a worker is stopped',
    changes: [
      { file: jobs, from: 'attempt_count = attempt_count - 1, dependency', to: 'dependency' },
    ],
  },
  {
    name: 'a cancelled job can still be completed',
    drill: 'a job is cancelled while it runs',
    changes: [
      {
        file: claim,
        from: "coalesce(job.status = 'processing', false)",
        to: "job.status in ('processing', 'cancelled')",
      },
    ],
  },
]

const parts = ['migrations', 'mappings', 'directory', 'package.json']

/** Copies the built program to a new folder. */
export async function copyProgram(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-copy-'))
  await cp('dist', path.join(folder, 'dist'), { recursive: true })
  for (const part of parts) await cp(part, path.join(folder, part), { recursive: true })
  await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'))
  return folder
}

/** Copies the built program and injects the defect. Throws if the text to replace is missing. */
export async function copyWithDefect(mutant: Omit<Mutant, 'drill'>): Promise<string> {
  const folder = await copyProgram()
  for (const { file, from, to } of mutant.changes) {
    const target = path.join(folder, file)
    const before = await readFile(target, 'utf8')
    const after = before.replace(from, to)
    if (after === before) throw new Error(`${mutant.name}: ${file} does not have ${String(from)}`)
    await writeFile(target, after)
  }
  return folder
}
