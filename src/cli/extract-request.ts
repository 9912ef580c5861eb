import { toAppError } from '../domain/errors/errors.ts'
import { render } from '../domain/i18n/render.ts'
import { faultsIn } from '../domain/messages/fault.ts'
import { checkParams } from '../domain/mapping/check-params.ts'
import {
  selectableMappings,
  type MappingFacts,
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

/** Validates mapping, format and parameters before any file is read. */
export function checkRequest(
  mappings: ReadonlyMap<string, Mapping>,
  { mapping: name, param = [], format }: Request,
): { format: OutputFormat; params: Params } {
  const mapping = selectableMappings(mappings).get(name)
  if (!mapping) {
    const known = [...selectableMappings(mappings).keys()].join(', ')
    throw new UsageError(`Unknown mapping "${name}". Available: ${known}.`)
  }
  const params = readParams(mapping, param)
  const wanted = format ?? mapping.outputs[0]
  if (wanted && mapping.outputs.includes(wanted)) return { format: wanted, params }
  throw new UsageError(
    `${mapping.name} cannot write ${wanted}. Available: ${mapping.outputs.join(', ')}.`,
  )
}

function readParams(mapping: MappingFacts, assignments: string[]): Params {
  const params = parseParamOptions(assignments)
  try {
    checkParams(mapping, params)
    return params
  } catch (error) {
    throw new UsageError(toAppError(error).message)
  }
}

/** Parses `--param name=value` options. */
export function parseParamOptions(assignments: string[]): Params {
  const pairs = assignments.map((assignment) => {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(assignment) ?? []
    if (name === undefined || value === undefined) {
      throw new UsageError(`--param must be name=value, not "${assignment}".`)
    }
    return [name, value] as const
  })
  const given = Object.fromEntries(pairs)
  const params = Params.safeParse(given)
  if (!params.success) {
    const reasons = faultsIn(params.error, given).map((fault) => render(fault))
    throw new UsageError(`--param ${reasons.join('; ')}`)
  }
  return params.data
}
