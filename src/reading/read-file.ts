import type { Blobs } from '../blobs/blobs.ts'
import type { ClaimedJob } from '../db/jobs/transitions.sql.ts'
import { computeStageProgress, stageStart } from '../domain/job/job.ts'
import type { Attempt } from '../queue/attempt.ts'
import type { ReadDocument, ReadResult } from './steps/read-document.ts'

export interface ReadFileDeps {
  blobs: Blobs
  read: ReadDocument
}

/** Reads a job's document from a local file. */
export async function readFile(
  deps: ReadFileDeps,
  job: ClaimedJob,
  { file, folder, sha256 }: { file: string; folder: string; sha256: string },
  { signal, span, report, call }: Attempt,
): Promise<ReadResult> {
  const { id: job_id, owner_id, mapping, params, request_id, has_directory, has_layouts } = job
  const is_single_invoice = job.is_part
  const is_public = job.source_url !== null
  // For an uploaded document, the claim has already recorded this stage.
  if (is_public) report('reading', stageStart.reading)
  const ids = { job_id, request_id, owner_id, sha256, is_public, has_directory, has_layouts }
  const form = { mustSync: deps.blobs.isLocal }
  const task = { file, folder, ...ids, mapping, params, form, is_single_invoice }
  const onProgress = (done: number, total: number) =>
    report('reading', computeStageProgress('reading', done, total))
  return deps.read(task, { signal, span, onProgress, call })
}
