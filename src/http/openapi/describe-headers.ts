import type { RequestHeader, ResponseHeader, Route } from '../../domain/api/route.ts'
import { idempotencyKey } from '../access/sender.ts'

interface Described {
  description: string
  required?: boolean
  schema: object
}

const text = { type: 'string' }
const count = { type: 'integer', minimum: 0 }

const requestHeaders: Record<RequestHeader, Described> = {
  'Idempotency-Key': {
    description:
      'Makes it safe to send this again: within a day, the same request with the same key is done once.',
    schema: { ...text, pattern: idempotencyKey.source },
  },
  'If-Match': { description: 'The ETag of what you have seen.', required: true, schema: text },
  'If-None-Match': {
    description: 'The ETag of what you have: 304 as long as it is the same.',
    schema: text,
  },
  'If-Range': {
    description: 'The ETag of what you have a part of: the whole comes where it is another by now.',
    schema: text,
  },
  'Last-Event-ID': {
    description: '`id` of the last event that came, to go on after it.',
    schema: text,
  },
  Range: {
    description:
      'One part of the file, as `bytes=0-499`, `bytes=500-` or `bytes=-500`. For anything else the whole comes.',
    schema: text,
  },
}

type Answered = ResponseHeader | keyof typeof following

/** Headers that follow from the rest of a route. */
const following = {
  'Idempotency-Replayed': {
    description: '`true` where this answer was given before, to the same request.',
    schema: { ...text, const: 'true' },
  },
  RateLimit: { description: 'What is left, and for how many seconds.', schema: text },
  'RateLimit-Policy': { description: 'How often one may ask.', schema: text },
  Deprecation: { description: 'Since when there is something better (RFC 9745).', schema: text },
  Link: { description: 'What there is instead, as `successor-version`.', schema: text },
  'Accept-Ranges': { description: '`bytes`: parts can be had.', schema: text },
  'Content-Range': {
    description: 'Which bytes these are, and of how many; `bytes */n` where there are none such.',
    schema: text,
  },
  'Retry-After': { description: 'Seconds to wait before asking again.', schema: count },
}

const responseHeaders: Record<Answered, Described> = {
  Location: { description: 'Where to find what was made.', schema: text },
  ETag: { description: 'Names this state of it.', schema: text },
  'Docket-Left-Out': { description: 'The jobs that are not in the file.', schema: text },
  'Docket-Left-Out-Count': { description: 'How many are not in the file.', schema: count },
  ...following,
}

export interface Parameter extends Described {
  in: string
  name: string
}

export function parametersOf({ honours = [] }: Route): Parameter[] {
  return honours.map((name) => ({ in: 'header', name, required: false, ...requestHeaders[name] }))
}

export interface Headers {
  headers?: Record<string, Described>
}

type AnswerKind = 'success' | 'part' | 'known' | 'problem'

const tellingOfParts: Record<AnswerKind, Answered[]> = {
  success: ['Accept-Ranges'],
  part: ['Accept-Ranges', 'Content-Range'],
  known: [],
  problem: ['Content-Range'],
}

export function headersOf(route: Route, answer: AnswerKind): Headers {
  const names = [
    ...(answer === 'success' ? (route.success.tells ?? []) : []),
    ...(answer === 'success' && honours(route, 'Idempotency-Key') ? ['Idempotency-Replayed'] : []),
    ...(answer !== 'problem' && honours(route, 'If-None-Match') ? ['ETag'] : []),
    ...(honours(route, 'Range') ? tellingOfParts[answer] : []),
    ...(route.budget ? ['RateLimit', 'RateLimit-Policy'] : []),
    ...(route.successor ? ['Deprecation', 'Link'] : []),
    ...(answer === 'problem' ? ['Retry-After'] : []),
  ] as Answered[]
  if (names.length === 0) return {}
  return { headers: Object.fromEntries(names.map((name) => [name, responseHeaders[name]])) }
}

export function honours(route: Route, header: RequestHeader): boolean {
  return route.honours?.includes(header) ?? false
}
