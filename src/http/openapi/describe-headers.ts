import {
  getBudget,
  type RequestHeader,
  type ResponseHeader,
  type Route,
} from '../../domain/api/route.ts'
import { idempotencyKeyPattern } from '../access/upload-client.ts'

interface HeaderDescription {
  description: string
  required?: boolean
  schema: object
}

const text = { type: 'string' }
const count = { type: 'integer', minimum: 0 }

const requestHeaders: Record<RequestHeader, HeaderDescription> = {
  'Idempotency-Key': {
    description:
      'Makes retries safe: the same request with the same key is executed only once within 24 hours.',
    schema: { ...text, pattern: idempotencyKeyPattern.source },
  },
  'If-Match': { description: 'ETag of the version you have.', required: true, schema: text },
  'If-None-Match': {
    description: 'ETag of the version you have; returns 304 if unchanged.',
    schema: text,
  },
  'If-Range': {
    description: 'ETag of a partial download; returns the whole file if it has changed.',
    schema: text,
  },
  'Last-Event-ID': {
    description: '`id` of the last event received; the stream continues after it.',
    schema: text,
  },
  Range: {
    description:
      'One byte range, such as `bytes=0-499`, `bytes=500-` or `bytes=-500`. Other ranges return the whole file.',
    schema: text,
  },
}

type ResponseHeaderName = ResponseHeader | keyof typeof derivedHeaders

/** Response headers that are derived from a route's other properties. */
const derivedHeaders = {
  'Idempotency-Replayed': {
    description: '`true` if this response is a replay for the same request.',
    schema: { ...text, const: 'true' },
  },
  RateLimit: {
    description: 'Remaining requests and seconds until the window resets.',
    schema: text,
  },
  'RateLimit-Policy': { description: 'Rate limit of this route.', schema: text },
  Deprecation: {
    description: 'Date from which this route is deprecated (RFC 9745).',
    schema: text,
  },
  Link: { description: 'Replacement route, as `successor-version`.', schema: text },
  'Accept-Ranges': { description: '`bytes`: range requests are supported.', schema: text },
  'Content-Range': {
    description: 'The returned range and total size; `bytes */n` if the range is invalid.',
    schema: text,
  },
  'Retry-After': { description: 'Seconds to wait before retrying.', schema: count },
}

const responseHeaders: Record<ResponseHeaderName, HeaderDescription> = {
  Location: { description: 'URL of the created resource.', schema: text },
  ETag: { description: 'Version of the resource.', schema: text },
  'Docket-Left-Out': { description: 'Jobs omitted from the file.', schema: text },
  'Docket-Left-Out-Count': { description: 'Number of omitted jobs.', schema: count },
  ...derivedHeaders,
}

export interface Parameter extends HeaderDescription {
  in: string
  name: string
}

export function headerParameters({ requestHeaders: honoursHeader = [] }: Route): Parameter[] {
  return honoursHeader.map((name) => ({
    in: 'header',
    name,
    required: false,
    ...requestHeaders[name],
  }))
}

export interface Headers {
  headers?: Record<string, HeaderDescription>
}

type ResponseKind = 'success' | 'part' | 'known' | 'problem'

const rangeHeaders: Record<ResponseKind, ResponseHeaderName[]> = {
  success: ['Accept-Ranges'],
  part: ['Accept-Ranges', 'Content-Range'],
  known: [],
  problem: ['Content-Range'],
}

export function describeHeaders(route: Route, kind: ResponseKind): Headers {
  const names = [
    ...(kind === 'success' ? (route.success.headers ?? []) : []),
    ...(kind === 'success' && honoursHeader(route, 'Idempotency-Key')
      ? ['Idempotency-Replayed']
      : []),
    ...(kind !== 'problem' && honoursHeader(route, 'If-None-Match') ? ['ETag'] : []),
    ...(honoursHeader(route, 'Range') ? rangeHeaders[kind] : []),
    ...(getBudget(route) ? ['RateLimit', 'RateLimit-Policy'] : []),
    ...(route.successor ? ['Deprecation', 'Link'] : []),
    ...(kind === 'problem' ? ['Retry-After'] : []),
  ] as ResponseHeaderName[]
  if (names.length === 0) return {}
  return { headers: Object.fromEntries(names.map((name) => [name, responseHeaders[name]])) }
}

export function honoursHeader(route: Route, header: RequestHeader): boolean {
  return route.requestHeaders?.includes(header) ?? false
}
