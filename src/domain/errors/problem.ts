import { z } from 'zod'
import { isErrorCode } from '../messages/error-codes.ts'
import { ErrorCode, type Fault } from './app-error.ts'

const Reason = z.string().describe('More specific than `code`. Stable.')
const ReasonParams = z.record(z.string(), z.unknown()).describe('The values in the sentence.')

/** Body of every error response: `application/problem+json` (RFC 9457). */
export const Problem = z
  .object({
    type: z.string().describe('Path on this server that documents `code`. Stable.'),
    title: z.string(),
    status: z.int(),
    code: ErrorCode,
    reason: Reason.optional(),
    params: ReasonParams.optional(),
    detail: z.string().describe('In English, or in the language of `Accept-Language`.'),
    request_id: z.string(),
    errors: z
      .array(
        z.object({
          pointer: z.string(),
          code: z.string().optional(),
          path: z.string().optional().describe('The field, if `pointer` only identifies a line.'),
          params: ReasonParams.optional(),
          detail: z.string(),
        }),
      )
      .optional(),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof Problem>

/** Path of the page that documents all problem types. */
export const problemTypePath = '/problems'

/** Returns a problem's `type`: a relative URI, so that it is identical on all servers and resolves on each of them. */
export function toProblemType(code: ErrorCode): string {
  return `${problemTypePath}/${code}`
}

/** An error inside a response, such as a failed job's error. */
export const ProblemFields = Problem.pick({
  type: true,
  code: true,
  reason: true,
  params: true,
  detail: true,
}).meta({ id: 'ProblemFields' })
export type ProblemFields = z.infer<typeof ProblemFields>

/**
 * Parses a problem from a response body. Returns undefined for any other body, such as a proxy's error page. Keeps the
 * text, for codes that only a newer server knows.
 */
export function parseProblem(body: unknown): ParsedProblem | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  if (!('code' in body && 'detail' in body)) return undefined
  const { code, detail } = body
  if (typeof code !== 'string' || typeof detail !== 'string') return undefined
  const errors = 'errors' in body && Array.isArray(body.errors) ? body.errors.filter(isFault) : []
  return {
    ...(isErrorCode(code) ? { code, detail } : { code: 'UNKNOWN', detail: `${detail} (${code})` }),
    ...parseReason(body),
    ...(errors.length > 0 && { errors }),
    ...('request_id' in body &&
      typeof body.request_id === 'string' && { request_id: body.request_id }),
  }
}

function parseReason(body: object): Pick<Problem, 'reason' | 'params'> {
  if (!('reason' in body) || typeof body.reason !== 'string') return {}
  const params = 'params' in body && typeof body.params === 'object' ? body.params : null
  return { reason: body.reason, params: { ...params } }
}

type ParsedProblem = Pick<Problem, 'code' | 'reason' | 'params' | 'detail' | 'errors'> &
  Partial<Pick<Problem, 'request_id'>>

function isFault(value: unknown): value is Fault {
  if (typeof value !== 'object' || value === null) return false
  if (!('pointer' in value && 'detail' in value)) return false
  return typeof value.pointer === 'string' && typeof value.detail === 'string'
}
