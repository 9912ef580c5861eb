import { createStore } from '../store/store.ts'
import type { UiText } from '../i18n/en/ui-text.ts'
import { uiText } from '../i18n/ui-text.ts'

/** A message for screen readers. */
export interface Announcement {
  kind: keyof UiText['announcements']
  filename: string
  /** Announced only if no other announcement of this kind is pending. */
  reason?: string
}

const collectMs = 700
/** Time in ms after which the text is cleared, so that the same text can be announced again. */
const clearAfterMs = 6000

export const announcement = createStore('')
let pending: Announcement[] = []
let clearTimer: ReturnType<typeof setTimeout> | undefined

/** Announces immediately, replacing the current text. */
export function announce(sentence: string): void {
  announcement.set(sentence)
  clearTimeout(clearTimer)
  clearTimer = setTimeout(() => announcement.set(''), clearAfterMs)
}

/** Announces the message after a short delay, together with any others that arrive in the meantime. */
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
  const kinds = Object.keys(uiText.announcements) as Announcement['kind'][]
  return kinds
    .map((kind) => announcements.filter((item) => item.kind === kind))
    .flatMap((group) => {
      const [first] = group
      if (!first) return []
      const sentence = uiText.announcements[first.kind](group.length, first.filename)
      return group.length === 1 && first.reason ? [sentence, first.reason] : [sentence]
    })
    .join(' ')
}
