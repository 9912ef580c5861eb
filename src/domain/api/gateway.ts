import { z } from 'zod'
import { encodeFault } from '../messages/fault-codes.ts'
import type { Route } from './route.ts'

/**
 * `Prefer` value (RFC 7240) that a worker adds to its request for XML, which every gateway supports. A gateway that
 * understands the value, such as `docket gateway`, responds with all outputs and details of the reading.
 */
export const allOutputs = 'outputs=all'

/** Content type of the response to `allOutputs`: a line of JSON, followed by the files. */
export const extractionType = 'application/vnd.docket.extraction'

/** Identifies `docket gateway` in its health check, so that workers know that it understands `auto`. */
export const gatewayProduct = 'docket' as const

/** The stage that a document has reached in a gateway. Every response states the stage as `X-Stage`. */
export type GatewayStage = 'receive' | 'read' | 'done'

/** A name supplied by the client and used in logs and headers. */
const JobName = z.string().regex(/^[\w.:-]{1,100}$/, encodeFault('not_a_job_name', {}))

const fields = {
  mapping: z.string().describe('Mapping name, with or without .json or .yaml, or `auto`.'),
  pretty: z
    .stringbool(encodeFault('not_one_or_zero', {}))
    .default(false)
    .describe('`1` pretty-prints the result. Default: one line.'),
  confirmed: z
    .stringbool(encodeFault('not_one_or_zero', {}))
    .default(false)
    .describe('`1`: a person checked the uncertain values, so the Coretax file is written.'),
  single_invoice: z
    .stringbool(encodeFault('not_one_or_zero', {}))
    .default(false)
    .describe('`1`: a person decided that the PDF is one invoice; it is not searched for several.'),
  job_id: JobName.optional().describe('Returned as X-Job-Id and written to the log.'),
  params: z.string().optional().describe('Mapping parameters as a JSON object.'),
}

/** Form fields sent with a document. Fields meant for other gateways are ignored. */
export const GatewayFields = z.object(fields)

export const gatewayRoutes = {
  process: {
    method: 'POST',
    path: '/process',
    acceptsUnknown: true,
    tag: 'Gateway',
    summary: 'Read one document and return the result',
    description:
      'A PDF returns `application/xml` (Coretax) or `application/json` (the reading), depending on `Accept`. The JSON ' +
      'of a reading, sent as the file or as the body with the fields in the query, is checked again and returns XML. ' +
      'No XML is written if a rule of the Coretax import fails, or if a value is uncertain and nobody confirmed it ' +
      '(`NOT_FILEABLE`). ' +
      `With \`Prefer: ${allOutputs}\` a PDF returns \`${extractionType}\`: one line of JSON that lists all outputs and ` +
      'their lengths, then the bytes of each. `X-Needs-Review` says whether the result needs review.',
    query: z.object({
      mapping: z.string().optional(),
      pretty: z.string().optional(),
      confirmed: z.string().optional(),
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
    acceptsUnknown: true,
    tag: 'Gateway',
    summary: 'Gateway health check',
    success: {
      status: 200,
      body: z.object({
        status: z.literal('healthy'),
        service: z.literal('gateway'),
        product: z.literal(gatewayProduct),
        version: z.string(),
      }),
    },
  },
} as const satisfies Record<string, Route>

/** Returns a gateway route's URL under `base`, which may have a path. */
export function createGatewayUrl(base: string, route: Route): URL {
  const url = new URL(base)
  url.pathname = url.pathname.replace(/(\/process)?\/*$/, route.path)
  return url
}
