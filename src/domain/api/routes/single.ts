import { z } from 'zod'
import { contentTypes, Params } from '../../mapping/mapping.ts'
import { mappingName, paramsText, type Route, type Success } from '../route.ts'

const successor = '/api/upload'
const description =
  'Kept for programs that were written for it. Queues one document like any other and answers with its JSON, or what else it gives, when it has been read; a job that fails is answered by its problem. Hanging up cancels nothing. What takes too long goes on as a job: `Location` says where.'

const result = {
  status: 200,
  body: 'file',
  types: Object.values(contentTypes),
  tells: ['Location', 'ETag'],
} as const satisfies Success

/** One document, and the answer is its result. */
export const singleRoutes = {
  extract: {
    method: 'POST',
    path: '/api/extract',
    budget: 'uploads',
    successor,
    honours: ['Idempotency-Key'],
    tag: 'Jobs',
    summary: 'Read one PDF and wait for the result',
    description,
    form: z.object({
      file: z.file().describe('The PDF.'),
      mapping: mappingName,
      params: paramsText,
    }),
    success: result,
  },
  extractUrl: {
    method: 'POST',
    path: '/api/extractUrl',
    budget: 'uploads',
    successor,
    honours: ['Idempotency-Key'],
    tag: 'Jobs',
    summary: 'Read the PDF at an address and wait for the result',
    description,
    body: z.strictObject({
      url: z.string().describe('The address of the PDF.'),
      mapping: mappingName,
      params: Params.optional().describe("The mapping's parameters."),
    }),
    success: result,
  },
} as const satisfies Record<string, Route>
