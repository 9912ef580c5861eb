import { z } from 'zod'
import { contentTypes } from '../../mapping/output-formats.ts'
import {
  callbackUrl,
  clientReference,
  mappingName,
  maxSchemaBodyBytes,
  paramsText,
  type Route,
  schemaText,
  type Success,
} from '../route.ts'
import { UrlSubmission } from './jobs.ts'

const successor = '/api/upload'
const description =
  'Deprecated; kept for existing clients. Queues one document and responds with its result when it is complete, or with the problem if it fails. Closing the connection does not cancel the job. After a timeout the job continues; see `Location`.'

const result = {
  status: 200,
  body: 'file',
  types: Object.values(contentTypes),
  headers: ['Location', 'ETag'],
} as const satisfies Success

/** Converts one document synchronously and returns the result in the response. */
export const syncExtractRoutes = {
  extract: {
    method: 'POST',
    path: '/api/extract',
    budget: 'uploads',
    successor,
    requestHeaders: ['Idempotency-Key'],
    tag: 'Jobs',
    summary: 'Upload one PDF and wait for the result',
    description,
    form: z.object({
      file: z.file().describe('PDF or image (JPEG, PNG, TIFF).'),
      mapping: mappingName,
      params: paramsText,
      schema: schemaText,
      client_reference: clientReference,
      callback_url: callbackUrl,
    }),
    success: result,
  },
  extractUrl: {
    method: 'POST',
    path: '/api/extractUrl',
    budget: 'uploads',
    successor,
    requestHeaders: ['Idempotency-Key'],
    tag: 'Jobs',
    summary: 'Submit the URL of a PDF and wait for the result',
    description,
    body: UrlSubmission,
    maxBodyBytes: maxSchemaBodyBytes,
    success: result,
  },
} as const satisfies Record<string, Route>
