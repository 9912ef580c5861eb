import { z } from 'zod'
import type { Route } from './route.ts'

/**
 * A worker asks for XML, which any gateway answers with, and adds this as `Prefer` (RFC 7240). One that
 * understands it, as `docket gateway` does, answers with all outputs and all that is known of the reading.
 */
export const allOutputs = 'outputs=all'

/** The type of such an answer: a line of JSON, then the files one after another. */
export const extractionType = 'application/vnd.docket.extraction'

/** How far a gateway came with a document; every answer has it as `X-Stage`. */
export type GatewayStage = 'receive' | 'read' | 'done'

/** Names in logs and headers, given by the sender. */
const JobName = z.string().regex(/^[\w.:-]{1,100}$/, 'must be 1 to 100 of a-z, 0-9, _ . : -')

const fields = {
  mapping: z
    .string('is missing')
    .describe('How to read it: a name with or without .json or .yaml, or auto.'),
  pretty: z
    .stringbool('must be 1 or 0')
    .default(false)
    .describe('1: laid out for the eye; else on one line.'),
  job_id: JobName.optional().describe('Comes back as X-Job-Id, and stands in the log.'),
  params: z.string().optional().describe("A JSON object with the mapping's parameters."),
}

/** What a document may come with; fields of other gateways are passed over. */
export const GatewayFields = z.object(fields)

export const gatewayRoutes = {
  process: {
    method: 'POST',
    path: '/process',
    tag: 'Gateway',
    summary: 'Read one document and answer with the result',
    description:
      'A PDF gives `application/xml` (Coretax) or `application/json` (the reading), as `Accept` prefers. The JSON ' +
      'of a reading, as the file or as the body itself with the fields in the query, is checked anew and gives XML. ' +
      `With \`Prefer: ${allOutputs}\` a PDF gives \`${extractionType}\`: one line of JSON that names all outputs and ` +
      'their lengths, then the bytes of each. `X-Needs-Review` tells whether a person should look at it.',
    query: z.object({
      mapping: z.string().optional(),
      pretty: z.string().optional(),
      job_id: z.string().optional(),
    }),
    form: z.object({ file: z.file().describe('The PDF, or a reading as JSON.'), ...fields }),
    success: {
      status: 200,
      body: 'file',
      types: ['application/xml', 'application/json', extractionType],
    },
  },
  health: {
    method: 'GET',
    path: '/health',
    tag: 'Gateway',
    summary: 'Whether this gateway answers',
    success: {
      status: 200,
      body: z.object({
        status: z.literal('healthy'),
        service: z.literal('gateway'),
        version: z.string(),
      }),
    },
  },
} as const satisfies Record<string, Route>

/** The address of a route of the gateway at `base`, which may have a path of its own. */
export function gatewayAddress(base: string, route: Route): URL {
  const url = new URL(base)
  url.pathname = url.pathname.replace(/(\/process)?\/*$/, route.path)
  return url
}
