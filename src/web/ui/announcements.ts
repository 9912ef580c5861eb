import { createStore } from '../store/store.ts'
import type { Words } from '../i18n/en/words.ts'
import { words } from '../i18n/words.ts'

/** Something that a person who does not see the page should hear of. */
export interface News {
  kind: keyof Words['news']
  filename: string
  /** Said when it is the only one of its kind. */
  reason?: string
}

const gatherMs = 700
/** Read out and then taken away, so that the same sentence can be said again. */
const standsMs = 6000

export const spoken = createStore('')
let gathered: News[] = []
let fading: ReturnType<typeof setTimeout> | undefined

/** Says it at once, in place of what was said before. */
export function say(sentence: string): void {
  spoken.set(sentence)
  clearTimeout(fading)
  fading = setTimeout(() => spoken.set(''), standsMs)
}

/** Says it soon, together with what else happens in the meantime. */
export function tell(news: News): void {
  gathered.push(news)
  if (gathered.length > 1) return
  setTimeout(() => {
    const sentence = sentenceOf(gathered)
    gathered = []
    say(sentence)
  }, gatherMs)
}

export function sentenceOf(news: readonly News[]): string {
  const kinds = Object.keys(words.news) as News['kind'][]
  return kinds
    .map((kind) => news.filter((item) => item.kind === kind))
    .flatMap((group) => {
      const [first] = group
      if (!first) return []
      const sentence = words.news[first.kind](group.length, first.filename)
      return group.length === 1 && first.reason ? [sentence, first.reason] : [sentence]
    })
    .join(' ')
}
