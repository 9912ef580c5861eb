import { cpus } from 'node:os'
import { z } from 'zod'
import { optional, text, webUrl, wholeNumber, withDefault } from './setting-types.ts'

const price = z.coerce.number().min(0).max(10_000).optional()

/** Queue and document reading settings. */
export const processingSettings = {
  DEFAULT_MAPPING: withDefault(
    text,
    'auto',
    'Mapping for uploads that do not specify one; auto detects it from the document.',
  ),
  PARTIES_FILE: optional(
    text,
    'Your sellers and buyers with their tax numbers; see directory/parties.example.yaml.',
    '/etc/docket/parties.yaml',
  ),
  GOODS_FILE: optional(
    text,
    'Codes of your goods and services; see directory/goods.example.yaml.',
    '/etc/docket/goods.yaml',
  ),
  OCR_LANGUAGES: withDefault(
    z
      .string()
      .regex(
        /^(off|[a-z_]+(\+[a-z_]+)*)$/i,
        'must be language codes joined by +, such as eng+deu, or off',
      ),
    'eng',
    'Languages of scanned pages, such as eng+deu. If off, Docket rejects scans.',
  ),
  WORKER_CONCURRENCY: wholeNumber(1, 64)
    .default(Math.min(4, Math.max(2, cpus().length)))
    .describe('Documents that one worker or gateway reads at the same time.')
    .meta({ preset: '2 to 4, by the number of cores' }),
  MAX_CONCURRENT_JOBS_PER_BATCH: withDefault(
    wholeNumber(1, 1000),
    3,
    'Documents from one batch that all workers together read at the same time.',
  ),
  WORKER_ID: optional(
    text,
    'Name of a worker in logs; Docket adds a unique suffix. Not set: the host name.',
    'worker-a',
  ),
  POLL_INTERVAL_MS: withDefault(
    wholeNumber(10, 60_000),
    1000,
    'Milliseconds between polls for new jobs when no NOTIFY arrives.',
  ),
  LEASE_TTL_SECONDS: withDefault(
    wholeNumber(1, 3600),
    15,
    'Seconds without a heartbeat after which a worker loses its jobs.',
  ),
  SHUTDOWN_GRACE_SECONDS: withDefault(
    wholeNumber(0, 3600),
    10,
    'Seconds that a stopping worker may spend on its current documents; the others return to the queue.',
  ),
  MAX_RETRIES: withDefault(wholeNumber(0, 20), 3, 'Retries after the first failed attempt.'),
  GATEWAY_URL: optional(
    webUrl,
    'Gateway that reads documents for the workers: `docket gateway`, or your own.',
    'http://gateway.internal:8002',
  ),
  GATEWAY_TIMEOUT_MS: withDefault(
    wholeNumber(100, 3_600_000),
    180_000,
    'Milliseconds that a worker waits for the gateway to read a document.',
  ),
  GATEWAY_MAPPING_SUFFIX: optional(
    z
      .string()
      .regex(/^[\w.-]{1,20}$/, 'must be up to 20 letters, digits, dots or hyphens, such as .json'),
    'Text that a worker appends to the mapping name for a gateway that expects it.',
    '.json',
  ),
  MAX_CONCURRENT_GATEWAY_CALLS: withDefault(
    wholeNumber(1, 1000),
    8,
    'Calls to the gateway that all workers together make at the same time.',
  ),
  LLM_BASE_URL: optional(
    webUrl,
    'OpenAI-compatible endpoint (with /v1) that reads heat sheets with unknown layouts and clarifies values on invoices. Not set: no language model.',
    'https://llm.example.com/v1',
  ),
  LLM_API_KEY: optional(text, 'API key of that endpoint, if it requires one.', 'sk-…'),
  LLM_MODEL: optional(text, 'Model to use at that endpoint.', 'gpt-5-mini'),
  LLM_TIMEOUT_MS: withDefault(
    wholeNumber(100, 3_600_000),
    120_000,
    'Milliseconds that a worker waits for a response from the language model.',
  ),
  LLM_INPUT_PRICE: price
    .describe('US dollars per million input tokens, to calculate the cost of a job.')
    .meta({ example: '0.25' }),
  LLM_OUTPUT_PRICE: price
    .describe('US dollars per million output tokens, to calculate the cost of a job.')
    .meta({ example: '2' }),
  MAX_CONCURRENT_LLM_CALLS: withDefault(
    wholeNumber(1, 1000),
    10,
    'Calls to the language model that all workers together make at the same time.',
  ),
  USE_BROWSER_CRAWLER: withDefault(
    z.stringbool(),
    false,
    'Open meet pages in Chromium when their HTML links to no heat sheet.',
  ),
  CHROMIUM_PATH: withDefault(
    text,
    '/usr/bin/chromium',
    'Path of the Chromium program for USE_BROWSER_CRAWLER.',
  ),
}
