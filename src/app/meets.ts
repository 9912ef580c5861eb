import { existsSync } from 'node:fs'
import type { Config } from '../config.ts'
import type { Database } from '../db/db.ts'
import { askLinks } from '../discovery/ask-links.ts'
import type { Discovering } from '../discovery/discover.ts'
import { createPageFetch } from '../discovery/fetch-page.ts'
import { keepPrograms } from '../reading/program-cache.ts'
import { type ModelReading, modelReader } from '../reading/llm/reader.ts'
import type { ReadDocument } from '../reading/read-document.ts'
import { AppError } from '../domain/errors/errors.ts'
import type { Mapping } from '../domain/mapping/mapping.ts'
import type { Meter } from '../domain/ports/meter.ts'
import { readerVersion } from '../extraction/heat-sheet/stored-sheet.ts'
import type { Sandbox } from '../extraction/sandbox/sandbox.ts'
import { createBrowser } from '../fetch/browser.ts'
import type { Guard } from '../fetch/guard.ts'

interface Reading {
  config: Config
  db: Database
  mappings: ReadonlyMap<string, Mapping>
  metrics: Meter
}

/** Reads in the sandbox; heat sheets once for all swimmers, and those that our rules do not know through a model. */
export function meetReader(base: Reading, sandbox: Sandbox): ReadDocument {
  const { config } = base
  const model = languageModel(config)
  const read = model
    ? modelReader({ ...base, ...model, sandbox, meter: base.metrics })
    : sandbox.extract
  return keepPrograms(read, { ...base, reader: `${readerVersion} ${config.OCR}` })
}

/** What to ask where our own rules do not know a heat sheet. */
function languageModel(config: Config): Pick<ModelReading, 'model' | 'prices'> | undefined {
  const { LLM_BASE_URL: url, LLM_MODEL: model } = config
  if (url === undefined || model === undefined) return undefined
  const { LLM_API_KEY: key, LLM_TIMEOUT_MS: timeoutMs } = config
  const prices = { input: config.LLM_INPUT_PRICE, output: config.LLM_OUTPUT_PRICE }
  return { model: { url, key, model, timeoutMs }, prices }
}

/** For a question that a person waits for. */
const patienceMs = 30_000

export function openDiscovery(config: Config, db: Database, guard: Guard): Discovering {
  const { USE_BROWSER_CRAWLER: isOn, CHROMIUM_PATH: chromium } = config
  if (isOn && !existsSync(chromium)) {
    const sentence = `USE_BROWSER_CRAWLER is on, but there is no ${chromium}. Install Chromium, or set CHROMIUM_PATH.`
    throw new AppError('BAD_SETTING', sentence)
  }
  const found = languageModel(config)
  const model = found && {
    ...found.model,
    timeoutMs: Math.min(found.model.timeoutMs, patienceMs),
  }
  return {
    fetch: createPageFetch(guard),
    render: isOn ? createBrowser({ guard, chromium }) : undefined,
    ask: model && askLinks({ db, model, prices: found.prices }),
  }
}
