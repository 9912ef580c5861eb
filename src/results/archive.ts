import { Readable } from 'node:stream'
import { uniqueNames } from '../domain/results/export.ts'
import { outputFilename } from '../domain/document/filename.ts'
import type { Job } from '../domain/job/job.ts'
import { openOutput } from './deliver.ts'
import type { Loading } from './load-reading.ts'
import { zipOf } from './zip.ts'

export interface LeftOut {
  job: Job
  reason: string
}

/** All outputs of all jobs as a zip, with a list of them that also names what is not there. */
export function archiveOf(
  from: Pick<Loading, 'db' | 'blobs'>,
  jobs: readonly Job[],
  leftOut: readonly LeftOut[],
): Readable {
  const nameOf = uniqueNames()
  const manifest = nameOf('manifest.json')
  const made = jobs.map((job) => {
    const files = job.outputs.map(({ format }) => {
      return { format, name: nameOf(outputFilename(job.original_filename, format)) }
    })
    return { job, files }
  })
  const list = {
    jobs: made.map(({ job, files }) => ({ ...factsOf(job), files: files.map(({ name }) => name) })),
    left_out: leftOut.map(({ job, reason }) => ({ ...factsOf(job), reason })),
  }
  const json = `${JSON.stringify(list, null, 2)}\n`
  const changed_at = new Date().toISOString()
  return zipOf([
    { name: manifest, changed_at, open: async () => Readable.from([Buffer.from(json)]) },
    ...made.flatMap(({ job, files }) =>
      files.map(({ format, name }) => ({
        name,
        changed_at: job.completed_at ?? job.created_at,
        open: async () => (await openOutput(from, job, format)).stream,
      })),
    ),
  ])
}

function factsOf({ id, original_filename, status, needs_review, review_reasons }: Job) {
  return { job_id: id, name: original_filename, status, needs_review, review_reasons }
}
