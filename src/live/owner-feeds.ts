import type { Db } from '../db/db.ts'
import {
  databaseTime,
  type DeletedJob,
  deletedSince,
  jobsAfter,
  jobsInBatches,
  type OwnedJob,
  ownersOf,
} from '../db/jobs/changes.sql.ts'
import { reachBack } from '../domain/job/since.ts'
import { Audience } from './subscribers.ts'
import { changesSince } from './changes-since.ts'
import { frame, type Reader } from './sse-frame.ts'
import { LiveReader, reset } from './paced-reader.ts'

export interface OwnerFeeds {
  /** Tells what has changed since a moment, then that it is ready, then every change. Returns how to leave. */
  follow(owner: string, since: string | undefined, reader: Reader): Promise<() => void>
  /** Rings whenever something may have changed from now on. Returns how to leave. */
  onChange(owner: string, ring: () => void): () => void
  /** Looks for changes in these batches: two queries at most, however many owners there are and however many watch. */
  look(ids: ReadonlySet<string>): Promise<void>
  /** Looks for all that has changed since this was last done. */
  lookBack(): Promise<void>
}

const pageLength = 5000

/**
 * The id of a frame is a moment before which nothing is left to tell, so that a reader may be cut off after any of
 * them: of a replayed job its own, for they come in their order; of `ready` when the replay was asked for; of a live
 * one when all was last looked at, for a hint of an earlier change may still be under way.
 */
export function createOwnerFeeds(db: Db): OwnerFeeds {
  const audience = new Audience()
  let toldUntil: string | undefined

  async function follow(owner: string, since: string | undefined, reader: Reader) {
    const live = new LiveReader(reader)
    // Before anything is looked up: what changes after that is told.
    const leave = audience.join(owner, live)
    try {
      const now = await databaseTime(db)
      toldUntil ??= now
      const replay = since === undefined ? [] : await replayOf(db, owner, { since, now })
      await live.begin([...replay, frame('ready', { server_time: now }, now)])
    } catch (error) {
      leave()
      throw error
    }
    return leave
  }

  function tellChanged({ owner_id: owner, job }: OwnedJob): void {
    const news = { owner, id: job.id, version: job.updated_at }
    audience.tell(news, () => frame('job', job, toldUntil))
  }

  function tellDeleted({ owner_id: owner, id }: DeletedJob): void {
    audience.tell({ owner, id, version: 'gone' }, () => frame('gone', { id }, toldUntil))
  }

  async function look(ids: ReadonlySet<string>): Promise<void> {
    const { told, rung } = audience.owners
    const batches = [...ids].filter((id) => id !== 'gone')
    const isDeleted = ids.has('gone')
    if (isDeleted) for (const owner of rung) audience.ring(owner)
    else if (rung.length > 0) {
      for (const { owner_id } of await ownersOf(db, batches, rung)) audience.ring(owner_id)
    }
    if (told.length === 0 || toldUntil === undefined) return
    for (const job of await jobsInBatches(db, batches, told)) tellChanged(job)
    if (!isDeleted) return
    for (const job of await deletedSince(db, told, reachBack(toldUntil))) tellDeleted(job)
  }

  async function lookBack(): Promise<void> {
    const now = await databaseTime(db)
    const { told, rung } = audience.owners
    const from = reachBack(toldUntil ?? now)
    for (const owner of rung) audience.ring(owner)
    if (told.length > 0) {
      for await (const job of changedFrom(db, told, from)) tellChanged(job)
      for (const job of await deletedSince(db, told, from)) tellDeleted(job)
    }
    toldUntil = now
  }

  const onChange = (owner: string, ring: () => void) => audience.hang(owner, ring)
  return { follow, onChange, look, lookBack }
}

async function* changedFrom(db: Db, owners: string[], from: string): AsyncGenerator<OwnedJob> {
  let after: Parameters<typeof jobsAfter>[2] | undefined = { updated_at: from }
  while (after !== undefined) {
    const page: OwnedJob[] = await jobsAfter(db, owners, after, pageLength)
    yield* page
    after = page.length < pageLength ? undefined : page.at(-1)?.job
  }
}

/** Deleted ones first and without an id: they are no sign that what changed before them has been told. */
async function replayOf(
  db: Db,
  owner: string,
  { since, now }: { since: string; now: string },
): Promise<Buffer[]> {
  const changes = Number.isNaN(Date.parse(since))
    ? undefined
    : await changesSince(db, owner, { from: reachBack(since), now })
  if (changes === undefined) return [reset]
  const gone = changes.gone.map((id) => frame('gone', { id }))
  return [...gone, ...changes.jobs.map(({ job }) => frame('job', job, job.updated_at))]
}
