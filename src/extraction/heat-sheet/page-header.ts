import { locateRow } from './entries.ts'
import type { TextLocation } from '../text/location.ts'
import type { Row } from './page-rows.ts'

/** A page header's content, as printed. */
export interface PageHeader {
  meet: { name: string; from: string; to: string; place: TextLocation } | undefined
  /** A psych sheet lists entries without heats. */
  is_psych: boolean
  /** "Saturday AM" in "Meet Program - Saturday AM". */
  session: { name: string; place: TextLocation } | undefined
  venue: { name: string; place: TextLocation } | undefined
}

const datePattern = String.raw`(?:\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}|\d{1,2}\.? \p{L}{3,9}\.?,? \d{4}|\p{L}{3,9}\.? \d{1,2},? \d{4})`
const nameFirstPattern = new RegExp(
  `^(?<name>.+?)\\s+[-–]\\s+(?<from>${datePattern})(?:\\s+(?:to|[-–]|bis)\\s+(?<to>${datePattern}))?$`,
  'u',
)
const dateFirstPattern = new RegExp(
  `^(?<from>${datePattern})(?:\\s+(?:to|[-–]|bis)\\s+(?<to>${datePattern}))?\\s+[-–]\\s+(?<name>.+)$`,
  'u',
)
const titlePattern =
  /^(?:(?:Meet|Heat)\s+(?:Program|Sheet)s?|(?<psych>Psych\s+Sheet|Entry\s+List|Performance\s+List))(?:\s*[-–:]\s*(?<session>.+))?$/i
const poolPattern =
  /\b(?:pools?|natatorium|aquatics? (?:cent(?:er|re)|complex|club pool)|swim(?:ming)? (?:cent(?:er|re)|hall)|leisure cent(?:er|re)|sports? cent(?:er|re)|schwimm\w*|hallenbad|ymca)\b/i

export function readPageHeader(rows: Row[]): PageHeader {
  const header: PageHeader = {
    meet: undefined,
    is_psych: false,
    session: undefined,
    venue: undefined,
  }
  for (const row of rows) {
    const text = row.text.replace(/\s*\bPage:?\s*\d+.*$/i, '')
    const place = locateRow(row)
    const { name, from, to } =
      (nameFirstPattern.exec(text) ?? dateFirstPattern.exec(text))?.groups ?? {}
    const titled = titlePattern.exec(text)?.groups
    if (/MEET MANAGER/i.test(text)) continue
    if (titled) {
      header.is_psych = titled['psych'] !== undefined
      if (titled['session']) header.session = { name: titled['session'].trim(), place }
    } else if (name && from && !header.meet) header.meet = { name, from, to: to ?? from, place }
    else if (poolPattern.test(text)) header.venue ??= { name: parseVenue(text), place }
  }
  return header
}

/** Returns "Some Pool" for "Hosted by Some Club at Some Pool". */
function parseVenue(text: string): string {
  return text.replace(/^(?:.*?\bat\s+|(?:venue|location|facility)\s*:\s*)/i, '').trim()
}
