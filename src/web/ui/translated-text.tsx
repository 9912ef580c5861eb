import { words } from '../i18n/words.ts'

/** What was told of a document, in the language of the page if that has words for it. */
export function Told({ english }: { english: string }) {
  return words.told(english) ?? <span lang="en">{english}</span>
}
