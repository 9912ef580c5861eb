import type { DiscoveredLink, LinkKind } from '../domain/heat-sheet/discovery.ts'
import { resolveDocument } from './document-urls.ts'
import {
  filenameWords,
  classifyText,
  isDescriptive,
  findSession,
  sessionOrder,
  collapseSpaces,
  findYears,
} from './link-words.ts'
import type { PageLink } from './page-links.ts'

/** Base score by kind. */
const kindScores: Record<LinkKind, number> = {
  heat_sheet: 0.9,
  psych_sheet: 0.6,
  timeline: 0.5,
  results: 0.3,
  other: 0.1,
}
/** Penalties for kinds found only near the link. */
const headingPenalty = 0.15
const contextPenalty = 0.03
/** Penalty for a document that is one year old, and for each further year. */
const outdatedPenalty = 0.25
const yearPenalty = 0.06
const maxTitleLength = 150

/** The distinct documents among the links, best score first, then in session order. */
export function rankLinks(links: readonly PageLink[]): DiscoveredLink[] {
  const found = new Map<string, PageLink[]>()
  for (const link of links) {
    const url = resolveDocument(link.url, `${link.text} ${link.context}`)
    if (url !== undefined) found.set(url, [...(found.get(url) ?? []), link])
  }
  const latest = Math.max(0, ...links.flatMap((link) => findYears(linkWords(link))))
  return [...found]
    .map(([url, same]) => scoreLink(url, pickBest(same), latest))
    .toSorted((a, b) => b.score - a.score || sessionOrder(a.session) - sessionOrder(b.session) || 0)
}

/** Picks the most descriptive of several links to one document. */
function pickBest(links: PageLink[]): PageLink {
  const named =
    links.find(({ text }) => classifyText(text)) ?? links.find(({ text }) => isDescriptive(text))
  return named ?? (links[0] as PageLink)
}

function scoreLink(url: string, link: PageLink, latest: number): DiscoveredLink {
  const name = filenameWords(new URL(url))
  const session = [link.text, name, link.context, link.heading]
    .map(findSession)
    .find((one) => one !== undefined)
  const { kind, penalty } = classifyLink(link, name)
  const years = findYears(linkWords(link))
  const yearsBehind = years.length > 0 ? latest - Math.max(...years) : 0
  const age = yearsBehind > 0 ? outdatedPenalty + yearPenalty * (yearsBehind - 1) : 0
  const score = Math.max(0.01, kindScores[kind] - penalty - age)
  return {
    url,
    title: linkTitle(link, name),
    kind,
    ...(session !== undefined && { session }),
    score: Math.round(score * 100) / 100,
  }
}

/** Link text and file name take precedence, then the row, then the heading. */
function classifyLink(
  { text, context, heading }: PageLink,
  name: string,
): { kind: LinkKind; penalty: number } {
  const ownKind = classifyText(text) ?? classifyText(name)
  if (ownKind) return { kind: ownKind, penalty: 0 }
  const contextKind = classifyText(context)
  if (contextKind) return { kind: contextKind, penalty: contextPenalty }
  const above = classifyText(heading)
  return above ? { kind: above, penalty: headingPenalty } : { kind: 'other', penalty: 0 }
}

function linkTitle({ text, context, heading }: PageLink, name: string): string {
  const titles = [text, context, name, heading, text]
  const title = titles.find(isDescriptive) ?? (text || name)
  return collapseSpaces(title).slice(0, maxTitleLength)
}

function linkWords({ url, text, context }: PageLink): string {
  return `${text} ${context} ${filenameWords(new URL(url))}`
}

const leadPattern =
  /heat ?-?sheets?|meet programs?|psych|start ?-?lists?|time ?-?lines?|meet (?:documents?|docs|files|packet|info(?:rmation)?)|session reports?/i

/** Pages that mention heat sheets without being documents themselves. */
export function findLeads(links: readonly PageLink[], page: URL, max: number): string[] {
  const pages = links.filter(({ url, text, context }) => {
    const isDocument = resolveDocument(url, `${text} ${context}`) !== undefined
    const name = filenameWords(new URL(url))
    return !isDocument && url !== page.href && leadPattern.test(`${text} ${name}`)
  })
  const byScore = pages.toSorted((a, b) => leadScore(b) - leadScore(a))
  return [...new Set(byScore.map(({ url }) => url))].slice(0, max)
}

function leadScore({ url, text }: PageLink): number {
  return kindScores[classifyText(`${text} ${filenameWords(new URL(url))}`) ?? 'other']
}
