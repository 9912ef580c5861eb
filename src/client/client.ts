import type { Job } from '../domain/job/job.ts'
import type { DownloadFormat } from '../domain/mapping/output-formats.ts'
import type { JobsPage } from '../domain/api/routes/jobs.ts'
import type { MappingsResponse } from '../domain/api/routes/service.ts'
import { routes } from '../domain/api/routes/routes.ts'
import {
  type ApiClient,
  type ClientOptions,
  createApiClient,
  type RouteInput,
} from './api-client.ts'
import { createUploadForm, type UploadOptions } from './upload-form.ts'

export interface UploadRequest extends UploadOptions {
  file: Blob
  filename: string
}

export type JobsQuery = NonNullable<RouteInput<typeof routes.listJobs>['query']>

/** API client with shortcuts for the most common routes; `call` reaches the others. */
export interface Client extends ApiClient {
  upload(request: UploadRequest): Promise<Job>
  listJobs(query?: JobsQuery, signal?: AbortSignal): Promise<JobsPage>
  getJob(id: string, signal?: AbortSignal): Promise<Job>
  download(id: string, format?: DownloadFormat, signal?: AbortSignal): Promise<Response>
  downloadUrl(id: string, format?: DownloadFormat): string
  listMappings(signal?: AbortSignal): Promise<MappingsResponse>
}

export function createClient(options: ClientOptions = {}): Client {
  const client = createApiClient(options)
  const { call, url } = client
  return {
    ...client,
    async upload({ file, ...options }) {
      const { job } = await call(routes.upload, createUploadForm([file], options))
      return job
    },
    listJobs: (query = {}, signal) => call(routes.listJobs, { query, signal }),
    getJob: (id, signal) => call(routes.getJob, { params: { id }, signal }),
    download: (id, format, signal) =>
      call(routes.downloadJob, { params: { id }, query: { format }, signal }),
    downloadUrl: (id, format) => url(routes.downloadJob, { params: { id }, query: { format } }),
    listMappings: (signal) => call(routes.listMappings, { signal }),
  }
}
