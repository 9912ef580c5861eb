import type { DiscoveredLink, LinkKind } from '../domain/heat-sheet/discovery.ts'
import { findYear, newestYear } from './age.ts'
import { resolveDocument } from './document-urls.ts'
import {
  filenameWords,
  isDescriptive,
  findSession,
  sessionOrder,
  collapseSpaces,
  type LinkWords,
} from './link-words.ts'
import type { PageLink } from './page-links.ts'

/** Each kind's score before penalties. */
export const kindScores: Record<LinkKind, number> = {
  heat_sheet: 0.9,
  psych_sheet: 0.6,
  timeline: 0.5,
  results: 0.3,
  other: 0.1,
}
/** Penalties if the words that name the kind are only near the link, not in it. */
const headingPenalty = 0.15
const contextPenalty = 0.03
/** Penalty for a document that is a year old, and additional penalty for each further year. */
const outdatedPenalty = 0.25
const yearPenalty = 0.06
const maxTitleLength = 150

/**
 * Returns the distinct documents among the links, highest score first, then in session order. `about` is the page
 * title, which may contain the year of the meet.
 */
export function rankLinks(
  links: readonly PageLink[],
  words: LinkWords,
  about = '',
): DiscoveredLink[] {
  const found = new Map<string, PageLink[]>()
  for (const link of links) {
    const url = documentUrl(link)
    if (url !== undefined) found.set(url, [...(found.get(url) ?? []), link])
  }
  const best = [...found].map(([url, same]) => ({ url, link: pickBest(same, words) }))
  const latest = newestYear(
    best.map(({ link }) => link),
    about,
  )
  return sortLinks(best.map(({ url, link }) => scoreLink(url, link, { latest, words })))
}

/** Sorts links by score, highest first, then by session, then newest first. */
export function sortLinks(links: readonly DiscoveredLink[]): DiscoveredLink[] {
  return links.toSorted(
    (a, b) =>
      b.score - a.score ||
      sessionOrder(a.session) - sessionOrder(b.session) ||
      Date.parse(b.modified ?? '') - Date.parse(a.modified ?? '') ||
      0,
  )
}

/** Marks a document as outdated and lowers its score, with an additional penalty for each further year. */
export function markOutdated(link: DiscoveredLink, yearsBehind = 1): DiscoveredLink {
  const penalty = outdatedPenalty + yearPenalty * (yearsBehind - 1)
  return { ...link, is_outdated: true, score: roundScore(link.score - penalty) }
}

function documentUrl({ url, text, context, isDocument }: PageLink): string | undefined {
  return isDocument ? url : resolveDocument(url, `${text} ${context}`)
}

export function isDocumentLink(link: PageLink): boolean {
  return documentUrl(link) !== undefined
}

/** Returns the most descriptive of several links to the same document. */
function pickBest(links: PageLink[], { classify }: LinkWords): PageLink {
  const named =
    links.find(({ text }) => classify(text)) ?? links.find(({ text }) => isDescriptive(text))
  return named ?? (links[0] as PageLink)
}

function scoreLink(
  url: string,
  link: PageLink,
  { latest, words }: { latest: number; words: LinkWords },
): DiscoveredLink {
  const name = filenameWords(new URL(url))
  const session = [link.text, name, link.context, link.heading]
    .map(findSession)
    .find((one) => one !== undefined)
  const { kind, penalty } = classifyLink(link, name, words)
  const scored = {
    url,
    title: linkTitle(link, name),
    kind,
    ...(session !== undefined && { session }),
    score: roundScore(kindScores[kind] - penalty),
  }
  const yearsBehind = latest - (findYear(link) ?? latest)
  return yearsBehind > 0 ? markOutdated(scored, yearsBehind) : scored
}

function roundScore(score: number): number {
  return Math.round(Math.max(0.01, score) * 100) / 100
}

/**
 * Determines the kind from the link text and file name. If these do not name the kind, tries the row, then the heading.
 */
function classifyLink(
  { text, context, heading }: PageLink,
  name: string,
  { classify }: LinkWords,
): { kind: LinkKind; penalty: number } {
  const ownKind = classify(text) ?? classify(name)
  if (ownKind) return { kind: ownKind, penalty: 0 }
  const contextKind = classify(context)
  if (contextKind) return { kind: contextKind, penalty: contextPenalty }
  const above = classify(heading)
  return above ? { kind: above, penalty: headingPenalty } : { kind: 'other', penalty: 0 }
}

export function linkTitle({ text, context, heading }: PageLink, name: string): string {
  const titles = [text, context, name, heading, text]
  const title = titles.find(isDescriptive) ?? (text || name)
  return collapseSpaces(title).slice(0, maxTitleLength)
}
