import { mappingText as en } from './en/mappings.ts'
import { mappingText as id } from './id/mappings.ts'
import { currentLanguage } from './ui-text.ts'

const languages = { en, id }

/** Loaded only with the mapping pages. */
export const mappingText = () => languages[currentLanguage.get()]
