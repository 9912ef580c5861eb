import { reviewWords as en } from './en/review.ts'
import { reviewWords as id } from './id/review.ts'
import { currentLanguage } from './words.ts'

const languages = { en, id }

/** Loaded only with the review page. */
export const reviewWords = () => languages[currentLanguage.get()]
