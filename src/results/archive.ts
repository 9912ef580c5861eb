import { Readable } from 'node:stream'
import { createNameGenerator } from '../domain/results/export.ts'
import { toOutputFilename } from '../domain/document/filename.ts'
import type { Job } from '../domain/job/job.ts'
import type { MergedFile } from './export-options.ts'
import type { OmittedJob } from './omitted-jobs.ts'
import type { OutputFiles } from './output-files.ts'
import { createZip } from '../extraction/formats/zip.ts'

interface ArchiveExtras {
  left_out: readonly OmittedJob[]
  merged_files: readonly MergedFile[]
}

/** Zips all outputs and merged files, with a manifest that also lists omitted jobs. */
export function createArchive(
  outputs: OutputFiles,
  jobs: readonly Job[],
  { left_out, merged_files }: ArchiveExtras,
): Readable {
  const uniqueName = createNameGenerator()
  const manifest = uniqueName('manifest.json')
  const merged = merged_files.map(({ name, body }) => ({ name: uniqueName(name), body }))
  const archived = jobs.map((job) => {
    const files = job.outputs.map(({ format }) => {
      return { format, name: uniqueName(toOutputFilename(job.original_filename, format)) }
    })
    return { job, files }
  })
  const contents = {
    jobs: archived.map(({ job, files }) => ({
      ...toManifestEntry(job),
      files: files.map(({ name }) => name),
    })),
    ...(merged.length > 0 && { merged_files: merged.map(({ name }) => name) }),
    left_out: left_out.map(({ job, why: { code, params, message } }) => ({
      ...toManifestEntry(job),
      reason: { code, params, message },
    })),
  }
  const json = `${JSON.stringify(contents, null, 2)}\n`
  const changed_at = new Date().toISOString()
  return createZip([
    { name: manifest, changed_at, open: async () => Readable.from([Buffer.from(json)]) },
    ...merged.map(({ name, body }) => ({
      name,
      changed_at,
      open: async () => Readable.from([body]),
    })),
    ...archived.flatMap(({ job, files }) =>
      files.map(({ format, name }) => ({
        name,
        changed_at: job.completed_at ?? job.created_at,
        open: async () => (await outputs.open(job, format)).stream,
      })),
    ),
  ])
}

function toManifestEntry(job: Job) {
  const { id, client_reference, original_filename, status, needs_review, review_reasons } = job
  return {
    job_id: id,
    client_reference,
    name: original_filename,
    status,
    needs_review,
    review_reasons,
  }
}
