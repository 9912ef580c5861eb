import { jobPageText as en } from './en/job-page.ts'
import { jobPageText as id } from './id/job-page.ts'
import { currentLanguage } from './ui-text.ts'

const languages = { en, id }

/** Loaded only with the job page. */
export const jobPageText = () => languages[currentLanguage.get()]
