import { z } from 'zod'
import { BatchResponse, UploadSummary } from '../../job/batch.ts'
import { Params } from '../../mapping/mapping.ts'
import {
  callbackUrl,
  clientReference,
  idParams,
  mappingName,
  paramsText,
  type Route,
  schemaObject,
  schemaText,
  uploadId,
} from '../route.ts'

/** Defined separately from the other batch routes, because the upload page loads first and needs only these. */
export const uploadRoutes = {
  extractBatch: {
    method: 'POST',
    path: '/api/batch/extract',
    budget: 'uploads',
    requestHeaders: ['Idempotency-Key'],
    tag: 'Batches',
    summary: 'Upload several PDFs, as files or URLs',
    query: z.object({ upload_id: uploadId }),
    description:
      'Keeps the order of files and URLs. Rejected documents are returned with their problem while the others are queued. If every document is rejected, so is the request.',
    form: z.object({
      mapping: mappingName,
      params: paramsText,
      schema: schemaText,
      client_reference: clientReference,
      callback_url: callbackUrl,
      file: z.array(z.file()).optional().describe('PDFs or images (JPEG, PNG, TIFF).'),
      url: z.array(z.string()).optional().describe('URLs of PDFs, between or after the files.'),
    }),
    json: z.strictObject({
      urls: z.array(z.string().max(4000)).min(1).max(1000).describe('URLs of the PDFs.'),
      mapping: mappingName,
      params: Params.optional().describe('Mapping parameters.'),
      schema: schemaObject,
      client_reference: clientReference,
      callback_url: callbackUrl,
    }),
    maxBodyBytes: 256 * 1024,
    success: { status: 202, body: BatchResponse, headers: ['Location'] },
  },
  getUpload: {
    method: 'GET',
    path: '/api/uploads/:id',
    tag: 'Batches',
    summary: "Get an upload's progress across all its batches",
    params: idParams,
    success: { status: 200, body: UploadSummary },
  },
  cancelUpload: {
    method: 'POST',
    path: '/api/uploads/:id/cancel',
    budget: 'bulk-changes',
    tag: 'Batches',
    summary: 'Cancel all unfinished jobs in an upload',
    description: 'Existing results are kept; results that arrive later are discarded.',
    params: idParams,
    success: { status: 202, body: UploadSummary },
  },
} as const satisfies Record<string, Route>
