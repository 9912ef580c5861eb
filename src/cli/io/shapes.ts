import { z } from 'zod'
import { JobStatus } from '../../domain/job/job-state.ts'
import { DownloadFormat } from '../../domain/mapping/output-formats.ts'
import { RenderedMessage } from '../../domain/messages/message.ts'

/** The JSON that `--json` prints. docs/cli.md describes it, and tests compare it with actual output. */

export const CommandError = z.object({
  code: z.string().describe('API error code, or `USAGE` for wrong arguments.'),
  message: z.string().describe('What went wrong and how to fix it.'),
})

/** One document in the output of `extract`, `submit` and `download`. */
export const DocumentResult = z.object({
  source: z.string().describe('The file, URL or `-`; for `download`, the job id.'),
  job_id: z
    .uuid()
    .nullable()
    .describe('Null for `extract`, and if the server rejected the document.'),
  status: JobStatus.describe('`queued` without `--wait`.'),
  mapping: z.string().nullable().describe('The mapping that read the document.'),
  needs_review: z.boolean(),
  review_reasons: z.array(RenderedMessage).describe('What to check, and why.'),
  format: DownloadFormat.nullable().describe('Format of the result; null if there is none.'),
  file: z.string().nullable().describe('Where `-o` wrote the result.'),
  content: z
    .unknown()
    .optional()
    .describe('Without `-o`: the result, as JSON for the format `json`, otherwise as text.'),
  error: CommandError.nullable(),
})
export type DocumentResult = z.infer<typeof DocumentResult>

export type CommandError = z.infer<typeof CommandError>

export const Documents = z.object({ documents: z.array(DocumentResult) })
/** Output of `retry` and `cancel`. */
export const JobActions = z.object({
  jobs: z.array(
    z.object({
      id: z.uuid(),
      status: JobStatus.nullable().describe('The new status; null if the request failed.'),
      error: CommandError.nullable(),
    }),
  ),
})
export type JobActions = z.infer<typeof JobActions>

/** Output of any command that fails as a whole. */
export const Failure = z.object({ error: CommandError })
