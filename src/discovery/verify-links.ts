import type { DiscoveredLink, SkipReason, SkippedLink } from '../domain/heat-sheet/discovery.ts'
import { toAppError } from '../domain/errors/app-error.ts'
import { isFromEarlierMeet } from './age.ts'
import type { PageFetcher } from './fetch-page.ts'
import { markOutdated, sortLinks } from './rank.ts'
import { isSignInPage, skipReason } from './skip-reason.ts'

/**
 * Maximum number of documents whose first bytes are read. Other documents are not offered, because they might not be
 * PDFs.
 */
const maxHeads = 20

/**
 * Drops documents that an upload would reject, and ranks documents from earlier meets lower. Keeps documents whose
 * server is slow or overloaded, because an upload will retry.
 */
export async function verifyLinks(
  fetch: PageFetcher,
  links: readonly DiscoveredLink[],
  signal: AbortSignal,
): Promise<{ links: DiscoveredLink[]; skipped: SkippedLink[] }> {
  const verify = createVerifier(fetch, signal)
  const verified = await Promise.all(
    links.map(async (link, index) => ({ link, ...(await verify(link, index < maxHeads)) })),
  )
  const offered = verified.flatMap(({ link, reason, facts }) =>
    reason === undefined ? [{ ...link, ...facts }] : [],
  )
  return {
    links: sortLinks(
      offered.map((link) =>
        !link.is_outdated && isFromEarlierMeet(link, offered) ? markOutdated(link) : link,
      ),
    ),
    skipped: verified.flatMap(({ link: { url, title }, reason }) =>
      reason === undefined ? [] : [{ url, title: title || url, reason }],
    ),
  }
}

interface Verdict {
  reason?: SkipReason
  facts?: Pick<DiscoveredLink, 'bytes' | 'modified'>
}

function createVerifier({ head, check }: PageFetcher, signal: AbortSignal) {
  const origins = new Map<string, Promise<void>>()

  /** Checks the host of an address. Checks each host only once. */
  function checkOrigin(address: string): Promise<void> {
    const { origin } = new URL(address)
    const known = origins.get(origin) ?? check(address, signal)
    origins.set(origin, known)
    return known
  }

  async function readFacts(address: string): Promise<Verdict> {
    const { url, isPdf, bytes, modified } = await head(address, signal)
    if (!isPdf) return { reason: isSignInPage(url) ? 'sign_in' : 'not_pdf' }
    return {
      facts: {
        ...(bytes !== undefined && { bytes }),
        ...(modified && { modified: modified.toISOString() }),
      },
    }
  }

  return async ({ url }: DiscoveredLink, reads: boolean): Promise<Verdict> => {
    try {
      await checkOrigin(url)
      return reads ? await readFacts(url) : { reason: 'limit' }
    } catch (thrown) {
      const reason = skipReason(thrown, signal)
      return toAppError(thrown).rule.retry ? {} : { reason }
    }
  }
}
