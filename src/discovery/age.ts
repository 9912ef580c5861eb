import type { DiscoveredLink } from '../domain/heat-sheet/discovery.ts'
import { filenameWords } from './link-words.ts'
import type { PageLink } from './page-links.ts'

/**
 * Returns the latest year in the link's text, row and file name. If these contain no year, tries the link's heading,
 * then its path.
 */
export function findYear({ url, text, context, heading }: PageLink): number | undefined {
  const { pathname } = new URL(url)
  const sources = [`${text} ${context} ${filenameWords(new URL(url))}`, heading, pathname]
  return sources.map(lastYear).find((year) => year !== undefined)
}

/** Returns the latest year in the documents or in the text about the meet, or 0 if there is none. */
export function newestYear(documents: readonly PageLink[], about: string): number {
  return Math.max(0, lastYear(about) ?? 0, ...documents.map((link) => findYear(link) ?? 0))
}

function lastYear(text: string): number | undefined {
  const maxYear = new Date().getFullYear() + 1
  const years = [...text.matchAll(/(?<!\d)20\d{2}(?!\d)/g)].map(([year]) => Number(year))
  const plausible = years.filter((year) => year <= maxYear)
  return plausible.length > 0 ? Math.max(...plausible) : undefined
}

/**
 * Maximum time between documents for one meet, in ms. These are published within weeks of each other, and documents for
 * the next meet follow months later.
 */
const maxMeetMs = 180 * 24 * 3600_000

/** True if another document on the page was published so much later that this one is from an earlier meet. */
export function isFromEarlierMeet(
  { modified }: DiscoveredLink,
  all: readonly DiscoveredLink[],
): boolean {
  if (modified === undefined) return false
  const dates = all.flatMap((one) => (one.modified === undefined ? [] : Date.parse(one.modified)))
  return Math.max(...dates) - Date.parse(modified) > maxMeetMs
}
