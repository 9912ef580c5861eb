import { anonymousName } from '../../../../domain/values/anonymous-name.ts'
import { reviewText } from '../../../i18n/review-text.ts'

/** Returns the display name of the user who made a change. */
export function editorName(name: string): string {
  return name === anonymousName ? reviewText().anonymous : name
}
