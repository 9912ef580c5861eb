import { mappingWords as en } from './en/mappings.ts'
import { mappingWords as id } from './id/mappings.ts'
import { currentLanguage } from './words.ts'

const languages = { en, id }

/** Loaded only with the mapping pages. */
export const mappingWords = () => languages[currentLanguage.get()]
