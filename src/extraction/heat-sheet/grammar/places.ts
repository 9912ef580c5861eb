import type { MeetPlaces } from '../../../domain/heat-sheet/meet-places.ts'
import { removeAccents } from '../../../domain/heat-sheet/swimmer-names.ts'

export interface PlaceGrammar {
  /** Returns the time zones of all countries and states that form a complete part of an address in the text. */
  findZones: (text: string) => string[]
  /** Returns the time zones of countries that write postal codes as in this text and speak this language. */
  findLocalZones: (text: string, language: string) => string[]
}

/** Only British postcodes have this form. */
const britishPostcode = /\b[A-Z]{1,2}\d[A-Z\d]?\s\d[ABD-HJLNP-UW-Z]{2}\b/
const dottedDate = /\b\d{1,2}\.\s?(?:\d{1,2}\.|[-–])/
const clockTime = /\d:\d\d/

export function createPlaceGrammar(places: MeetPlaces): PlaceGrammar {
  const index = (list: (place: MeetPlaces[number]) => readonly string[]) =>
    new Map(
      places.flatMap((place) => list(place).map((name) => [toKey(name), place.zone] as const)),
    )
  const names = index((place) => place.names)
  const cities = index((place) => place.cities)
  const codes = index((place) => place.codes)
  const postal = index((place) => place.postal)
  const states = index(({ state }) => (state === undefined ? [] : [state]))
  const local = places.flatMap(({ zone, local: rule }) =>
    rule ? [{ zone, language: rule.language, pattern: toAddressPattern(rule.code) }] : [],
  )
  return {
    findZones: (text) => {
      if (clockTime.test(text)) return []
      const parts = text.split(/[,;()|/]|\s[-–]\s/).map((part) => part.trim())
      const hasDottedDate = dottedDate.test(text)
      const found = parts.flatMap((part, at) => [
        names.get(toKey(part)),
        hasDottedDate && at === 0 ? cities.get(toKey(part)) : undefined,
        states.get(toKey(/^([A-Z]{2})\s+\d{5}(?:-\d{4})?$/.exec(part)?.[1] ?? '')),
        postal.get(toKey(/^([A-Z]{1,3})-\d{4,5}\s/.exec(part)?.[1] ?? '')),
      ])
      const code = /\(([A-Z]{3})\)/.exec(text)?.[1]
      const british = britishPostcode.test(text) ? 'Europe/London' : undefined
      const zones = [...found, codes.get(toKey(code ?? '')), british]
      return [...new Set(zones.flatMap((zone) => zone ?? []))]
    },
    findLocalZones: (text, language) =>
      local
        .filter((one) => one.language === language && one.pattern.test(text))
        .map(({ zone }) => zone),
  }
}

/** Returns a pattern for a postal code before a town, at the start of the text or after a street: `10115 Berlin`. */
function toAddressPattern(code: string): RegExp {
  return new RegExp(`(?:^|[\\s,;|])${code}\\s+\\p{Lu}\\p{Ll}`, 'u')
}

function toKey(name: string): string {
  return removeAccents(name.toLowerCase())
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
}
