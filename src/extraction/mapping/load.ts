import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { z } from 'zod'
import { AppError } from '../../domain/errors/errors.ts'
import { Mapping } from '../../domain/mapping/mapping.ts'
import { parseYaml } from '../formats/parse-yaml.ts'
import { type Fault, checkLayout } from './check-layout.ts'
import { patternFaults } from './check-patterns.ts'

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
  return parseYaml(yaml, file, mappingOf(file))
}

/** The schema of the mapping in this file: each part is right, and all of them go together. */
export function mappingOf(file: string): z.ZodType<Mapping> {
  return Mapping.superRefine((mapping, context) => {
    if (context.issues.length > 0) return
    for (const fault of faultsIn(mapping, path.basename(file, '.yaml'))) {
      context.addIssue({ code: 'custom', ...fault })
    }
  })
}

function faultsIn(mapping: Mapping, wantedName: string): Fault[] {
  const message = `the file of this mapping must be called ${mapping.name}.yaml`
  return [
    ...(mapping.name === wantedName ? [] : [{ path: ['name'], message }]),
    ...(mapping.reader === 'invoice' ? [...checkLayout(mapping), ...patternFaults(mapping)] : []),
  ]
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (cause) {
    throw new AppError('BAD_SETTING', `The folder of mappings ${folder} cannot be read.`, { cause })
  }
}
