import { z } from 'zod'
import { ClientReference, maxCallbackUrlCharacters } from '../values/client-reference.ts'
import { encodeFault } from '../messages/fault-codes.ts'
import type { BudgetName } from './rate-budgets.ts'
import type { Scope } from '../values/permissions.ts'

/** A route definition, from which the server, the OpenAPI description and the client are built. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** Required scope, or `public`. Default: `read` for GET, `write` for other methods. */
  access?: 'public' | Scope
  /** True if the route accepts a one-time ticket instead of a token. EventSource cannot send headers. */
  acceptsTicket?: boolean
  /** True if the route, including its authentication, works from the cache while the database is down. */
  worksWithoutDatabase?: boolean
  /** True if the route ignores unknown parameters, because the calling software may add its own. */
  acceptsUnknown?: boolean
  /** Rate limit. Default: none for GET, `changes` for other methods of the API. */
  budget?: BudgetName
  /** True if the request stores data that no byte quota counts. It is rejected while the disk is nearly full. */
  requiresDiskSpace?: boolean
  /** The route that replaces this deprecated route. */
  successor?: string
  /** Section in the API documentation. */
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
    | 'Teams'
    | 'Gateway'
    | 'Heat sheets'
    | 'Server'
    | 'Admin'
  summary: string
  description?: string
  params?: z.ZodObject
  query?: z.ZodObject
  /** Documented request headers, except those for authentication. */
  requestHeaders?: readonly RequestHeader[]
  /** JSON body. A missing body counts as `{}`. */
  body?: z.ZodObject
  /** Multipart form fields. */
  form?: z.ZodObject
  /** Content type of a text body. */
  text?: string
  /** JSON accepted instead of the form. */
  json?: z.ZodObject
  /** Maximum JSON body size, if the default in body-limits.ts is too small. */
  maxBodyBytes?: number
  success: Success
}

export interface Success {
  status: number
  /** Response body. `file` means bytes, streamed with one of the content types in `types`. */
  body: z.ZodType | 'file' | 'nothing'
  types?: readonly string[]
  /** Response headers that the other properties do not imply. */
  headers?: readonly ResponseHeader[]
}

export type RequestHeader =
  | 'Idempotency-Key'
  | 'If-Match'
  | 'If-None-Match'
  | 'If-Range'
  | 'Last-Event-ID'
  | 'Range'

export type ResponseHeader = 'Location' | 'ETag' | 'Docket-Left-Out' | 'Docket-Left-Out-Count'

export function getRequiredAccess({
  access,
  method,
}: Pick<Route, 'access' | 'method'>): 'public' | Scope {
  return access ?? (method === 'GET' ? 'read' : 'write')
}

/** Returns a route's rate limit. Gateway routes have none. */
export function getBudget({ budget, method, path }: Route): BudgetName | undefined {
  const isChange = method !== 'GET' && path.startsWith('/api/')
  return budget ?? (isChange ? 'changes' : undefined)
}

/** A boolean in a query string, where every value is a string. */
export const flag = z
  .stringbool()
  .meta({ enum: ['true', 'false'] })
  .prefault('false')

/** Builds pagination parameters for a list whose cursors match this schema. */
export function paginationParams<Cursor extends z.ZodType<string>>(
  cursor: Cursor,
  { usual, most }: { usual: number; most: number } = { usual: 50, most: 200 },
) {
  return {
    limit: z.coerce.number().int().min(1).max(most).default(usual),
    cursor: cursor.optional().describe('`next_cursor` of the previous page.'),
  }
}

/** Pagination parameters for a list whose cursors are short. */
export const toPage = paginationParams(z.string().max(200))

/** Fields common to all uploads. */
export const mappingName = z
  .string()
  .optional()
  .describe('A mapping name from /api/mappings. Default: the server default.')
export const paramsText = z.string().optional().describe('Mapping parameters as a JSON object.')
const schemaMeaning = 'JSON Schema of the fields to read; the result is an object that matches it.'
export const schemaText = z.string().optional().describe(schemaMeaning)
export const schemaObject = z
  .record(z.string(), z.unknown())
  .meta({ maxProperties: 100 })
  .optional()
  .describe(schemaMeaning)
export const clientReference = z
  .optional(ClientReference)
  .describe(
    'Your own ID for the upload. Returned with its jobs, events and webhooks; lists filter by it.',
  )
export const callbackUrl = z
  .string()
  .max(maxCallbackUrlCharacters)
  .optional()
  .describe('Docket posts the outcome to this URL, signed like a webhook.')
/** Maximum size of a JSON body that may contain a schema, in bytes. */
export const maxSchemaBodyBytes = 48 * 1024

/** A month, such as `2026-11`. */
export const TaxPeriod = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, encodeFault('looks_like', { example: '2026-11' }))

export const uploadId = z
  .uuid()
  .optional()
  .describe('Groups the batches that make up one upload. Choose a random UUID.')

/** The ID in a path: `/api/jobs/:id`. */
export const idParams = z.object({ id: z.uuid() })

export const noContent = { status: 204, body: 'nothing' } as const
