import { jobPageWords as en } from './en/job-page.ts'
import { jobPageWords as id } from './id/job-page.ts'
import { currentLanguage } from './words.ts'

const languages = { en, id }

/** Loaded with the page of one job only. */
export const jobPageWords = () => languages[currentLanguage.get()]
