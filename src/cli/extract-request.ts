import { toAppError } from '../domain/errors/errors.ts'
import {
  askable,
  checkParams,
  type Facts,
  type Mapping,
  type OutputFormat,
  Params,
} from '../domain/mapping/mapping.ts'
import { UsageError } from './usage.ts'

interface Request {
  mapping: string
  param?: string[]
  format?: OutputFormat
}

/** Refuses what the mapping cannot do before any file is read. Returns what to write, and from what. */
export function checkRequest(
  mappings: ReadonlyMap<string, Mapping>,
  { mapping: name, param = [], format }: Request,
): { format: OutputFormat; params: Params } {
  const mapping = askable(mappings).get(name)
  if (!mapping) {
    const known = [...askable(mappings).keys()].join(', ')
    throw new UsageError(`There is no mapping "${name}". There are: ${known}.`)
  }
  const params = readParams(mapping, param)
  const wanted = format ?? mapping.outputs[0]
  if (wanted && mapping.outputs.includes(wanted)) return { format: wanted, params }
  throw new UsageError(`${mapping.name} writes ${mapping.outputs.join(' or ')}, not ${wanted}.`)
}

function readParams(mapping: Facts, assignments: string[]): Params {
  const params = paramsOf(assignments)
  try {
    checkParams(mapping, params)
    return params
  } catch (error) {
    throw new UsageError(toAppError(error).message)
  }
}

/** What stands behind each `--param`. */
export function paramsOf(assignments: string[]): Params {
  const pairs = assignments.map((assignment) => {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(assignment) ?? []
    if (name === undefined || value === undefined) {
      throw new UsageError(`--param takes name=value, not "${assignment}".`)
    }
    return [name, value] as const
  })
  const params = Params.safeParse(Object.fromEntries(pairs))
  if (!params.success) throw new UsageError(`--param: ${params.error.issues[0]?.message}`)
  return params.data
}
