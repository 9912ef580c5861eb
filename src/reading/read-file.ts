import type { ClaimedJob } from '../db/jobs/transitions.sql.ts'
import { computeStageProgress, stageStart } from '../domain/job/job.ts'
import type { Attempt } from '../queue/attempt.ts'
import type { ReadDocument, ReadResult } from './steps/read-document.ts'

export interface ReadFileDeps {
  read: ReadDocument
  /** The external dependency for reading, if any; its cap and its breaker apply. */
  dependency?: 'gateway' | undefined
}

/** Reads a job's document from a local file. */
export async function readFile(
  deps: ReadFileDeps,
  job: ClaimedJob,
  { file, folder, sha256 }: { file: string; folder: string; sha256: string },
  { signal, span, report, call }: Attempt,
): Promise<ReadResult> {
  report('reading', stageStart.reading)
  const { id: job_id, owner_id, mapping, params, request_id } = job
  const is_public = job.source_url !== null
  const ids = { job_id, request_id, owner_id, sha256, is_public }
  const task = { file, folder, ...ids, mapping, params }
  const onProgress = (done: number, total: number) =>
    report('reading', computeStageProgress('reading', done, total))
  const reading = () => deps.read(task, { signal, span, onProgress, call })
  return deps.dependency ? call(deps.dependency, reading) : reading()
}
