import { mappingWords as en } from './en/mappings.ts'
import { mappingWords as id } from './id/mappings.ts'
import { currentLanguage } from './words.ts'

const languages = { en, id }

/** The sentences about mappings, which the first load does without. */
export const mappingWords = () => languages[currentLanguage.get()]
