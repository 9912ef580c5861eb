import { readFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { toAppError } from '../../domain/errors/app-error.ts'
import { checkParams } from '../../domain/mapping/check-params.ts'
import {
  listSelectableMappings,
  type BaseMapping,
  type Mapping,
  type Params,
  schemaParam,
} from '../../domain/mapping/mapping.ts'
import { FieldsFormat, type OutputFormat } from '../../domain/mapping/output-formats.ts'
import { lintMapping } from '../../extraction/mapping/lint.ts'
import { errorMessage } from '../io/describe-error.ts'
import { parseParamOptions } from '../io/params.ts'
import { UsageError } from '../io/usage.ts'

interface Request {
  mapping: string
  param?: string[]
  schema?: string
  format?: OutputFormat
}

/** Validates the mapping, format and parameters before any file is read. */
export function checkRequest(
  mappings: ReadonlyMap<string, Mapping>,
  { mapping: name, format, ...given }: Request,
): { format: OutputFormat; params: Params } {
  const mapping = listSelectableMappings(mappings).get(name)
  if (!mapping) {
    const known = [...listSelectableMappings(mappings).keys()].join(', ')
    throw new UsageError(`Unknown mapping "${name}". Available: ${known}.`)
  }
  const params = readParams(mapping, given)
  const outputs: readonly OutputFormat[] = params[schemaParam]
    ? FieldsFormat.options
    : mapping.outputs
  const outputFormat = format ?? outputs[0]
  if (outputFormat && outputs.includes(outputFormat)) return { format: outputFormat, params }
  throw new UsageError(
    `${mapping.name} cannot write ${outputFormat}. Available: ${outputs.join(', ')}.`,
  )
}

function readParams(mapping: BaseMapping, given: Parameters<typeof parseParamOptions>[0]): Params {
  const params = parseParamOptions(given)
  try {
    checkParams(mapping, params)
    return params
  } catch (error) {
    throw new UsageError(toAppError(error).message)
  }
}

/** A mapping that the user gave as a file instead of a name. */
export interface MappingFile {
  file: string
  mapping: Mapping
}

export function isMappingFile(mapping: string): boolean {
  return /\.ya?ml$/i.test(mapping)
}

/** Loads a mapping file, which may have any name. Throws a usage error that lists its faults. */
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

/** Copies a mapping file to a file named after its mapping, as readers require. */
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
