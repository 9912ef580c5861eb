import { z } from 'zod'
import { Params } from '../mapping.ts'
import { mappingName, paramsText, type Route } from './route.ts'

const successor = '/api/upload'
const description =
  'Kept for programs that were written for it. Queues one document like any other and answers when it has been read; a job that fails is answered by its problem. Hanging up cancels nothing. What takes too long goes on as a job: `Location` says where.'

/** One document, and the answer is its result. */
export const singleRoutes = {
  extract: {
    method: 'POST',
    path: '/api/extract',
    budget: 'uploads',
    successor,
    tag: 'Jobs',
    summary: 'Read one PDF and wait for the result',
    description,
    form: z.object({
      file: z.file().describe('The PDF.'),
      mapping: mappingName,
      params: paramsText,
    }),
    success: { status: 200, body: 'file', types: ['application/json'] },
  },
  extractUrl: {
    method: 'POST',
    path: '/api/extractUrl',
    budget: 'uploads',
    successor,
    tag: 'Jobs',
    summary: 'Read the PDF at an address and wait for the result',
    description,
    body: z.strictObject({
      url: z.string().describe('The address of the PDF.'),
      mapping: mappingName,
      params: Params.optional().describe("The mapping's parameters."),
    }),
    success: { status: 200, body: 'file', types: ['application/json'] },
  },
} as const satisfies Record<string, Route>
