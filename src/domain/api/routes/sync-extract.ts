import { z } from 'zod'
import { Params } from '../../mapping/mapping.ts'
import { contentTypes } from '../../mapping/output-formats.ts'
import {
  mappingName,
  maxSchemaBodyBytes,
  paramsText,
  type Route,
  schemaObject,
  schemaText,
  type Success,
} from '../route.ts'

const successor = '/api/upload'
const description =
  'Deprecated; kept for existing clients. Queues one document and responds with its result when it is complete, or with the problem if it fails. Closing the connection does not cancel the job. After a timeout the job continues; see `Location`.'

const result = {
  status: 200,
  body: 'file',
  types: Object.values(contentTypes),
  headers: ['Location', 'ETag'],
} as const satisfies Success

/** Synchronous conversion: the response contains one document's result. */
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
      file: z.file().describe('PDF file.'),
      mapping: mappingName,
      params: paramsText,
      schema: schemaText,
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
    body: z.strictObject({
      url: z.string().describe('URL of the PDF.'),
      mapping: mappingName,
      params: Params.optional().describe('Mapping parameters.'),
      schema: schemaObject,
    }),
    maxBodyBytes: maxSchemaBodyBytes,
    success: result,
  },
} as const satisfies Record<string, Route>
