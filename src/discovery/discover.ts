/**
 * Turns a meet page's URL into a ranked list of documents, without storing anything. The page is fetched like a PDF,
 * under the URL guard and with its own limits. page-links.ts parses it in one pass, document-urls.ts recognises
 * download URLs on shared drives, shared-folders.ts lists their public folders, and rank.ts scores each link by its
 * text, then by its file name, row and heading. Links to pages that mention heat sheets, and links whose text announces
 * a PDF, are followed one step. If this finds no heat sheet, Chromium renders the page, and every request goes through
 * a guarded proxy (fetch/guarded-proxy.ts). If that finds nothing either, a language model selects links, but only from
 * those on the page. Finally, verify-links.ts drops documents that an upload would reject. If a link looked like a
 * document but is not offered, the result lists it with the reason.
 */

import { parseUrl } from '../domain/values/parse-url.ts'
import type { DiscoveredLink, Discovery, SkippedLink } from '../domain/heat-sheet/discovery.ts'
import type { PageFetcher } from './fetch-page.ts'
import { followLeads } from './follow-leads.ts'
import { filenameWords, type LinkWords } from './link-words.ts'
import { type PageFacts, type PageLink, parsePage } from './page-links.ts'
import { rankLinks } from './rank.ts'
import { findFolder } from './shared-folders.ts'
import { isSignInPage, skipLink } from './skip-reason.ts'
import { verifyLinks } from './verify-links.ts'

export interface DiscoverDeps {
  fetch: PageFetcher
  words: LinkWords
  /** Returns the DOM after scripts have run. Absent if there is no browser. */
  render?: ((url: URL, signal: AbortSignal) => Promise<string>) | undefined
  /** Returns the links that a language model considers heat sheets. Absent if there is no model. */
  selectLinks?:
    | ((links: PageLink[], ownerId: string, signal: AbortSignal) => Promise<PageLink[]>)
    | undefined
}

const maxLinks = 100

/**
 * Finds documents. Renders the page in a browser only if there is no heat sheet in the plain HTML, and asks the model
 * only if neither finds a heat sheet.
 */
export async function discover(
  deps: DiscoverDeps,
  { url: address, owner_id }: { url: string; owner_id: string },
  signal: AbortSignal,
): Promise<Discovery> {
  let page = await openPage(deps.fetch, address, signal)
  let found = await collectLinks(deps, page, signal)
  if (page.isHtml && !hasHeatSheet(found.links) && deps.render) {
    page = await renderPage(page, deps.render, signal)
    found = await collectLinks(deps, page, signal)
  }
  const isVague = page.isHtml && found.links.every(({ kind }) => kind === 'other')
  if (isVague && deps.selectLinks) {
    const selected = await deps.selectLinks(page.facts.links, owner_id, signal)
    found.links = merge(rankAsHeatSheets(selected), found.links)
  }
  const verified = await verifyLinks(deps.fetch, found.links.slice(0, maxLinks), signal)
  signal.throwIfAborted()
  const skipped = [...found.skipped, ...verified.skipped]
  const omittedLinks = Math.max(0, found.links.length - maxLinks)
  return {
    page: describePage(page),
    links: verified.links,
    omitted: omittedLinks + Math.max(0, skipped.length - maxLinks),
    skipped: skipped.slice(0, maxLinks),
  }
}

/** The page at which the search starts. */
interface StartPage {
  url: URL
  /** False for a shared folder or a PDF. */
  isHtml: boolean
  facts: PageFacts
  skipped: SkippedLink[]
}

const noFacts = { title: null, meet_name: null, time_zone: null }

async function openPage(
  fetch: PageFetcher,
  address: string,
  signal: AbortSignal,
): Promise<StartPage> {
  const link: PageLink = { url: address, text: '', context: '', heading: '' }
  const folderUrl = parseUrl(address)
  if (folderUrl && findFolder(address)) {
    const facts = { ...noFacts, links: [link] }
    return { url: folderUrl, isHtml: false, facts, skipped: [] }
  }
  const { url, text } = await fetch.page(address, signal)
  if (text === null) {
    const document = { ...link, url: url.href, text: 'PDF', isDocument: true }
    return { url, isHtml: false, facts: { ...noFacts, links: [document] }, skipped: [] }
  }
  const skipped = isSignInPage(url) ? [skipLink(link, 'sign_in')] : []
  return { url, isHtml: true, facts: parsePage(text, url), skipped }
}

async function renderPage(
  page: StartPage,
  render: NonNullable<DiscoverDeps['render']>,
  signal: AbortSignal,
): Promise<StartPage> {
  const { url, facts, skipped } = page
  try {
    const rendered = parsePage(await render(url, signal), url)
    const links = [...facts.links, ...rendered.links]
    return { ...page, facts: { ...facts, ...knownFacts(rendered), links } }
  } catch {
    signal.throwIfAborted()
    const title = facts.title ?? url.href
    return { ...page, skipped: [...skipped, { url: url.href, title, reason: 'not_rendered' }] }
  }
}

/** Finds documents on the page and on the pages and folders that it links to. */
async function collectLinks(
  deps: DiscoverDeps,
  { url, facts, skipped }: StartPage,
  signal: AbortSignal,
): Promise<{ links: DiscoveredLink[]; skipped: SkippedLink[] }> {
  const followed = await followLeads(deps, facts.links, url, signal)
  const about = `${facts.title ?? ''} ${facts.meet_name ?? ''}`
  return {
    links: rankLinks([...facts.links, ...followed.links], deps.words, about),
    skipped: [...skipped, ...followed.skipped],
  }
}

function describePage({ url, facts }: StartPage): Discovery['page'] {
  const { title, meet_name, time_zone } = facts
  return {
    url: url.href,
    title,
    ...(meet_name !== null && { meet_name }),
    ...(time_zone !== null && { time_zone }),
  }
}

function hasHeatSheet(links: DiscoveredLink[]): boolean {
  return links.some(({ kind }) => kind === 'heat_sheet')
}

function knownFacts({ title, meet_name, time_zone }: PageFacts): Partial<PageFacts> {
  const facts = Object.entries({ title, meet_name, time_zone })
  return Object.fromEntries(facts.filter(([, value]) => value !== null))
}

/**
 * Score of links selected by the model. It is lower than the score of a link whose own text names the kind of document.
 */
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
