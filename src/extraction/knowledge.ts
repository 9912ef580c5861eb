import path from 'node:path'
import type { Mapping } from '../domain/mapping.ts'
import type { Directory } from './directory/directory.ts'
import { loadDirectory } from './directory/load.ts'
import { loadMappings } from './mapping/load.ts'
import { findOcr, type Ocr } from './ocr/packages.ts'
import { loadTemplate, type Template } from './render/template.ts'

/** Where what the readers know is written down. */
export interface KnowledgeFiles {
  /** The package's own folder, with its mappings and tables. */
  folder: string
  /** The companies and goods of whoever files the invoices; none where not given. */
  parties?: string | undefined
  goods?: string | undefined
  /** The setting OCR: `off`, or the languages of scans. */
  ocr?: string | undefined
}

/** Layouts of documents, tables of companies, units and goods, and the shapes of files to write. */
export interface Knowledge {
  mappings: ReadonlyMap<string, Mapping>
  directory: Directory
  templates: { coretax: Template; ubl: Template }
  /** What reads scans. */
  ocr: Ocr
}

/** Reads and checks all of it; what is wrong is named with its file and line. */
export function loadKnowledge({ folder, ocr, ...tables }: KnowledgeFiles): Knowledge {
  const mappings = path.join(folder, 'mappings')
  const template = (name: string) => loadTemplate(path.join(mappings, 'outputs', `${name}.yaml`))
  return {
    mappings: loadMappings(mappings),
    directory: loadDirectory({ ...tables, units: path.join(folder, 'directory/units.yaml') }),
    templates: { coretax: template('coretax'), ubl: template('ubl') },
    ocr: findOcr(ocr),
  }
}
