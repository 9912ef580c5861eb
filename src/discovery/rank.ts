import type { DiscoveredLink, LinkKind } from '../domain/heat-sheet/discovery.ts'
import { documentAt } from './hosts.ts'
import {
  fileWords,
  kindOf,
  saysSomething,
  sessionOf,
  sessionOrder,
  squeeze,
  yearsIn,
} from './link-words.ts'
import type { PageLink } from './page-links.ts'

/** How much a swim parent wants each. */
const worth: Record<LinkKind, number> = {
  heat_sheet: 0.9,
  psych_sheet: 0.6,
  timeline: 0.5,
  results: 0.3,
  other: 0.1,
}
/** What is less sure of its kind: a heading speaks of all that stands below it. */
const byHeading = 0.15
const byContext = 0.03
/** Last year's, and for each year more. */
const outdated = 0.25
const older = 0.06
const longestTitle = 150

/** The documents among the links, each once, the likeliest first and sessions in their order. */
export function rankLinks(links: readonly PageLink[]): DiscoveredLink[] {
  const found = new Map<string, PageLink[]>()
  for (const link of links) {
    const url = documentAt(link.url, `${link.text} ${link.context}`)
    if (url !== undefined) found.set(url, [...(found.get(url) ?? []), link])
  }
  const latest = Math.max(0, ...links.flatMap((link) => yearsIn(wordsOf(link))))
  return [...found]
    .map(([url, same]) => judge(url, best(same), latest))
    .toSorted((a, b) => b.score - a.score || sessionOrder(a.session) - sessionOrder(b.session) || 0)
}

/** Of several links to one document the one that says most. */
function best(links: PageLink[]): PageLink {
  const named =
    links.find(({ text }) => kindOf(text)) ?? links.find(({ text }) => saysSomething(text))
  return named ?? (links[0] as PageLink)
}

function judge(url: string, link: PageLink, latest: number): DiscoveredLink {
  const name = fileWords(new URL(url))
  const session = [link.text, name, link.context, link.heading]
    .map(sessionOf)
    .find((one) => one !== undefined)
  const { kind, doubt } = kindWithDoubt(link, name)
  const years = yearsIn(wordsOf(link))
  const behind = years.length > 0 ? latest - Math.max(...years) : 0
  const age = behind > 0 ? outdated + older * (behind - 1) : 0
  const score = Math.max(0.01, worth[kind] - doubt - age)
  return {
    url,
    title: titleOf(link, name),
    kind,
    ...(session !== undefined && { session }),
    score: Math.round(score * 100) / 100,
  }
}

/** What the link itself or its file is called decides, then its row, then the heading. */
function kindWithDoubt(
  { text, context, heading }: PageLink,
  name: string,
): { kind: LinkKind; doubt: number } {
  const own = kindOf(text) ?? kindOf(name)
  if (own) return { kind: own, doubt: 0 }
  const around = kindOf(context)
  if (around) return { kind: around, doubt: byContext }
  const above = kindOf(heading)
  return above ? { kind: above, doubt: byHeading } : { kind: 'other', doubt: 0 }
}

function titleOf({ text, context, heading }: PageLink, name: string): string {
  const titles = [text, context, name, heading, text]
  const title = titles.find(saysSomething) ?? (text || name)
  return squeeze(title).slice(0, longestTitle)
}

function wordsOf({ url, text, context }: PageLink): string {
  return `${text} ${context} ${fileWords(new URL(url))}`
}

const leads =
  /heat ?-?sheets?|meet programs?|psych|start ?-?lists?|time ?-?lines?|meet (?:documents?|docs|files|packet|info(?:rmation)?)|session reports?/i

/** Pages that the documents may be on instead: whatever speaks of heat sheets and is none itself. */
export function leadsOf(links: readonly PageLink[], page: URL, most: number): string[] {
  const pages = links.filter(({ url, text, context }) => {
    const isDocument = documentAt(url, `${text} ${context}`) !== undefined
    const name = fileWords(new URL(url))
    return !isDocument && url !== page.href && leads.test(`${text} ${name}`)
  })
  const byWorth = pages.toSorted((a, b) => leadWorth(b) - leadWorth(a))
  return [...new Set(byWorth.map(({ url }) => url))].slice(0, most)
}

function leadWorth({ url, text }: PageLink): number {
  return worth[kindOf(`${text} ${fileWords(new URL(url))}`) ?? 'other']
}
