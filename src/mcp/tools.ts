import path from 'node:path'
import type { z } from 'zod'
import type { Client } from '../client/client.ts'
import { errorRules } from '../domain/messages/error-codes.ts'
import { AppError } from '../domain/errors/app-error.ts'
import type { Job } from '../domain/job/job.ts'
import { routes } from '../domain/api/routes/routes.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'
import { readDocument } from './read-document.ts'
import { Failure, type inputs, JobFacts, type outputs, type SubmitInput } from './schemas.ts'

/** Length of a page in characters. Longer results are paged with `offset`, to save the assistant's context. */
const pageCharacters = 50_000

export type ToolName = keyof typeof outputs

type Inputs = { [Name in keyof typeof inputs]: z.output<(typeof inputs)[Name]> } & {
  submit: SubmitInput
}

export type Tools = {
  [Name in ToolName]: (input: Inputs[Name]) => Promise<z.input<(typeof outputs)[Name]>>
}

/** The MCP tools, implemented as API calls. */
export function createTools(client: Client, source: 'path' | 'content'): Tools {
  return {
    async list_mappings() {
      const { mappings, default_mapping } = await client.listMappings()
      return { mappings, default_mapping }
    },
    submit: async (input) => toJobFacts(await submit(client, input, source)),
    async status({ job_id, wait_seconds }) {
      const input = { params: { id: job_id }, query: { wait: wait_seconds } }
      return toJobFacts(await client.call(routes.getJob, input))
    },
    async result({ job_id, format, offset }) {
      const response = await client.download(
        job_id,
        format ?? (await defaultFormat(client, job_id)),
      )
      const fullText = await response.text()
      const end = offset + pageCharacters
      return {
        text: fullText.slice(offset, end),
        content_type: response.headers.get('content-type') ?? '',
        characters: fullText.length,
        next_offset: end < fullText.length ? end : null,
      }
    },
    async list_jobs({ status, search, needs_review, limit, cursor }) {
      const filter = { ...(status && { status }), ...(search && { q: search }) }
      const page = await client.listJobs({ ...filter, needs_review, limit, cursor })
      return { jobs: page.jobs.map(toJobFacts), next_cursor: page.next_cursor }
    },
    retry: async ({ job_id }) =>
      toJobFacts(await client.call(routes.retryJob, { params: { id: job_id } })),
    cancel: async ({ job_id }) =>
      toJobFacts(await client.call(routes.cancelJob, { params: { id: job_id } })),
    async list_failures({ limit }) {
      const { jobs, counts } = await client.listJobs({ status: 'failed', limit })
      return { failed: counts.failed, jobs: jobs.map(toFailure) }
    },
  }
}

async function submit(
  client: Client,
  input: SubmitInput,
  source: 'path' | 'content',
): Promise<Job> {
  const { path: file, content, filename = 'document.pdf', url, ...fields } = input
  const { mapping, params, schema, client_reference, callback_url } = fields
  const order = {
    ...(mapping && { mapping }),
    ...(params && { params }),
    ...(schema && { schema }),
    ...(client_reference && { clientReference: client_reference }),
    ...(callback_url && { callbackUrl: callback_url }),
  }
  if ([file, content, url].filter((one) => one !== undefined).length !== 1) {
    throw new AppError(
      'INVALID_REQUEST',
      createDetail(source === 'path' ? 'path_or_url' : 'content_or_url', {}),
    )
  }
  if (file !== undefined) {
    return client.upload({
      file: await readDocument(file),
      filename: path.basename(file),
      ...order,
    })
  }
  if (content !== undefined) {
    const bytes = new Blob([Buffer.from(content, 'base64')])
    return client.upload({ file: bytes, filename, ...order })
  }
  const json = { url: url ?? '', ...fields }
  return (await client.call(routes.upload, { json })).job
}

/** Returns `fields` for a job with custom fields, otherwise `json`. */
async function defaultFormat(client: Client, id: string): Promise<'fields' | 'json'> {
  const { outputs: written } = await client.call(routes.getJob, { params: { id } })
  return written.some(({ format }) => format === 'fields') ? 'fields' : 'json'
}

function toJobFacts(job: Job): z.input<typeof JobFacts> {
  const formats = job.outputs.map(({ format }) => format)
  return JobFacts.strip().parse({ ...job, formats, next: nextStep(job) })
}

function nextStep({ status, needs_review, error_code }: Job): string {
  if (status === 'queued' || status === 'processing')
    return 'Call status, which waits for the job to end.'
  if (status === 'complete') {
    const doubt = ' Tell the user to check the review reasons before relying on the result.'
    return `Call result.${needs_review ? doubt : ''}`
  }
  if (status === 'expired') return 'The result has expired. Submit the document again.'
  if (status === 'cancelled') return 'Call retry if the result is still needed.'
  const advice = 'Tell the user what error_message says.'
  return isRetryable(error_code) ? `${advice} A later attempt may succeed: call retry.` : advice
}

function toFailure(job: Job): z.input<typeof Failure> {
  return Failure.strip().parse({ ...job, may_pass: isRetryable(job.error_code) })
}

function isRetryable(code: Job['error_code']): boolean {
  return code !== null && errorRules[code].retry
}
