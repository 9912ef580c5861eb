import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { AppError } from '../../domain/errors.ts'
import { Mapping } from '../../domain/mapping.ts'
import { parseYaml } from '../yaml.ts'

/** All mappings of a folder by their names, in the order of the names. */
export function loadMappings(folder: string): Map<string, Mapping> {
  const files = filesIn(folder).filter((file) => file.endsWith('.yaml'))
  const mappings = files.map((file) => {
    const yaml = readFileSync(path.join(folder, file), 'utf8')
    return parseMapping(yaml, path.join(folder, file))
  })
  mappings.sort((a, b) => (a.name < b.name ? -1 : 1))
  return new Map(mappings.map((mapping) => [mapping.name, mapping]))
}

/** A mapping that is exactly as its schema wants it; else an error that names file, line and reason. */
export function parseMapping(yaml: string, file: string): Mapping {
  const wanted = path.basename(file, '.yaml')
  const NamedMapping = Mapping.refine(({ name }) => name === wanted, {
    path: ['name'],
    when: ({ issues }) => issues.length === 0,
    error: ({ input }) => `the file of this mapping must be called ${(input as Mapping).name}.yaml`,
  })
  return parseYaml(yaml, file, NamedMapping)
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (cause) {
    throw new AppError('BAD_SETTING', `The folder of mappings ${folder} cannot be read.`, { cause })
  }
}
