import path from 'node:path'
import type { InvoiceVocabulary } from '../../domain/mapping/invoice-vocabulary.ts'
import type { Mapping } from '../../domain/mapping/mapping.ts'
import { type Directory, type Tables, toDirectory } from '../directory/directory.ts'
import { loadTables } from '../directory/load.ts'
import { createGrammar, type MeetGrammar } from '../heat-sheet/grammar/grammar.ts'
import { loadMappings } from '../mapping/load.ts'
import { loadMeetPlaces, loadMeetVocabulary, loadVocabulary } from '../mapping/load-vocabulary.ts'
import { findOcr, type Ocr } from '../ocr/packages.ts'
import { loadTemplate, type Template } from '../formats/xml-template.ts'

/** Reference data paths. */
export interface ReferenceDataFiles {
  /** The package folder that contains mappings and tables. */
  folder: string
  /** The filing company's parties and goods. Without a file, there are none. */
  parties?: string | undefined
  goods?: string | undefined
  /** The OCR_LANGUAGES setting: `off`, or the languages used on scans. */
  ocr?: string | undefined
}

/** Mappings, vocabulary, directory tables, output templates and OCR. */
export interface ReferenceData {
  mappings: ReadonlyMap<string, Mapping>
  /** Words used by the generic reader. */
  vocabulary: InvoiceVocabulary
  /** Recognises the parts of a heat sheet. */
  meet_grammar: MeetGrammar
  /** Built-in tables. */
  tables: Tables
  /** The built-in tables, indexed for lookup. */
  directory: Directory
  templates: { coretax: Template; ubl: Template }
  ocr: Ocr
}

/** Loads and validates all files. Errors state the file and line. */
export function loadReferenceData(files: ReferenceDataFiles): ReferenceData {
  const vocabulary = loadVocabulary(vocabularyFolder(files))
  return load(files, () => vocabulary)
}

/**
 * Loads the files in a child process, whose parent has already validated them. Loads the vocabulary, which takes longer
 * than the rest, only for the first document that no layout describes.
 */
export function openReferenceData(files: ReferenceDataFiles): ReferenceData {
  let vocabulary: InvoiceVocabulary | undefined
  return load(files, () => {
    vocabulary ??= loadVocabulary(vocabularyFolder(files))
    return vocabulary
  })
}

function vocabularyFolder({ folder }: ReferenceDataFiles): string {
  return path.join(folder, 'mappings/vocabulary')
}

function load(
  { folder, ocr, ...files }: ReferenceDataFiles,
  getVocabulary: () => InvoiceVocabulary,
): ReferenceData {
  const mappings = path.join(folder, 'mappings')
  const template = (name: string) => loadTemplate(path.join(mappings, 'outputs', `${name}.yaml`))
  const tables = loadTables({ ...files, units: path.join(folder, 'directory/units.yaml') })
  return {
    mappings: loadMappings(mappings),
    get vocabulary() {
      return getVocabulary()
    },
    meet_grammar: createGrammar(
      loadMeetVocabulary(path.join(mappings, 'meet-vocabulary')),
      loadMeetPlaces(path.join(folder, 'directory/time-zones.yaml')),
    ),
    tables,
    directory: toDirectory(tables),
    templates: { coretax: template('coretax'), ubl: template('ubl') },
    ocr: findOcr(ocr),
  }
}
