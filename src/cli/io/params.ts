import { readFileSync } from 'node:fs'
import { AppError } from '../../domain/errors/app-error.ts'
import { getSystemErrorCode } from '../../domain/errors/system-error.ts'
import { render } from '../../domain/i18n/render.ts'
import { Params, schemaParam } from '../../domain/mapping/mapping.ts'
import { listFaults } from '../../domain/messages/fault.ts'
import { parseJson } from '../../domain/values/json.ts'
import { checkSchemaParam } from '../../extraction/fields/find-request.ts'
import { errorMessage } from './describe-error.ts'
import { UsageError } from './usage.ts'

/** Parses `--param name=value` and `--schema file` options. */
export function parseParamOptions({
  param = [],
  schema,
}: {
  param?: string[]
  schema?: string
}): Params {
  const params = parseAssignments(param)
  return schema === undefined ? params : { ...params, [schemaParam]: readSchemaFile(schema) }
}

/** Loads and checks a JSON Schema. This happens before any document is read or sent. */
function readSchemaFile(file: string): string {
  const schema = parseJson(readText(file))
  if (schema === undefined) throw new UsageError(`The schema ${file} is not valid JSON.`)
  const text = JSON.stringify(schema)
  try {
    checkSchemaParam({ [schemaParam]: text })
    return text
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new UsageError(`The schema ${file} cannot be used. ${error.message}`)
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (getSystemErrorCode(error) === 'ENOENT')
      throw new UsageError(`The schema ${file} does not exist.`)
    throw new UsageError(`Cannot read the schema ${file}: ${errorMessage(error)}`)
  }
}

function parseAssignments(assignments: string[]): Params {
  const pairs = assignments.map((assignment) => {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(assignment) ?? []
    if (name === undefined || value === undefined) {
      throw new UsageError(`--param must be name=value, not "${assignment}".`)
    }
    return [name, value] as const
  })
  const values = Object.fromEntries(pairs)
  const params = Params.safeParse(values)
  if (!params.success) {
    const reasons = listFaults(params.error, values).map((fault) => render(fault))
    throw new UsageError(`--param ${reasons.join('; ')}`)
  }
  return params.data
}
