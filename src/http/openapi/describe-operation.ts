import { z } from 'zod'
import type { Route } from '../../domain/api/route.ts'
import { errorRules } from '../../domain/messages/error-rules.ts'
import {
  type Headers,
  describeHeaders,
  honoursHeader,
  type Parameter,
  headerParameters,
} from './describe-headers.ts'
import { describeProblem, listProblems } from './describe-problems.ts'

export interface Operation {
  operationId?: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, unknown> }
  responses?: Record<string, Headers & { description?: string }>
}

/** Adds properties that the schemas cannot express. */
export function describeOperation(operation: Operation, name: string, route: Route): void {
  operation.operationId = name
  const parameters = [...(operation.parameters ?? []), ...headerParameters(route)]
  if (parameters.length > 0) operation.parameters = parameters
  describeBody(operation, route)
  const { responses = {} } = operation
  Object.assign(responses[route.success.status] ?? {}, describeHeaders(route, 'success'))
  Object.assign(responses['default'] ?? {}, describeHeaders(route, 'problem'))
  for (const code of listProblems(route)) {
    const { status } = errorRules[code]
    responses[status] = { ...describeProblem(code), ...describeHeaders(route, 'problem') }
  }
  if (honoursHeader(route, 'Range')) {
    const part = { description: 'The requested range.', ...describeHeaders(route, 'part') }
    responses['206'] = { ...responses[route.success.status], ...part }
  }
  if (honoursHeader(route, 'If-None-Match')) {
    responses['304'] = { description: 'Not modified.', ...describeHeaders(route, 'known') }
  }
}

/** JSON is accepted instead of a form; a body whose fields are all optional may be omitted. */
function describeBody({ requestBody }: Operation, { body, json }: Route): void {
  if (!requestBody) return
  if (json) requestBody.content['application/json'] = { schema: z.toJSONSchema(json) }
  if (body) requestBody.required = !body.safeParse({}).success
}
