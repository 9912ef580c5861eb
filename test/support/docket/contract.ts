import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

interface ResponseCheck {
  headers?: Record<string, unknown>
  content?: Record<string, unknown>
}

interface Parameter {
  in: string
  name: string
  required: boolean
  schema: Record<string, unknown>
}

export interface Operation {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { required: boolean }
  responses: Record<string, ResponseCheck>
}

type Paths = Record<string, Record<string, Operation>>

/** Headers that the description must include. */
const relevantHeaders =
  /^(location|etag|accept-ranges|content-range|retry-after|ratelimit.*|deprecation|link|idempotency-replayed|docket-.*)$/

export interface Contract {
  operations: Map<string, Operation>
  /** Properties in a response that openapi.json does not describe. */
  findFaults(name: string, response: Response, body: string): string[]
}

/** Loads a running Docket's openapi.json, to validate its responses. */
export async function loadContract(url: string): Promise<Contract> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: Paths }
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'openapi')
  const pointers = new Map<string, string>()
  const operations = new Map<string, Operation>()
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      operations.set(operation.operationId, operation)
      pointers.set(operation.operationId, toPointer('paths', path, method, 'responses'))
    }
  }
  const known = new Map<string, ValidateFunction>()
  const validator = (pointer: string) => {
    const validate = known.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` })
    known.set(pointer, validate)
    return validate
  }
  return {
    operations,
    findFaults(name, response, body) {
      const { status, headers } = response
      const responses = operations.get(name)?.responses ?? {}
      const declared = responses[status] ? String(status) : 'default'
      const description = responses[declared]
      if (!description || (declared === 'default' && status < 400))
        return [`${status} is not declared`]
      const names = Object.keys(description.headers ?? {}).map((header) => header.toLowerCase())
      const undocumented = [...headers.keys()].filter(
        (one) => relevantHeaders.test(one) && !names.includes(one),
      )
      const faults = undocumented.map((header) => `header ${header} is not declared`)
      const [type = ''] = headers.get('content-type')?.split(';') ?? []
      const content = description.content ?? {}
      if (body === '' && Object.keys(content).length === 0) return faults
      if (!content[type]) return [...faults, `${type} is not declared`]
      const pointer = `${pointers.get(name)}${toPointer(declared, 'content', type, 'schema')}`
      const validate = validator(pointer)
      const isValid = validate(type.endsWith('json') ? JSON.parse(body) : body)
      return isValid ? faults : [...faults, ajv.errorsText(validate.errors)]
    },
  }
}

function toPointer(...steps: string[]): string {
  const escaped = steps.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1'))
  return escaped.map((step) => `/${encodeURIComponent(step)}`).join('')
}
