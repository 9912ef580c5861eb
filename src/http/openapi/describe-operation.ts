import { z } from 'zod'
import type { Route } from '../../domain/api/route.ts'
import {
  type Headers,
  headersOf,
  honours,
  type Parameter,
  parametersOf,
} from './describe-headers.ts'

/** As much of an operation of OpenAPI as is filled in here. */
export interface Operation {
  operationId?: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, unknown> }
  responses?: Record<string, Headers & { description?: string }>
}

/** Says of an operation what its schemas cannot. */
export function describeOperation(operation: Operation, name: string, route: Route): void {
  operation.operationId = name
  const parameters = [...(operation.parameters ?? []), ...parametersOf(route)]
  if (parameters.length > 0) operation.parameters = parameters
  describeBody(operation, route)
  const { responses = {} } = operation
  Object.assign(responses[route.success.status] ?? {}, headersOf(route, 'success'))
  Object.assign(responses['default'] ?? {}, headersOf(route, 'problem'))
  if (honours(route, 'Range')) {
    const part = { description: 'The requested range.', ...headersOf(route, 'part') }
    responses['206'] = { ...responses[route.success.status], ...part }
  }
  if (honours(route, 'If-None-Match')) {
    responses['304'] = { description: 'Not modified.', ...headersOf(route, 'known') }
  }
}

/** JSON may come instead of a form; a body that may be empty may be left out. */
function describeBody({ requestBody }: Operation, { body, json }: Route): void {
  if (!requestBody) return
  if (json) requestBody.content['application/json'] = { schema: z.toJSONSchema(json) }
  if (body) requestBody.required = !body.safeParse({}).success
}
