import type { DiscoveredLink, Discovery } from '../domain/heat-sheet/discovery.ts'
import { fileWords } from './link-words.ts'
import type { PageFetch } from './fetch-page.ts'
import { type PageFacts, type PageLink, readPage } from './page-links.ts'
import { leadsOf, rankLinks } from './rank.ts'

export interface Discovering {
  fetch: PageFetch
  /** The page as a browser shows it, once its scripts have run; left out where there is no browser. */
  render?: ((url: URL, signal: AbortSignal) => Promise<string>) | undefined
  /** Those among the links that a language model takes for heat sheets; left out where there is none. */
  ask?:
    | ((links: PageLink[], ownerId: string, signal: AbortSignal) => Promise<PageLink[]>)
    | undefined
}

const mostLeads = 4
const mostSizes = 15
const mostLinks = 100

/**
 * The documents that a meet's page links to, or pages of heat sheets that it links to. A browser is started only where
 * that finds no heat sheet, and a language model is asked only where all of it finds nothing.
 */
export async function discover(
  using: Discovering,
  { url: address, owner_id }: { url: string; owner_id: string },
  signal: AbortSignal,
): Promise<Discovery> {
  const { fetch } = using
  const { url, text, bytes } = await fetch.page(address, signal)
  if (text === null) return onlyDocument(url, bytes)
  let facts = readPage(text, url)
  let links = await linksFrom(using, facts, url, signal)
  if (!hasHeatSheet(links) && using.render) {
    const rendered = await using.render(url, signal).catch(() => '')
    const shown = readPage(rendered, url)
    facts = { ...facts, ...withoutNull(shown), links: [...facts.links, ...shown.links] }
    links = await linksFrom(using, facts, url, signal)
  }
  if (links.every(({ kind }) => kind === 'other') && using.ask) {
    const chosen = await using.ask(facts.links, owner_id, signal)
    links = merge(rankAsHeatSheets(chosen), links)
  }
  signal.throwIfAborted()
  const { title, meet_name, time_zone } = facts
  return {
    page: {
      url: url.href,
      title,
      ...(meet_name !== null && { meet_name }),
      ...(time_zone !== null && { time_zone }),
    },
    links: await withSizes(fetch, links.slice(0, mostLinks), signal),
  }
}

function onlyDocument(url: URL, bytes: number | undefined): Discovery {
  const [link] = rankLinks([{ url: url.href, text: 'PDF', context: '', heading: '' }])
  const found: DiscoveredLink = link ?? {
    url: url.href,
    title: fileWords(url) || url.hostname,
    kind: 'other',
    score: 0.1,
  }
  const links = [{ ...found, url: url.href, ...(bytes !== undefined && { bytes }) }]
  return { page: { url: url.href, title: null }, links }
}

/** Those of the page, and those one step further on pages that speak of heat sheets. */
async function linksFrom(
  { fetch }: Discovering,
  { links }: PageFacts,
  url: URL,
  signal: AbortSignal,
): Promise<DiscoveredLink[]> {
  const leads = leadsOf(links, url, mostLeads)
  const further = await Promise.all(
    leads.map((lead) => linksOn(fetch, lead, signal).catch((): PageLink[] => [])),
  )
  return rankLinks([...links, ...further.flat()])
}

async function linksOn(
  { page }: PageFetch,
  address: string,
  signal: AbortSignal,
): Promise<PageLink[]> {
  const { url, text } = await page(address, signal)
  if (text === null) return [{ url: url.href, text: 'PDF', context: '', heading: '' }]
  return readPage(text, url).links
}

function hasHeatSheet(links: DiscoveredLink[]): boolean {
  return links.some(({ kind }) => kind === 'heat_sheet')
}

function withoutNull({ title, meet_name, time_zone }: PageFacts): Partial<PageFacts> {
  const facts = Object.entries({ title, meet_name, time_zone })
  return Object.fromEntries(facts.filter(([, value]) => value !== null))
}

/** Less sure than what says so itself. */
const modelScore = 0.7

function rankAsHeatSheets(links: PageLink[]): DiscoveredLink[] {
  return links.map(({ url, text, context }) => ({
    url,
    title: (text || context || fileWords(new URL(url))).slice(0, 150),
    kind: 'heat_sheet',
    score: modelScore,
  }))
}

function merge(first: DiscoveredLink[], rest: DiscoveredLink[]): DiscoveredLink[] {
  const known = new Set(first.map(({ url }) => url))
  return [...first, ...rest.filter(({ url }) => !known.has(url))]
}

async function withSizes(
  { size }: PageFetch,
  links: DiscoveredLink[],
  signal: AbortSignal,
): Promise<DiscoveredLink[]> {
  const sizes = await Promise.all(links.slice(0, mostSizes).map(({ url }) => size(url, signal)))
  return links.map((link, index) => {
    const bytes = sizes[index]
    return bytes === undefined ? link : { ...link, bytes }
  })
}
