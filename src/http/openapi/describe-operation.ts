import { z } from 'zod'
import type { Route } from '../../domain/api/route.ts'
import { errorRules } from '../../domain/messages/error-codes.ts'
import {
  type Headers,
  describeHeaders,
  honoursHeader,
  type Parameter,
  headerParameters,
} from './describe-headers.ts'
import { bodyExamples } from './examples.ts'
import { describeProblem, listProblems } from './describe-problems.ts'

export interface Operation {
  operationId?: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, object> }
  responses?: Record<string, Headers & { description?: string }>
}

/** Adds the properties of an operation that schemas cannot express. */
export function describeOperation(operation: Operation, name: string, route: Route): void {
  operation.operationId = name
  const parameters = [...(operation.parameters ?? []), ...headerParameters(route)]
  if (parameters.length > 0) operation.parameters = parameters
  describeBody(operation, route, bodyExamples[name as keyof typeof bodyExamples])
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

const jsonType = 'application/json'

/**
 * Describes the request body. Routes with a `json` schema accept JSON instead of a form, and a body whose fields are
 * all optional may be omitted.
 */
function describeBody({ requestBody }: Operation, { body, json }: Route, example?: object): void {
  if (!requestBody) return
  const { content } = requestBody
  if (json) content[jsonType] = { schema: z.toJSONSchema(json) }
  if (example) content[jsonType] = { ...content[jsonType], example }
  if (body) requestBody.required = !body.safeParse({}).success
}
