import { readFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import type { Mapping } from '../../domain/mapping/mapping.ts'
import { lintMapping } from '../../extraction/mapping/lint.ts'
import { errorMessage } from '../readers.ts'
import { UsageError } from '../usage.ts'

/** A mapping given as a file instead of a name. */
export interface MappingFile {
  file: string
  mapping: Mapping
}

export function isMappingFile(mapping: string): boolean {
  return /\.ya?ml$/i.test(mapping)
}

/** Loads a mapping file of any name; throws a usage error that lists its mistakes. */
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

/** Copies the file under the name of its mapping, which readers require. */
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
