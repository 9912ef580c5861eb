import { reviewWords as en } from './en/review.ts'
import { reviewWords as id } from './id/review.ts'
import { currentLanguage } from './words.ts'

const languages = { en, id }

/** The sentences of the review page, which the first load does without. */
export const reviewWords = () => languages[currentLanguage.get()]
