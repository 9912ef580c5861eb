import { placeOf } from './entries.ts'
import type { Place } from './meet-program.ts'
import type { Row } from './page-rows.ts'

/** What the head of a page says, in its own words. */
export interface PageHead {
  meet: { name: string; from: string; to: string; place: Place } | undefined
  /** Psych sheets list who is entered, without heats. */
  is_psych: boolean
  /** "Saturday AM" of "Meet Program - Saturday AM". */
  session: { name: string; place: Place } | undefined
  venue: { name: string; place: Place } | undefined
}

const date = String.raw`(?:\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}|\d{1,2}\.? \p{L}{3,9}\.?,? \d{4}|\p{L}{3,9}\.? \d{1,2},? \d{4})`
const nameFirst = new RegExp(
  `^(?<name>.+?)\\s+[-–]\\s+(?<from>${date})(?:\\s+(?:to|[-–]|bis)\\s+(?<to>${date}))?$`,
  'u',
)
const dateFirst = new RegExp(
  `^(?<from>${date})(?:\\s+(?:to|[-–]|bis)\\s+(?<to>${date}))?\\s+[-–]\\s+(?<name>.+)$`,
  'u',
)
const title =
  /^(?:(?:Meet|Heat)\s+(?:Program|Sheet)s?|(?<psych>Psych\s+Sheet|Entry\s+List|Performance\s+List))(?:\s*[-–:]\s*(?<session>.+))?$/i
const pool =
  /\b(?:pools?|natatorium|aquatics? (?:cent(?:er|re)|complex|club pool)|swim(?:ming)? (?:cent(?:er|re)|hall)|leisure cent(?:er|re)|sports? cent(?:er|re)|schwimm\w*|hallenbad|ymca)\b/i

export function readPageHead(rows: Row[]): PageHead {
  const head: PageHead = { meet: undefined, is_psych: false, session: undefined, venue: undefined }
  for (const row of rows) {
    const text = row.text.replace(/\s*\bPage:?\s*\d+.*$/i, '')
    const place = placeOf(row)
    const { name, from, to } = (nameFirst.exec(text) ?? dateFirst.exec(text))?.groups ?? {}
    const titled = title.exec(text)?.groups
    if (/MEET MANAGER/i.test(text)) continue
    if (titled) {
      head.is_psych = titled['psych'] !== undefined
      if (titled['session']) head.session = { name: titled['session'].trim(), place }
    } else if (name && from && !head.meet) head.meet = { name, from, to: to ?? from, place }
    else if (pool.test(text)) head.venue ??= { name: venueOf(text), place }
  }
  return head
}

/** "Hosted by Some Club at Some Pool" is at Some Pool. */
function venueOf(text: string): string {
  return text.replace(/^(?:.*?\bat\s+|(?:venue|location|facility)\s*:\s*)/i, '').trim()
}
