import { reviewText as en } from './en/review.ts'
import { reviewText as id } from './id/review.ts'
import { currentLanguage } from './ui-text.ts'

const languages = { en, id }

/** Loaded only with the review page. */
export const reviewText = () => languages[currentLanguage.get()]
