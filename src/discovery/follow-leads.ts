import type { SkippedLink } from '../domain/heat-sheet/discovery.ts'
import type { PageFetcher } from './fetch-page.ts'
import { findLeads, isLikelyDocument } from './find-leads.ts'
import type { LinkWords } from './link-words.ts'
import { type PageLink, parsePage } from './page-links.ts'
import { isDocumentLink } from './rank.ts'
import { findFolder } from './shared-folders.ts'
import { isSignInPage, skipLink, skipReason } from './skip-reason.ts'

export interface FollowDeps {
  fetch: PageFetcher
  words: LinkWords
}

export interface FollowResult {
  links: PageLink[]
  skipped: SkippedLink[]
}

/** Maximum number of pages and folders read per search. */
const maxLeads = 10

/**
 * Reads the pages that mention heat sheets, the links whose text suggests a document, and shared folders with their
 * subfolders.
 */
export async function followLeads(
  deps: FollowDeps,
  links: readonly PageLink[],
  page: URL,
  signal: AbortSignal,
): Promise<FollowResult> {
  const leads = findLeads(links, page, deps.words)
  const first = await followAll(deps, leads.slice(0, maxLeads), signal)
  const subfolders = first.links.filter(({ url }) => findFolder(url))
  const known = new Set([page.href, ...leads.map(({ url }) => url)])
  const next = subfolders.filter(({ url }) => !known.has(url))
  const budget = Math.max(0, maxLeads - leads.length)
  const second = await followAll(deps, next.slice(0, budget), signal)
  const notFollowed = [...leads.slice(maxLeads), ...next.slice(budget)]
  return {
    links: [...first.links, ...second.links],
    skipped: [
      ...first.skipped,
      ...second.skipped,
      ...notFollowed.map((link) => skipLink(link, 'limit')),
    ],
  }
}

async function followAll(
  deps: FollowDeps,
  leads: readonly PageLink[],
  signal: AbortSignal,
): Promise<FollowResult> {
  const followed = await Promise.all(
    leads.map((lead) =>
      follow(deps, lead, signal).catch((thrown: unknown) => skip(lead, thrown, signal)),
    ),
  )
  return {
    links: followed.flatMap(({ links }) => links),
    skipped: followed.flatMap(({ skipped }) => skipped),
  }
}

function skip(lead: PageLink, thrown: unknown, signal: AbortSignal): FollowResult {
  return { links: [], skipped: [skipLink(lead, skipReason(thrown, signal))] }
}

async function follow(
  { fetch, words }: FollowDeps,
  lead: PageLink,
  signal: AbortSignal,
): Promise<FollowResult> {
  const folder = findFolder(lead.url)
  if (folder && folder.listing === undefined) {
    return { links: [], skipped: [skipLink(lead, 'unreadable_folder')] }
  }
  const { url, text } = await fetch.page(folder?.listing ?? lead.url, signal)
  if (text === null) return { links: [{ ...lead, isDocument: true }], skipped: [] }
  if (isSignInPage(url)) return { links: [], skipped: [skipLink(lead, 'sign_in')] }
  const found = folder ? folder.parse(text, url) : parsePage(text, url).links
  const links = folder ? found.filter(isPdfOrFolder).map(inFolder(lead)) : found
  const isEmpty = !links.some((link) => isDocumentLink(link) || findFolder(link.url))
  const isMissed = isEmpty && (folder !== undefined || isLikelyDocument(lead, words))
  return { links, skipped: isMissed ? [skipLink(lead, 'no_documents')] : [] }
}

/** True for links that may be a PDF or a folder. In a shared folder, the link text is the file name. */
function isPdfOrFolder({ text, url }: PageLink): boolean {
  return findFolder(url) !== undefined || !/\.(?!pdf)[a-z]{2,5}\d?$/i.test(text)
}

/** Files in a folder often have no heading, so they get the text or heading of the link to their folder. */
function inFolder({ text, heading }: PageLink) {
  return (link: PageLink): PageLink => ({ ...link, heading: link.heading || text || heading })
}
