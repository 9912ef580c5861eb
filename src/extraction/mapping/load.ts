import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { z } from 'zod'
import { encodeFault } from '../../domain/messages/fault-codes.ts'
import { Mapping } from '../../domain/mapping/mapping.ts'
import { parseYaml } from '../formats/parse-yaml.ts'
import { type LayoutFault, checkLayout } from './check-layout.ts'
import { checkFields } from './check-fields.ts'
import { checkPatterns } from './check-patterns.ts'
import { listYamlFiles } from './list-yaml-files.ts'

/** Loads the mappings in a folder, sorted by name. */
export function loadMappings(folder: string): Map<string, Mapping> {
  const files = listYamlFiles(folder, 'mappings')
  const mappings = files.map((file) => parseMapping(readFileSync(file, 'utf8'), file))
  mappings.sort((a, b) => (a.name < b.name ? -1 : 1))
  return new Map(mappings.map((mapping) => [mapping.name, mapping]))
}

/** Parses a mapping against its schema. Throws an error that states the file, line and reason. */
export function parseMapping(yaml: string, file: string): Mapping {
  return parseYaml(yaml, file, createMappingSchema(file))
}

/** Creates the schema for the mapping in this file, including checks that involve several of its parts. */
export function createMappingSchema(file: string): z.ZodType<Mapping> {
  return Mapping.superRefine((mapping, context) => {
    if (context.issues.length > 0) return
    for (const fault of findFaults(mapping, path.basename(file, '.yaml'))) {
      context.addIssue({ code: 'custom', ...fault })
    }
  })
}

function findFaults(mapping: Mapping, wantedName: string): LayoutFault[] {
  const message = encodeFault('mapping_file_name', { mapping: mapping.name })
  return [
    ...(mapping.name === wantedName ? [] : [{ path: ['name'], message }]),
    ...(mapping.reader === 'invoice' ? [...checkLayout(mapping), ...checkPatterns(mapping)] : []),
    ...(mapping.reader === 'fields' ? checkFields(mapping) : []),
  ]
}
