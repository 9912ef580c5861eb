import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { StartupError } from '../../domain/errors/app-error.ts'
import { MeetPlaces } from '../../domain/heat-sheet/meet-places.ts'
import {
  MeetLanguage,
  type MeetVocabulary,
  mergeMeetLanguages,
} from '../../domain/heat-sheet/meet-vocabulary.ts'
import {
  type InvoiceVocabulary,
  LanguageVocabulary,
  mergeVocabularies,
} from '../../domain/mapping/invoice-vocabulary.ts'
import { parseYaml } from '../formats/parse-yaml.ts'
import { listYamlFiles } from './list-yaml-files.ts'

/** Merges the language files in a folder. Throws an error that states the file, line and reason. */
export function loadVocabulary(folder: string): InvoiceVocabulary {
  return mergeVocabularies(loadLanguages(folder, LanguageVocabulary))
}

/** Like loadVocabulary(), for the words on heat sheets. */
export function loadMeetVocabulary(folder: string): MeetVocabulary {
  return mergeMeetLanguages(loadLanguages(folder, MeetLanguage))
}

/** Loads the places with known time zones. */
export function loadMeetPlaces(file: string): MeetPlaces {
  return parseYaml(readFileSync(file, 'utf8'), file, MeetPlaces)
}

function loadLanguages<T>(folder: string, schema: z.ZodType<T>): T[] {
  const files = listYamlFiles(folder, 'vocabularies')
  if (files.length === 0) {
    throw new StartupError('BAD_SETTING', `The folder of vocabularies ${folder} has no YAML file.`)
  }
  return files.map((file) => parseYaml(readFileSync(file, 'utf8'), file, schema))
}
