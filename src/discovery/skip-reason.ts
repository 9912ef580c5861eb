import { toAppError } from '../domain/errors/app-error.ts'
import type { SkipReason, SkippedLink } from '../domain/heat-sheet/discovery.ts'
import { filenameWords } from './link-words.ts'
import type { PageLink } from './page-links.ts'
import { linkTitle } from './rank.ts'

/** Returns why a link could not be followed. Rethrows the error if the client has disconnected. */
export function skipReason(thrown: unknown, signal: AbortSignal): SkipReason {
  signal.throwIfAborted()
  const { code, detail } = toAppError(thrown)
  if (code === 'BLOCKED_URL') return 'blocked'
  if (detail?.code === 'address_login') return 'sign_in'
  return detail?.code === 'address_not_found' ? 'not_found' : 'failed'
}

/** True for the sign-in pages of shared drives, which respond with status 200. */
export function isSignInPage({ hostname }: URL): boolean {
  return /^(?:accounts\.google\.com|login\.(?:microsoftonline|live)\.com)$/.test(hostname)
}

export function skipLink(link: PageLink, reason: SkipReason): SkippedLink {
  const { url } = link
  return { url, title: linkTitle(link, filenameWords(new URL(url))) || url, reason }
}
