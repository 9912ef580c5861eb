import { createStore } from '../store/store.ts'
import type { Words } from '../i18n/en/words.ts'
import { words } from '../i18n/words.ts'

/** Something that a person who does not see the page should hear of. */
export interface Announcement {
  kind: keyof Words['news']
  filename: string
  /** Said when it is the only one of its kind. */
  reason?: string
}

const collectMs = 700
/** Read out and then taken away, so that the same sentence can be said again. */
const clearAfterMs = 6000

export const announcement = createStore('')
let pending: Announcement[] = []
let clearTimer: ReturnType<typeof setTimeout> | undefined

/** Says it at once, in place of what was said before. */
export function announce(sentence: string): void {
  announcement.set(sentence)
  clearTimeout(clearTimer)
  clearTimer = setTimeout(() => announcement.set(''), clearAfterMs)
}

/** Says it soon, together with what else happens in the meantime. */
export function announceSoon(announcement: Announcement): void {
  pending.push(announcement)
  if (pending.length > 1) return
  setTimeout(() => {
    const sentence = formatAnnouncements(pending)
    pending = []
    announce(sentence)
  }, collectMs)
}

export function formatAnnouncements(announcements: readonly Announcement[]): string {
  const kinds = Object.keys(words.news) as Announcement['kind'][]
  return kinds
    .map((kind) => announcements.filter((item) => item.kind === kind))
    .flatMap((group) => {
      const [first] = group
      if (!first) return []
      const sentence = words.news[first.kind](group.length, first.filename)
      return group.length === 1 && first.reason ? [sentence, first.reason] : [sentence]
    })
    .join(' ')
}
