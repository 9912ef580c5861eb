import type { z } from 'zod'
import { AppError, Problem } from '../domain/errors.ts'
import type { Job } from '../domain/job.ts'
import { parseJson } from '../domain/json.ts'
import type { OutputFormat, Params } from '../domain/mapping.ts'
import type { JobsPage } from '../domain/routes/jobs.ts'
import type { MappingsAnswer } from '../domain/routes/service.ts'
import type { Route } from '../domain/routes/route.ts'
import { routes } from '../domain/routes.ts'

export interface ClientOptions {
  /** Where Docket is, e.g. `http://127.0.0.1:3000`. Left out: the page's own origin. */
  baseUrl?: string
  fetch?: typeof fetch
}

export interface UploadRequest {
  file: Blob
  filename: string
  mapping?: string
  params?: Params
  signal?: AbortSignal
}

export type JobsQuery = Partial<z.output<typeof routes.listJobs.query>>

/** Typed calls over domain/routes.ts. A refused call rejects with the AppError that the server meant. */
export interface Client {
  upload(request: UploadRequest): Promise<Job>
  listJobs(query?: JobsQuery, signal?: AbortSignal): Promise<JobsPage>
  getJob(id: string, signal?: AbortSignal): Promise<Job>
  download(id: string, format?: OutputFormat, signal?: AbortSignal): Promise<Response>
  downloadUrl(id: string, format?: OutputFormat): string
  listMappings(signal?: AbortSignal): Promise<MappingsAnswer>
}

export function createClient(options: ClientOptions = {}): Client {
  const { baseUrl = '', fetch: send = fetch } = options

  async function call(route: Route, address: Address, init: RequestInit = {}): Promise<Response> {
    const url = baseUrl + addressOf(route, address)
    const response = await send(url, { ...init, method: route.method }).catch((cause: unknown) => {
      if (init.signal?.aborted) throw cause
      throw new AppError('UNAVAILABLE', 'Docket cannot be reached. Check the connection.', {
        cause,
      })
    })
    if (!response.ok) throw await refusal(response)
    return response
  }

  return {
    async upload({ file, filename, mapping, params, signal }) {
      const form = uploadForm({ file, filename, mapping, params })
      const response = await call(routes.upload, {}, { body: form, signal: signal ?? null })
      return routes.upload.success.body.parse(await response.json()).job
    },
    async listJobs(query = {}, signal) {
      const response = await call(routes.listJobs, { query }, { signal: signal ?? null })
      return routes.listJobs.success.body.parse(await response.json())
    },
    async getJob(id, signal) {
      const response = await call(routes.getJob, { params: { id } }, { signal: signal ?? null })
      return routes.getJob.success.body.parse(await response.json())
    },
    download: (id, format, signal) =>
      call(routes.downloadJob, { params: { id }, query: { format } }, { signal: signal ?? null }),
    downloadUrl: (id, format) =>
      baseUrl + addressOf(routes.downloadJob, { params: { id }, query: { format } }),
    async listMappings(signal) {
      const response = await call(routes.listMappings, {}, { signal: signal ?? null })
      return routes.listMappings.success.body.parse(await response.json())
    },
  }
}

/** The fields of an upload. The file comes last, so that a server could judge the rest before it. */
function uploadForm(request: {
  file: Blob
  filename: string
  mapping?: string | undefined
  params?: Params | undefined
}): FormData {
  const form = new FormData()
  if (request.mapping !== undefined) form.set('mapping', request.mapping)
  if (request.params !== undefined) form.set('params', JSON.stringify(request.params))
  form.set('file', request.file, request.filename)
  return form
}

interface Address {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
}

function addressOf(route: Route, { params = {}, query = {} }: Address): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.size === 0 ? path : `${path}?${search.toString()}`
}

async function refusal(response: Response): Promise<AppError> {
  return refusalOf(response.status, await response.text())
}

/** What the server said, as the error it meant. Something in between may have answered in its place. */
export function refusalOf(status: number, body: string): AppError {
  const problem = Problem.safeParse(parseJson(body))
  if (problem.success) return new AppError(problem.data.code, problem.data.detail)
  if (status === 413) return new AppError('TOO_LARGE')
  return new AppError('UNAVAILABLE', `The server answered ${status}. Please try again in a moment.`)
}
