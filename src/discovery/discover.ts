/**
 * Turns a meet page's URL into a ranked list of documents; stores nothing. The page is fetched like a PDF, under the
 * URL guard and its own limits. page-links.ts parses it in one pass, document-urls.ts knows the download URLs of
 * shared drives, and rank.ts scores by link text, then file name, row and heading. Links to pages that mention heat
 * sheets are followed one step. If that finds no heat sheet, the page is rendered in Chromium, with every request
 * going through a guarded proxy (fetch/guarded-proxy.ts). If that finds nothing either, a language model is asked; it
 * can only select links on the page.
 */

import type { DiscoveredLink, Discovery } from '../domain/heat-sheet/discovery.ts'
import { filenameWords } from './link-words.ts'
import type { PageFetcher } from './fetch-page.ts'
import { type PageFacts, type PageLink, parsePage } from './page-links.ts'
import { findLeads, rankLinks } from './rank.ts'

export interface DiscoverDeps {
  fetch: PageFetcher
  /** Returns the DOM after scripts have run; absent if there is no browser. */
  render?: ((url: URL, signal: AbortSignal) => Promise<string>) | undefined
  /** Returns the links that a language model considers heat sheets; absent if there is no model. */
  selectLinks?:
    | ((links: PageLink[], ownerId: string, signal: AbortSignal) => Promise<PageLink[]>)
    | undefined
}

const maxLeads = 4
const maxSizes = 15
const maxLinks = 100

/**
 * Renders in a browser only if plain HTML yields no heat sheet, and asks the model only if everything else
 * yields nothing.
 */
export async function discover(
  deps: DiscoverDeps,
  { url: address, owner_id }: { url: string; owner_id: string },
  signal: AbortSignal,
): Promise<Discovery> {
  const { fetch } = deps
  const { url, text, bytes } = await fetch.page(address, signal)
  if (text === null) return singleDocument(url, bytes)
  let facts = parsePage(text, url)
  let links = await collectLinks(deps, facts, url, signal)
  if (!hasHeatSheet(links) && deps.render) {
    const rendered = await deps.render(url, signal).catch(() => '')
    const renderedFacts = parsePage(rendered, url)
    facts = {
      ...facts,
      ...knownFacts(renderedFacts),
      links: [...facts.links, ...renderedFacts.links],
    }
    links = await collectLinks(deps, facts, url, signal)
  }
  if (links.every(({ kind }) => kind === 'other') && deps.selectLinks) {
    const selected = await deps.selectLinks(facts.links, owner_id, signal)
    links = merge(rankAsHeatSheets(selected), links)
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
    links: await withSizes(fetch, links.slice(0, maxLinks), signal),
  }
}

function singleDocument(url: URL, bytes: number | undefined): Discovery {
  const [link] = rankLinks([{ url: url.href, text: 'PDF', context: '', heading: '' }])
  const found: DiscoveredLink = link ?? {
    url: url.href,
    title: filenameWords(url) || url.hostname,
    kind: 'other',
    score: 0.1,
  }
  const links = [{ ...found, url: url.href, ...(bytes !== undefined && { bytes }) }]
  return { page: { url: url.href, title: null }, links }
}

/** Links on the page and on the pages it links to, one step away. */
async function collectLinks(
  { fetch }: DiscoverDeps,
  { links }: PageFacts,
  url: URL,
  signal: AbortSignal,
): Promise<DiscoveredLink[]> {
  const leads = findLeads(links, url, maxLeads)
  const followed = await Promise.all(
    leads.map((lead) => fetchLinks(fetch, lead, signal).catch((): PageLink[] => [])),
  )
  return rankLinks([...links, ...followed.flat()])
}

async function fetchLinks(
  { page }: PageFetcher,
  address: string,
  signal: AbortSignal,
): Promise<PageLink[]> {
  const { url, text } = await page(address, signal)
  if (text === null) return [{ url: url.href, text: 'PDF', context: '', heading: '' }]
  return parsePage(text, url).links
}

function hasHeatSheet(links: DiscoveredLink[]): boolean {
  return links.some(({ kind }) => kind === 'heat_sheet')
}

function knownFacts({ title, meet_name, time_zone }: PageFacts): Partial<PageFacts> {
  const facts = Object.entries({ title, meet_name, time_zone })
  return Object.fromEntries(facts.filter(([, value]) => value !== null))
}

/** Below the score of a link whose own text names its kind. */
const modelScore = 0.7

function rankAsHeatSheets(links: PageLink[]): DiscoveredLink[] {
  return links.map(({ url, text, context }) => ({
    url,
    title: (text || context || filenameWords(new URL(url))).slice(0, 150),
    kind: 'heat_sheet',
    score: modelScore,
  }))
}

function merge(first: DiscoveredLink[], rest: DiscoveredLink[]): DiscoveredLink[] {
  const known = new Set(first.map(({ url }) => url))
  return [...first, ...rest.filter(({ url }) => !known.has(url))]
}

async function withSizes(
  { size }: PageFetcher,
  links: DiscoveredLink[],
  signal: AbortSignal,
): Promise<DiscoveredLink[]> {
  const sizes = await Promise.all(links.slice(0, maxSizes).map(({ url }) => size(url, signal)))
  return links.map((link, index) => {
    const bytes = sizes[index]
    return bytes === undefined ? link : { ...link, bytes }
  })
}
