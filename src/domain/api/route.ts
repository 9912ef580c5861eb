import { z } from 'zod'
import type { BudgetName } from './rate-limits.ts'
import type { Scope } from './identity.ts'

/** One way into Docket. The server registers it, OpenAPI describes it and the client calls it from this. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** Who may ask: anyone at all, or those with this scope. Left out: `read` for GET, else `write`. */
  access?: 'public' | Scope
  /** Whether a one-time ticket may stand in for a token: EventSource cannot send headers. */
  takesTicket?: boolean
  /** Whether it is answered from memory while the database is away; then whoever asks is, too. */
  outlivesDatabase?: boolean
  /** What it is paid from, where it may be asked only so often. */
  budget?: BudgetName
  /** Where to go instead: it is only kept for those who came before. */
  successor?: string
  /** The heading that it stands under in the description of the API. */
  tag:
    | 'Jobs'
    | 'Batches'
    | 'Streams'
    | 'Notifications'
    | 'Readings'
    | 'Directory'
    | 'Mappings'
    | 'Share links'
    | 'Identity'
    | 'Gateway'
    | 'Heat sheets'
    | 'Server'
    | 'Admin'
  summary: string
  description?: string
  params?: z.ZodObject
  query?: z.ZodObject
  /** Headers that matter here, but for those that say who asks. */
  honours?: readonly RequestHeader[]
  /** The JSON that comes with it; none at all counts as `{}`. */
  body?: z.ZodObject
  /** Fields of a multipart form. */
  form?: z.ZodObject
  /** The type of a text that comes as the body. */
  text?: string
  /** What may come as JSON in place of the form. */
  json?: z.ZodObject
  success: Success
}

export interface Success {
  status: number
  /** What comes with it; `file` where bytes are streamed, of one of the types. */
  body: z.ZodType | 'file' | 'nothing'
  types?: readonly string[]
  /** Headers that tell more, but for those that follow from what the route honours. */
  tells?: readonly ResponseHeader[]
}

export type RequestHeader =
  | 'Idempotency-Key'
  | 'If-Match'
  | 'If-None-Match'
  | 'If-Range'
  | 'Last-Event-ID'
  | 'Range'

export type ResponseHeader = 'Location' | 'ETag' | 'Docket-Left-Out' | 'Docket-Left-Out-Count'

export function accessOf({ access, method }: Pick<Route, 'access' | 'method'>): 'public' | Scope {
  return access ?? (method === 'GET' ? 'read' : 'write')
}

/** Yes or no in a query, where all is text. */
export const flag = z
  .stringbool()
  .meta({ enum: ['true', 'false'] })
  .prefault('false')

/** How a list is paged. */
export const pageOf = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional().describe('`next_cursor` of the previous page.'),
}

/** What uploads of any kind take along. */
export const mappingName = z
  .string()
  .optional()
  .describe('A mapping name from /api/mappings. Default: the server default.')
export const paramsText = z.string().optional().describe('Mapping parameters as a JSON object.')

export const jobId = z.object({ id: z.uuid() })
