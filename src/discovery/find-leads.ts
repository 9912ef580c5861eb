import { filenameWords, type LinkWords } from './link-words.ts'
import type { PageLink } from './page-links.ts'
import { isDocumentLink, kindScores } from './rank.ts'
import { findFolder } from './shared-folders.ts'

/**
 * Finds links worth following, best first: pages that mention heat sheets, links whose text announces a PDF although
 * the URL does not look like a PDF, and shared folders.
 */
export function findLeads(links: readonly PageLink[], page: URL, words: LinkWords): PageLink[] {
  const leads = links.filter(
    (link) =>
      !isDocumentLink(link) &&
      (findFolder(link.url) || (link.url !== page.href && mentionsDocuments(link, words))),
  )
  const byUrl = new Map(leads.toReversed().map((link) => [link.url, link]))
  return [...byUrl.values()].reverse().toSorted((a, b) => leadScore(b, words) - leadScore(a, words))
}

function mentionsDocuments(link: PageLink, words: LinkWords): boolean {
  return isLikelyDocument(link, words) || words.mentionsDocuments(ownWords(link))
}

/** True if the link's text, rather than its URL, suggests a document. */
export function isLikelyDocument(link: PageLink, { classify }: LinkWords): boolean {
  const isPdf = /\bpdf\b/i.test(`${link.text} ${link.context}`)
  const kind = classify(ownWords(link)) ?? (isPdf ? classify(link.context) : undefined)
  return /\bpdf\b/i.test(link.text) || kind === 'heat_sheet' || (isPdf && kind !== undefined)
}

/** Ranks pages about heat sheets first, then shared folders. */
function leadScore(link: PageLink, { classify }: LinkWords): number {
  const kind = classify(ownWords(link)) ?? classify(link.context) ?? 'other'
  return kindScores[kind] + (findFolder(link.url) ? 0.1 : 0)
}

function ownWords({ url, text }: PageLink): string {
  return `${text} ${filenameWords(new URL(url))}`
}
