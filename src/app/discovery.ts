import { existsSync } from 'node:fs'
import { createLinkSelector } from '../discovery/select-links.ts'
import type { DiscoverDeps } from '../discovery/discover.ts'
import { createLinkWords } from '../discovery/link-words.ts'
import { createPageFetcher } from '../discovery/fetch-page.ts'
import { StartupError } from '../domain/errors/app-error.ts'
import { createBrowser } from '../fetch/browser.ts'
import { languageModel } from './language-model.ts'
import type { Services } from './services.ts'

/** Time limit for the language model, in ms; short, because a user is waiting. */
const maxModelMs = 30_000

/**
 * Wires up the search for heat sheets on a meet page: a fetcher and, if configured, a browser and a language model.
 */
export function openDiscovery({
  config,
  db,
  urlGuard: guard,
  meetVocabulary,
}: Services): DiscoverDeps {
  const { USE_BROWSER_CRAWLER: isOn, CHROMIUM_PATH: chromium } = config
  if (isOn && !existsSync(chromium)) {
    const sentence = `USE_BROWSER_CRAWLER is on, but there is no ${chromium}. Install Chromium, or set CHROMIUM_PATH.`
    throw new StartupError('BAD_SETTING', sentence)
  }
  const found = languageModel(config)
  const model = found && {
    ...found.model,
    timeoutMs: Math.min(found.model.timeoutMs, maxModelMs),
  }
  return {
    fetch: createPageFetcher(guard),
    words: createLinkWords(meetVocabulary),
    render: isOn ? createBrowser({ guard, chromium }) : undefined,
    selectLinks: model && createLinkSelector({ db, model, prices: found.prices }),
  }
}
