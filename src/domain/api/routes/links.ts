import { z } from 'zod'
import { Timestamp } from '../../values/timestamp.ts'
import { Params } from '../../mapping/mapping.ts'
import { OutputFormat } from '../../mapping/output-formats.ts'
import { jobRoutes } from './jobs.ts'
import {
  callbackUrl,
  clientReference,
  idParams,
  mappingName,
  maxSchemaBodyBytes,
  type Route,
  schemaObject,
} from '../route.ts'

const weekSeconds = 7 * 24 * 60 * 60

const expires_at = Timestamp.describe('When the link expires.')

export const UploadLink = z
  .object({
    id: z.uuid().describe('Upload ID to commit after the file is stored.'),
    url: z.url().describe('PUT the file here with the headers below; its size must match exactly.'),
    headers: z.record(z.string(), z.string()),
    expires_at,
  })
  .meta({ id: 'UploadLink' })
export type UploadLink = z.infer<typeof UploadLink>

/** Presigned storage links, for hosts that forward only small requests. Requires S3. */
export const linkRoutes = {
  beginUpload: {
    method: 'POST',
    path: '/api/uploads',
    requestHeaders: ['Idempotency-Key'],
    tag: 'Jobs',
    summary: 'Create a presigned upload URL',
    description: 'PUT the file to the URL, then commit the upload. Requires S3 storage.',
    body: z.strictObject({ bytes: z.int().min(1).describe('File size in bytes.') }),
    success: { status: 201, body: UploadLink },
  },
  commitUpload: {
    method: 'POST',
    path: '/api/uploads/:id/commit',
    budget: 'uploads',
    requestHeaders: ['Idempotency-Key'],
    tag: 'Jobs',
    summary: 'Queue a PDF uploaded with a presigned URL',
    description: 'The file is checked, stored and queued like a direct upload.',
    params: idParams,
    body: z.strictObject({
      filename: z.string().max(1000),
      mapping: mappingName,
      params: Params.optional().describe('Mapping parameters.'),
      schema: schemaObject,
      client_reference: clientReference,
      callback_url: callbackUrl,
    }),
    maxBodyBytes: maxSchemaBodyBytes,
    success: jobRoutes.upload.success,
  },
  linkToFile: {
    method: 'POST',
    path: '/api/jobs/:id/link',
    access: 'read',
    tag: 'Jobs',
    summary: "Create a presigned download URL for one of a job's files",
    description:
      'Anyone with the URL can download the file; it cannot be revoked. Requires S3 storage.',
    params: idParams,
    body: z.strictObject({
      file: z
        .union([OutputFormat, z.literal('source')])
        .default('source')
        .describe('An output format, or `source` for the PDF.'),
      seconds: z.int().min(1).max(weekSeconds).default(3600),
    }),
    success: { status: 201, body: z.object({ url: z.url(), expires_at }) },
  },
} as const satisfies Record<string, Route>
