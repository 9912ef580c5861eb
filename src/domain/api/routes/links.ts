import { z } from 'zod'
import { Timestamp } from '../../values/timestamp.ts'
import { OutputFormat, Params } from '../../mapping/mapping.ts'
import { jobRoutes } from './jobs.ts'
import { jobId, mappingName, type Route } from '../route.ts'

const weekSeconds = 7 * 24 * 60 * 60

const expires_at = Timestamp.describe('When it stops working; ask for another one then.')

export const UploadLink = z
  .object({
    id: z.uuid().describe('What to commit once the file is there.'),
    url: z.url().describe('Where to PUT the file, with the headers below and exactly its bytes.'),
    headers: z.record(z.string(), z.string()),
    expires_at,
  })
  .meta({ id: 'UploadLink' })
export type UploadLink = z.infer<typeof UploadLink>

/** Ways past Docket to its storage, for hosts that pass only small requests on. Needs S3. */
export const linkRoutes = {
  beginUpload: {
    method: 'POST',
    path: '/api/uploads',
    honours: ['Idempotency-Key'],
    tag: 'Jobs',
    summary: 'Ask for a link by which to send a PDF to the storage itself',
    description: 'Send the file there by PUT, then commit it. For files kept in S3 only.',
    body: z.strictObject({ bytes: z.int().min(1).describe('How long the file is.') }),
    success: { status: 201, body: UploadLink },
  },
  commitUpload: {
    method: 'POST',
    path: '/api/uploads/:id/commit',
    budget: 'uploads',
    honours: ['Idempotency-Key'],
    tag: 'Jobs',
    summary: 'Have a PDF read that was sent to the storage',
    description: 'Checked, stored and queued as if it had been uploaded here.',
    params: jobId,
    body: z.strictObject({
      filename: z.string().max(1000),
      mapping: mappingName,
      params: Params.optional().describe("The mapping's parameters."),
    }),
    success: jobRoutes.upload.success,
  },
  linkToFile: {
    method: 'POST',
    path: '/api/jobs/:id/link',
    access: 'read',
    tag: 'Jobs',
    summary: 'Make a link that gives a file of a job to whoever has it',
    description: 'Leads to the storage itself and cannot be taken back. For files kept in S3 only.',
    params: jobId,
    body: z.strictObject({
      file: z
        .union([OutputFormat, z.literal('source')])
        .default('source')
        .describe('An output by its format, or the PDF itself.'),
      seconds: z.int().min(1).max(weekSeconds).default(3600),
    }),
    success: { status: 201, body: z.object({ url: z.url(), expires_at }) },
  },
} as const satisfies Record<string, Route>
