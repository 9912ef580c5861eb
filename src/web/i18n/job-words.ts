import { jobWords as en } from './en/jobs.ts'
import { jobWords as id } from './id/jobs.ts'
import { currentLanguage } from './words.ts'

const languages = { en, id }

/** Loaded with the pages that show jobs, not with the upload page. */
export const jobWords = () => languages[currentLanguage.get()]
