import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Client } from '../client/client.ts'
import { errorRules } from '../domain/messages/error-rules.ts'
import { AppError, ErrorCode } from '../domain/errors/errors.ts'
import { Job } from '../domain/job/job.ts'
import { Params } from '../domain/mapping/mapping.ts'
import { OutputFormat } from '../domain/mapping/output-formats.ts'
import { MappingSummary } from '../domain/api/routes/service.ts'
import { routes } from '../domain/api/routes/routes.ts'
import { getSystemErrorCode } from '../domain/errors/system-error.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

/** The job fields that an assistant needs; more would waste its context. */
const JobFacts = Job.pick({
  id: true,
  original_filename: true,
  source_url: true,
  status: true,
  progress: true,
  mapping: true,
  read_by: true,
  needs_review: true,
  review_reasons: true,
  error_code: true,
  error_message: true,
  created_at: true,
}).extend({
  formats: z.array(OutputFormat).describe('Formats available from `result`.'),
  next: z.string().describe('Suggested next step.'),
})

const Failure = z.object({
  id: z.uuid(),
  original_filename: z.string(),
  error_code: ErrorCode.nullable(),
  error_message: z.string().nullable(),
  may_pass: z.boolean().describe('Whether a later attempt may succeed without changes.'),
  attempt_count: z.int(),
  failed_at: z.string().nullable(),
})

const jobId = z.uuid().describe('Job ID returned by submit or list_failures.')

/** Longer results are paged with `offset` to save the assistant's context. */
const pageCharacters = 50_000

export const inputs = {
  list_mappings: z.object({}),
  submit: z.object({
    path: z.string().optional().describe('Path of a PDF on the machine that runs `docket mcp`.'),
    url: z.string().optional().describe('Public URL of a PDF, instead of a path.'),
    mapping: z
      .string()
      .optional()
      .describe('Mapping name from list_mappings. Default: the server default.'),
    params: Params.optional().describe('Mapping parameters.'),
  }),
  status: z.object({
    job_id: jobId,
    wait_seconds: z
      .number()
      .min(0)
      .max(50)
      .default(20)
      .describe('How long to wait for the job to finish.'),
  }),
  result: z.object({
    job_id: jobId,
    format: OutputFormat.optional().describe('Default: the first format of the job.'),
    offset: z.int().min(0).default(0).describe('`next_offset` of the previous page.'),
  }),
  list_failures: z.object({ limit: z.int().min(1).max(200).default(20) }),
}

export const outputs = {
  list_mappings: z.object({ mappings: z.array(MappingSummary), default_mapping: z.string() }),
  submit: JobFacts,
  status: JobFacts,
  result: z.object({
    text: z.string(),
    content_type: z.string(),
    characters: z.int().describe('Length of the whole result.'),
    next_offset: z.int().nullable().describe('Null on the last page.'),
  }),
  list_failures: z.object({
    failed: z.int().describe('Total number of failed jobs.'),
    jobs: z.array(Failure),
  }),
}

export type ToolName = keyof typeof inputs

export type Tools = {
  [Name in ToolName]: (
    input: z.output<(typeof inputs)[Name]>,
  ) => Promise<z.input<(typeof outputs)[Name]>>
}

/** The MCP tools, implemented as API calls. */
export function createTools(client: Client): Tools {
  return {
    async list_mappings() {
      const { mappings, default_mapping } = await client.listMappings()
      return { mappings, default_mapping }
    },
    async submit({ path: file, url, mapping, params }) {
      const order = { ...(mapping && { mapping }), ...(params && { params }) }
      if (file !== undefined && url === undefined) {
        const named = { file: await readPdf(file), filename: path.basename(file) }
        return toJobFacts(await client.upload({ ...named, ...order }))
      }
      if (url === undefined || file !== undefined) {
        throw new AppError('INVALID_REQUEST', createDetail('path_or_url', {}))
      }
      return toJobFacts((await client.call(routes.upload, { json: { url, ...order } })).job)
    },
    async status({ job_id, wait_seconds }) {
      const input = { params: { id: job_id }, query: { wait: wait_seconds } }
      return toJobFacts(await client.call(routes.getJob, input))
    },
    async result({ job_id, format, offset }) {
      const response = await client.download(job_id, format)
      const fullText = await response.text()
      const end = offset + pageCharacters
      return {
        text: fullText.slice(offset, end),
        content_type: response.headers.get('content-type') ?? '',
        characters: fullText.length,
        next_offset: end < fullText.length ? end : null,
      }
    },
    async list_failures({ limit }) {
      const { jobs, counts } = await client.listJobs({ status: 'failed', limit })
      return { failed: counts.failed, jobs: jobs.map(toFailure) }
    },
  }
}

async function readPdf(file: string): Promise<Blob> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    const reason = getSystemErrorCode(cause) ?? 'unreadable'
    throw new AppError('NO_FILE', createDetail('file_unreadable', { file, fault: reason }), {
      cause,
    })
  })
  return new Blob([bytes])
}

function toJobFacts(job: Job): z.input<typeof JobFacts> {
  const formats = job.outputs.map(({ format }) => format)
  return JobFacts.strip().parse({ ...job, formats, next: nextStep(job) })
}

function nextStep({ status, needs_review, error_code }: Job): string {
  if (status === 'queued' || status === 'processing') return 'Call status again.'
  if (status === 'complete') {
    const doubt = ' Tell the user to check the review reasons before relying on the result.'
    return `Call result.${needs_review ? doubt : ''}`
  }
  if (status === 'expired') return 'The result has expired. Submit the document again.'
  if (status === 'cancelled') return 'Submit the document again if it is still needed.'
  const advice = 'Tell the user what error_message says.'
  return isRetryable(error_code) ? `${advice} A later attempt may succeed.` : advice
}

function toFailure(job: Job): z.input<typeof Failure> {
  return Failure.strip().parse({ ...job, may_pass: isRetryable(job.error_code) })
}

function isRetryable(code: Job['error_code']): boolean {
  return code !== null && errorRules[code].retry
}
