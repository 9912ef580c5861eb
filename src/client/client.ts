import type { Job } from '../domain/job/job.ts'
import type { OutputFormat } from '../domain/mapping/mapping.ts'
import type { JobsPage } from '../domain/api/routes/jobs.ts'
import type { MappingsAnswer } from '../domain/api/routes/service.ts'
import { routes } from '../domain/api/routes/routes.ts'
import { type Asker, type AskOptions, createAsker, type Wanted } from './ask.ts'
import { sendForm, type UploadOptions } from './send-form.ts'

export interface UploadRequest extends UploadOptions {
  file: Blob
  filename: string
}

export type JobsQuery = NonNullable<Wanted<typeof routes.listJobs>['query']>

/** Any route of domain/api/routes/routes.ts by `ask`, and by name what is asked for most. */
export interface Client extends Asker {
  upload(request: UploadRequest): Promise<Job>
  listJobs(query?: JobsQuery, signal?: AbortSignal): Promise<JobsPage>
  getJob(id: string, signal?: AbortSignal): Promise<Job>
  download(id: string, format?: OutputFormat, signal?: AbortSignal): Promise<Response>
  downloadUrl(id: string, format?: OutputFormat): string
  listMappings(signal?: AbortSignal): Promise<MappingsAnswer>
}

export function createClient(options: AskOptions = {}): Client {
  const asker = createAsker(options)
  const { ask, addressOf } = asker
  return {
    ...asker,
    async upload({ file, ...options }) {
      const { job } = await ask(routes.upload, sendForm([file], options))
      return job
    },
    listJobs: (query = {}, signal) => ask(routes.listJobs, { query, signal }),
    getJob: (id, signal) => ask(routes.getJob, { params: { id }, signal }),
    download: (id, format, signal) =>
      ask(routes.downloadJob, { params: { id }, query: { format }, signal }),
    downloadUrl: (id, format) =>
      addressOf(routes.downloadJob, { params: { id }, query: { format } }),
    listMappings: (signal) => ask(routes.listMappings, { signal }),
  }
}
