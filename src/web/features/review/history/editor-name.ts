import { anonymousName } from '../../../../domain/values/anonymous-name.ts'
import { reviewWords } from '../../../i18n/review-words.ts'

/** Returns the display name of the user who made a change. */
export function editorName(name: string): string {
  return name === anonymousName ? reviewWords().anonymous : name
}
