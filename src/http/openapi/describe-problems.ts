import { STATUS_CODES } from 'node:http'
import { getBudget, getRequiredAccess, type Route } from '../../domain/api/route.ts'
import type { Problem } from '../../domain/errors/problem.ts'
import { toProblemFields } from '../../domain/errors/problem-fields.ts'
import { type ErrorName, errorRules } from '../../domain/messages/error-codes.ts'
import { acceptedTypes } from '../requests/content-types.ts'
import { problemType } from '../responses/problems.ts'
import { honoursHeader } from './describe-headers.ts'

/** Returns the most frequent problem for each status with which a route can respond. */
export function listProblems(route: Route): ErrorName[] {
  const takesBody = acceptedTypes(route).length > 0
  return [
    'INVALID_REQUEST',
    ...when(getRequiredAccess(route) !== 'public', 'UNAUTHORIZED', 'FORBIDDEN'),
    ...when(route.params !== undefined, 'NOT_FOUND'),
    ...when(honoursHeader(route, 'If-Match'), 'CHANGED_MEANWHILE', 'MATCH_NEEDED'),
    ...when(honoursHeader(route, 'Idempotency-Key'), 'KEY_IN_USE', 'KEY_REUSED'),
    ...when(takesBody, 'TOO_LARGE', 'UNSUPPORTED_TYPE'),
    ...when(honoursHeader(route, 'Range'), 'OUT_OF_RANGE'),
    ...when(getBudget(route) !== undefined, 'RATE_LIMITED'),
  ]
}

function when(condition: boolean, ...codes: ErrorName[]): ErrorName[] {
  return condition ? codes : []
}

/** Describes a problem response, with an example. */
export function describeProblem(code: ErrorName) {
  const { status } = errorRules[code]
  const title = STATUS_CODES[status] ?? 'Error'
  const request_id = '0190a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b'
  const example: Problem = { title, status, ...toProblemFields({ code }), request_id }
  const schema = { $ref: '#/components/schemas/Problem' }
  return {
    description: `${title}, such as \`${code}\`.`,
    content: { [problemType]: { schema, example } },
  }
}
