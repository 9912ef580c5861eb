import type { Job } from '../domain/job.ts'
import type { OutputFormat, Params } from '../domain/mapping.ts'
import type { JobsPage } from '../domain/routes/jobs.ts'
import type { MappingsAnswer } from '../domain/routes/service.ts'
import { routes } from '../domain/routes.ts'
import { type Asker, type AskOptions, createAsker, type Wanted } from './ask.ts'

export interface UploadRequest {
  file: Blob
  filename: string
  mapping?: string
  params?: Params
  signal?: AbortSignal
}

export type JobsQuery = NonNullable<Wanted<typeof routes.listJobs>['query']>

/** Any route of domain/routes.ts by `ask`, and by name what is asked for most. */
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
    upload: async ({ signal, ...fields }) =>
      (await ask(routes.upload, { form: uploadForm(fields), signal })).job,
    listJobs: (query = {}, signal) => ask(routes.listJobs, { query, signal }),
    getJob: (id, signal) => ask(routes.getJob, { params: { id }, signal }),
    download: (id, format, signal) =>
      ask(routes.downloadJob, { params: { id }, query: { format }, signal }),
    downloadUrl: (id, format) =>
      addressOf(routes.downloadJob, { params: { id }, query: { format } }),
    listMappings: (signal) => ask(routes.listMappings, { signal }),
  }
}

/** The fields of an upload. The file comes last, so that a server could judge the rest before it. */
function uploadForm({ file, filename, mapping, params }: UploadRequest): FormData {
  const form = new FormData()
  if (mapping !== undefined) form.set('mapping', mapping)
  if (params !== undefined) form.set('params', JSON.stringify(params))
  form.set('file', file, filename)
  return form
}
