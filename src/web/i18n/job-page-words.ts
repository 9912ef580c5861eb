import { jobPageWords as en } from './en/job-page.ts'
import { jobPageWords as id } from './id/job-page.ts'
import { currentLanguage } from './words.ts'

const languages = { en, id }

/** Loaded only with the job page. */
export const jobPageWords = () => languages[currentLanguage.get()]
