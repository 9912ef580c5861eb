import { readFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { toAppError } from '../domain/errors/errors.ts'
import { render } from '../domain/i18n/render.ts'
import { listFaults } from '../domain/messages/fault.ts'
import { checkParams } from '../domain/mapping/check-params.ts'
import {
  listSelectableMappings,
  type MappingFacts,
  type Mapping,
  Params,
} from '../domain/mapping/mapping.ts'
import type { OutputFormat } from '../domain/mapping/output-formats.ts'
import { lintMapping } from '../extraction/mapping/lint.ts'
import { errorMessage } from './readers.ts'
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
  const mapping = listSelectableMappings(mappings).get(name)
  if (!mapping) {
    const known = [...listSelectableMappings(mappings).keys()].join(', ')
    throw new UsageError(`Unknown mapping "${name}". Available: ${known}.`)
  }
  const params = readParams(mapping, param)
  const outputFormat = format ?? mapping.outputs[0]
  if (outputFormat && mapping.outputs.includes(outputFormat))
    return { format: outputFormat, params }
  throw new UsageError(
    `${mapping.name} cannot write ${outputFormat}. Available: ${mapping.outputs.join(', ')}.`,
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
  const values = Object.fromEntries(pairs)
  const params = Params.safeParse(values)
  if (!params.success) {
    const reasons = listFaults(params.error, values).map((fault) => render(fault))
    throw new UsageError(`--param ${reasons.join('; ')}`)
  }
  return params.data
}

/** A mapping given as a file instead of a name. */
export interface MappingFile {
  file: string
  mapping: Mapping
}

export function isMappingFile(mapping: string): boolean {
  return /\.ya?ml$/i.test(mapping)
}

/** Loads a mapping file with any name; throws a usage error that lists its errors. */
export function loadMappingFile(file: string): MappingFile {
  const yaml = readMapping(file)
  const name = /^name:\s*["']?([\w-]+)/m.exec(yaml)?.[1] ?? path.basename(file)
  const { mapping, findings } = lintMapping(yaml, `${name}.yaml`)
  if (mapping) return { file, mapping }
  const mistakes = findings.map(
    ({ line, column, message }) => `  line ${line}, column ${column}: ${message}`,
  )
  throw new UsageError(`The mapping ${file} has errors.\n${mistakes.join('\n')}`)
}

/** Copies the file and names it after its mapping, as readers require. */
export async function copyMappingFile(
  { file, mapping }: MappingFile,
  folder: string,
): Promise<string> {
  const copy = path.join(folder, `${mapping.name}.yaml`)
  await copyFile(file, copy)
  return copy
}

function readMapping(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`Cannot read mapping ${file}: ${errorMessage(error)}`)
  }
}
