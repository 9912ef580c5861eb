import { jobText as en } from './en/jobs.ts'
import { jobText as id } from './id/jobs.ts'
import { currentLanguage } from './ui-text.ts'

const languages = { en, id }

/** Loaded with the pages that show jobs, not with the upload page. */
export const jobText = () => languages[currentLanguage.get()]
