import type { DiscoveredLink } from '../domain/heat-sheet/discovery.ts'
import { filenameWords } from './link-words.ts'
import type { PageLink } from './page-links.ts'

/** The latest year in a link's own words, else in its heading, else in its path. */
export function findYear({ url, text, context, heading }: PageLink): number | undefined {
  const { pathname } = new URL(url)
  const sources = [`${text} ${context} ${filenameWords(new URL(url))}`, heading, pathname]
  return sources.map(lastYear).find((year) => year !== undefined)
}

/** The year of the newest document or of the meet; 0 if none is named. */
export function newestYear(documents: readonly PageLink[], about: string): number {
  return Math.max(0, lastYear(about) ?? 0, ...documents.map((link) => findYear(link) ?? 0))
}

function lastYear(text: string): number | undefined {
  const maxYear = new Date().getFullYear() + 1
  const years = [...text.matchAll(/(?<!\d)20\d{2}(?!\d)/g)].map(([year]) => Number(year))
  const plausible = years.filter((year) => year <= maxYear)
  return plausible.length > 0 ? Math.max(...plausible) : undefined
}

/** Documents of one meet are published within weeks, and the next edition is months away. */
const maxMeetMs = 180 * 24 * 3600_000

/** Whether another document of the page was published long after this one. */
export function isFromEarlierMeet(
  { modified }: DiscoveredLink,
  all: readonly DiscoveredLink[],
): boolean {
  if (modified === undefined) return false
  const dates = all.flatMap((one) => (one.modified === undefined ? [] : Date.parse(one.modified)))
  return Math.max(...dates) - Date.parse(modified) > maxMeetMs
}
