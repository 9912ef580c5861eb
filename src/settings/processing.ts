import { cpus } from 'node:os'
import { z } from 'zod'
import { text, webUrl, wholeNumber } from './setting-types.ts'

const price = z.coerce.number().min(0).max(10_000).optional()

/** Queue and document reading settings. */
export const processingSettings = {
  DEFAULT_MAPPING: text
    .default('auto')
    .describe('Mapping for uploads that do not specify one; auto detects it from the document.'),
  PARTIES_FILE: text
    .optional()
    .describe('Your sellers and buyers with their tax numbers; see directory/parties.example.yaml.')
    .meta({ example: '/etc/docket/parties.yaml' }),
  GOODS_FILE: text
    .optional()
    .describe('Codes of your goods and services; see directory/goods.example.yaml.')
    .meta({ example: '/etc/docket/goods.yaml' }),
  OCR_LANGUAGES: z
    .string()
    .regex(
      /^(off|[a-z_]+(\+[a-z_]+)*)$/i,
      'must be language codes joined by +, such as eng+deu, or off',
    )
    .default('eng')
    .describe('Languages of scanned pages, such as eng+deu. If off, Docket rejects scans.'),
  WORKER_CONCURRENCY: wholeNumber(1, 64)
    .default(Math.min(4, Math.max(2, cpus().length)))
    .describe('Documents that one worker or gateway reads at the same time.')
    .meta({ preset: '2 to 4, by the number of cores' }),
  MAX_CONCURRENT_JOBS_PER_BATCH: wholeNumber(1, 1000)
    .default(3)
    .describe('Documents from one batch that all workers together read at the same time.'),
  WORKER_ID: text
    .optional()
    .describe('Name of a worker in logs; Docket adds a unique suffix. Not set: the host name.')
    .meta({ example: 'worker-a' }),
  POLL_INTERVAL_MS: wholeNumber(10, 60_000)
    .default(1000)
    .describe('Milliseconds between polls for new jobs when no NOTIFY arrives.'),
  LEASE_TTL_SECONDS: wholeNumber(1, 3600)
    .default(15)
    .describe('Seconds without a heartbeat after which a worker loses its jobs.'),
  SHUTDOWN_GRACE_SECONDS: wholeNumber(0, 3600)
    .default(10)
    .describe(
      'Seconds that a stopping worker may spend on its current documents; the others return to the queue.',
    ),
  MAX_RETRIES: wholeNumber(0, 20).default(3).describe('Retries after the first failed attempt.'),
  GATEWAY_URL: webUrl
    .optional()
    .describe('Gateway that reads documents for the workers: `docket gateway`, or your own.')
    .meta({ example: 'http://gateway.internal:8002' }),
  GATEWAY_TIMEOUT_MS: wholeNumber(100, 3_600_000)
    .default(180_000)
    .describe('Milliseconds that a worker waits for the gateway to read a document.'),
  GATEWAY_MAPPING_SUFFIX: z
    .string()
    .regex(/^[\w.-]{1,20}$/, 'must be up to 20 letters, digits, dots or hyphens, such as .json')
    .optional()
    .describe('Text that a worker appends to the mapping name for a gateway that expects it.')
    .meta({ example: '.json' }),
  MAX_CONCURRENT_GATEWAY_CALLS: wholeNumber(1, 1000)
    .default(8)
    .describe('Calls to the gateway that all workers together make at the same time.'),
  LLM_BASE_URL: webUrl
    .optional()
    .describe(
      'OpenAI-compatible endpoint (with /v1) that reads heat sheets with unknown layouts and clarifies values on invoices. Not set: no language model.',
    )
    .meta({ example: 'https://llm.example.com/v1' }),
  LLM_API_KEY: text
    .optional()
    .describe('API key of that endpoint, if it requires one.')
    .meta({ example: 'sk-…' }),
  LLM_MODEL: text
    .optional()
    .describe('Model to use at that endpoint.')
    .meta({ example: 'gpt-5-mini' }),
  LLM_TIMEOUT_MS: wholeNumber(100, 3_600_000)
    .default(120_000)
    .describe('Milliseconds that a worker waits for a response from the language model.'),
  LLM_INPUT_PRICE: price
    .describe('US dollars per million input tokens, to calculate the cost of a job.')
    .meta({ example: '0.25' }),
  LLM_OUTPUT_PRICE: price
    .describe('US dollars per million output tokens, to calculate the cost of a job.')
    .meta({ example: '2' }),
  MAX_CONCURRENT_LLM_CALLS: wholeNumber(1, 1000)
    .default(10)
    .describe('Calls to the language model that all workers together make at the same time.'),
  USE_BROWSER_CRAWLER: z
    .stringbool()
    .default(false)
    .describe('Open meet pages in Chromium when their HTML links to no heat sheet.'),
  CHROMIUM_PATH: text
    .default('/usr/bin/chromium')
    .describe('Path of the Chromium program for USE_BROWSER_CRAWLER.'),
}
