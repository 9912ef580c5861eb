import { z } from 'zod'
import { jobFilterQuery as JobFilter } from '../domain/api/routes/job-filter.ts'
import { MappingSummary } from '../domain/api/routes/service.ts'
import { ErrorCode } from '../domain/errors/app-error.ts'
import { addRenderedText } from '../domain/i18n/render.ts'
import { Job } from '../domain/job/job.ts'
import { Params } from '../domain/mapping/mapping.ts'
import { clipKeys, createFault } from '../domain/messages/fault.ts'
import { describeUnknownKey } from '../domain/messages/known-keys.ts'
import { ClientReference } from '../domain/values/client-reference.ts'
import { OutputFormat } from '../domain/mapping/output-formats.ts'

/** Maximum length in characters: 3 MB in base64, which fits into the largest request that /mcp accepts. */
const maxContentCharacters = 4 * 1024 * 1024

/** The fields of a job that an assistant needs. Further fields would waste its context. */
export const JobFacts = Job.pick({
  id: true,
  client_reference: true,
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

export const Failure = z.object({
  id: z.uuid(),
  original_filename: z.string(),
  error_code: ErrorCode.nullable(),
  error_message: z.string().nullable(),
  may_pass: z.boolean().describe('Whether a later attempt may succeed without changes.'),
  attempt_count: z.int(),
  failed_at: z.string().nullable(),
})

/**
 * Creates the input of a tool. Rejects unknown arguments with a suggestion: if a misspelt filter were ignored, the tool
 * would select everything.
 */
function toolInput<Shape extends z.core.$ZodShape>(shape: Shape) {
  const schema: z.ZodObject<Shape, z.core.$strict> = z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? describeUnknown(issue.keys, schema) : undefined,
  })
  return schema
}

function describeUnknown(keys: readonly string[], schema: z.ZodType): string {
  const faults = clipKeys(keys).map((key) =>
    createFault('unknown_key', null, describeUnknownKey(key, [], schema)),
  )
  return faults.map((fault) => addRenderedText(fault).message).join(', ')
}

const jobId = z.uuid().describe('Job ID returned by submit or list_jobs.')

const order = {
  mapping: z
    .string()
    .optional()
    .describe('Mapping name from list_mappings. Default: the default mapping of the server.'),
  params: Params.optional().describe('Mapping parameters.'),
  schema: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('JSON Schema of the fields to read, instead of a mapping; `result` is that object.'),
  client_reference: ClientReference.optional().describe('Your own ID for the document.'),
  callback_url: z
    .string()
    .max(2000)
    .optional()
    .describe('Public URL to call when the job has ended.'),
}

const url = z.string().optional().describe('Public URL of a PDF or an image, instead of a file.')

/**
 * An assistant on this machine sends the path of a file. Over HTTP, it sends the content, because the server cannot
 * access the assistant's files.
 */
const localSubmit = toolInput({
  path: z
    .string()
    .optional()
    .describe('Path of a PDF or an image (JPEG, PNG, TIFF) on the machine that runs `docket mcp`.'),
  url,
  ...order,
})
const remoteSubmit = toolInput({
  url,
  content: z.base64().max(maxContentCharacters).optional().describe('A PDF in base64, up to 3 MB.'),
  filename: z.string().max(255).optional().describe('File name of `content`.'),
  ...order,
})

export type SubmitInput = z.output<typeof localSubmit> & z.output<typeof remoteSubmit>

export const submitInputs = { path: localSubmit, content: remoteSubmit }

export const inputs = {
  // Some clients send a placeholder to tools without arguments.
  list_mappings: z.object({}),
  status: toolInput({
    job_id: jobId,
    wait_seconds: z
      .number()
      .min(0)
      .max(50)
      .default(20)
      .describe('How long to wait for the job to finish.'),
  }),
  result: toolInput({
    job_id: jobId,
    format: OutputFormat.optional().describe(
      'Default: `fields` if a schema was submitted, otherwise `json`.',
    ),
    offset: z.int().min(0).default(0).describe('`next_offset` of the previous page.'),
  }),
  list_jobs: toolInput({
    status: JobFilter.status,
    search: z.string().max(200).optional().describe('Words in the file name, number or company.'),
    needs_review: z.boolean().default(false).describe('Only jobs that need review.'),
    limit: z.int().min(1).max(100).default(20),
    cursor: z.string().max(1500).optional().describe('`next_cursor` of the previous page.'),
  }),
  retry: toolInput({ job_id: jobId }),
  cancel: toolInput({ job_id: jobId }),
  list_failures: toolInput({ limit: z.int().min(1).max(200).default(20) }),
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
  list_jobs: z.object({
    jobs: z.array(JobFacts),
    next_cursor: z.string().nullable().describe('Null on the last page.'),
  }),
  retry: JobFacts,
  cancel: JobFacts,
  list_failures: z.object({
    failed: z.int().describe('Total number of failed jobs.'),
    jobs: z.array(Failure),
  }),
}
