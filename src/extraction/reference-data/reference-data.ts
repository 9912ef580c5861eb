import path from 'node:path'
import type { Mapping } from '../../domain/mapping/mapping.ts'
import { type Directory, type Tables, toDirectory } from '../directory/directory.ts'
import { loadTables } from '../directory/load.ts'
import { loadMappings } from '../mapping/load.ts'
import { findOcr, type Ocr } from '../ocr/packages.ts'
import { loadTemplate, type Template } from '../formats/xml-template.ts'

/** Where what the readers know is written down. */
export interface ReferenceDataFiles {
  /** The package's own folder, with its mappings and tables. */
  folder: string
  /** The companies and goods of whoever files the invoices; none where not given. */
  parties?: string | undefined
  goods?: string | undefined
  /** The setting OCR_LANGUAGES: `off`, or the languages of scans. */
  ocr?: string | undefined
}

/** Layouts of documents, tables of companies, units and goods, and the shapes of files to write. */
export interface ReferenceData {
  mappings: ReadonlyMap<string, Mapping>
  /** The tables that everyone has. */
  tables: Tables
  /** The same, to look things up in. */
  directory: Directory
  templates: { coretax: Template; ubl: Template }
  /** What reads scans. */
  ocr: Ocr
}

/** Reads and checks all of it; what is wrong is named with its file and line. */
export function loadReferenceData({ folder, ocr, ...files }: ReferenceDataFiles): ReferenceData {
  const mappings = path.join(folder, 'mappings')
  const template = (name: string) => loadTemplate(path.join(mappings, 'outputs', `${name}.yaml`))
  const tables = loadTables({ ...files, units: path.join(folder, 'directory/units.yaml') })
  return {
    mappings: loadMappings(mappings),
    tables,
    directory: toDirectory(tables),
    templates: { coretax: template('coretax'), ubl: template('ubl') },
    ocr: findOcr(ocr),
  }
}
