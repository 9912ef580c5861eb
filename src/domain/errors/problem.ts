import { z } from 'zod'
import { errorRules } from './error-rules.ts'
import { ErrorCode, type Fault } from './errors.ts'

/** The body of every error answer: `application/problem+json`, RFC 9457. */
export const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: ErrorCode,
    detail: z.string(),
    request_id: z.string(),
    errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).optional(),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof Problem>

/**
 * What a problem says, of a body that claims to be one; undefined for the page of something in between. A code
 * that only a newer Docket has is told in the sentence.
 */
export function problemIn(body: unknown): Said | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  if (!('code' in body && 'detail' in body)) return undefined
  const { code, detail } = body
  if (typeof code !== 'string' || typeof detail !== 'string') return undefined
  const errors = 'errors' in body && Array.isArray(body.errors) ? body.errors.filter(isFault) : []
  return {
    ...(isKnown(code) ? { code, detail } : { code: 'UNKNOWN', detail: `${detail} (${code})` }),
    ...(errors.length > 0 && { errors }),
    ...('request_id' in body &&
      typeof body.request_id === 'string' && { request_id: body.request_id }),
  }
}

type Said = Pick<Problem, 'code' | 'detail' | 'errors'> & Partial<Pick<Problem, 'request_id'>>

function isKnown(code: string): code is ErrorCode {
  return Object.hasOwn(errorRules, code)
}

function isFault(value: unknown): value is Fault {
  if (typeof value !== 'object' || value === null) return false
  if (!('pointer' in value && 'detail' in value)) return false
  return typeof value.pointer === 'string' && typeof value.detail === 'string'
}
