import { toAppError } from '../domain/errors.ts'
import {
  askable,
  checkParams,
  type Facts,
  type Mapping,
  type OutputFormat,
  Params,
} from '../domain/mapping.ts'
import { UsageError } from './usage.ts'

interface Request {
  mapping: string
  set?: string[]
  format?: OutputFormat
}

/** Refuses what the mapping cannot do before any file is read. Returns the format to write. */
export function checkRequest(
  mappings: ReadonlyMap<string, Mapping>,
  { mapping: name, set = [], format }: Request,
): OutputFormat {
  const mapping = askable(mappings).get(name)
  if (!mapping) {
    const known = [...askable(mappings).keys()].join(', ')
    throw new UsageError(`There is no mapping "${name}". There are: ${known}.`)
  }
  checkAssignments(mapping, set)
  const wanted = format ?? mapping.outputs[0]
  if (wanted && mapping.outputs.includes(wanted)) return wanted
  throw new UsageError(`${mapping.name} writes ${mapping.outputs.join(' or ')}, not ${wanted}.`)
}

function checkAssignments(mapping: Facts, assignments: string[]): void {
  const pairs = assignments.map((assignment) => {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(assignment) ?? []
    if (name === undefined || value === undefined) {
      throw new UsageError(`--set takes name=value, not "${assignment}".`)
    }
    return [name, value] as const
  })
  const params = Params.safeParse(Object.fromEntries(pairs))
  if (!params.success) throw new UsageError(`--set: ${params.error.issues[0]?.message}`)
  try {
    checkParams(mapping, params.data)
  } catch (error) {
    throw new UsageError(toAppError(error).message)
  }
}
